// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteDynamicEntities

/// A feed that broke.
struct Broken: Error, Equatable {
    var number = 0
}

/// An error that says that trying again is of no use.
struct Refused: ConnectionError {
    var allowsReconnection: Bool { false }
}

/// The driver of a source as a test directs it: each opening of the stream waits for the test to say what happens.
final class ScriptedDriver: Sendable {
    enum Step: Sendable {
        case open
        case end
        case fail(any Error)
        /// Delivers an observation of that track.
        case observe(String)
    }

    /// What a feed that ignores its cancellation waits for.
    private let (gate, release) = AsyncStream<Void>.makeStream()
    private let steps = Mailbox<Step>()
    let openings = Counter()
    let loads = Counter()
    private let sinks = Mutex<[FeedSink]>([])
    private let openers = Mutex<[@Sendable () -> Void]>([])
    private let loadSteps = Mailbox<Result<Void, any Error>>()
    private let loadsByScript: Bool
    private let ignoresCancellation: Bool

    init(loadsByScript: Bool = false, ignoresCancellation: Bool = false) {
        (self.loadsByScript, self.ignoresCancellation) = (loadsByScript, ignoresCancellation)
    }

    func send(_ steps: Step...) {
        for step in steps { self.steps.send(step) }
    }

    func sendLoad(_ result: Result<Void, any Error>) {
        loadSteps.send(result)
    }

    func letGo() {
        release.finish()
    }

    /// What the openings so far were handed.
    var handedSinks: [FeedSink] { sinks.withLock { $0 } }
    var handedOpeners: [@Sendable () -> Void] { openers.withLock { $0 } }

    func driver(canReconnect: Bool = true) -> FeedDriver {
        FeedDriver(
            canReconnect: canReconnect,
            load: { [self] in
                loads.add(1)
                guard loadsByScript else { return }
                try await loadSteps.next().get()
            },
            run: { [self] onOpen, sink in
                openings.add(1)
                sinks.withLock { $0.append(sink) }
                openers.withLock { $0.append(onOpen) }
                if ignoresCancellation {
                    onOpen()
                    // A task of its own is not cancelled with the one that waits for it.
                    await Task { for await _ in gate {} }.value
                    return
                }
                while true {
                    switch try await steps.next() {
                    case .open: onOpen()
                    case .end: return
                    case .fail(let error): throw error
                    case .observe(let track): sink.ingest(.single(track))
                    }
                }
            })
    }

    func source(_ time: VirtualTiming, canReconnect: Bool = true) -> DynamicEntityDataSource {
        DynamicEntityDataSource(
            fields: [Field(type: .text, name: "id", alias: "")], driver: driver(canReconnect: canReconnect), timing: time.timing)
    }
}

extension ObservationBatch {
    /// A batch of one observation.
    static func single(_ track: String, longitude: Double = 0, time: Int64 = ObservationBatch.noTime) -> ObservationBatch {
        var batch = ObservationBatch(schema: ObservationSchema(fields: [Field(type: .text, name: "id", alias: "")]))
        batch.appendRow(track, longitude: longitude, time: time)
        return batch
    }

    mutating func appendRow(_ track: String, longitude: Double = 0, time: Int64 = ObservationBatch.noTime) {
        beginRow()
        let name = appendBytes { $0.append(contentsOf: track.utf8) }
        setValue(ObservationBatch.reference(.text, name), column: 0)
        endRow(track: name, position: GridPosition(longitude: longitude, latitude: 0), time: time, ordinal: 0)
    }
}
