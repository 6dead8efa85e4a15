// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import VedetteGeometry
import VedetteLocation
import VedetteModel

struct AuthorError: Error, Equatable {
    var number = 0
}

/// A source of an author who says when a start and a stop are done only when a test wants it.
final class Author: LocationDataSource, @unchecked Sendable {
    private struct State {
        var calls: [String] = []
        var depth = 0
        var wasNested = false
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())
    private let onStart: @Sendable (Author) -> Void
    private let onStop: @Sendable (Author) -> Void

    init(
        onStart: @escaping @Sendable (Author) -> Void = { _ in }, onStop: @escaping @Sendable (Author) -> Void = { _ in }
    ) {
        (self.onStart, self.onStop) = (onStart, onStop)
        super.init()
    }

    /// One that is ready at once.
    static func prompt() -> Author {
        Author {
            $0.didStartOrFailWithError(nil)
        } onStop: {
            $0.didStop()
        }
    }

    var calls: [String] { state.withLock { $0.calls } }
    /// Whether two calls were ever under way together.
    var wasNested: Bool { state.withLock { $0.wasNested } }

    override func doStart() { call("start", onStart) }
    override func doStop() { call("stop", onStop) }

    private func call(_ name: String, _ body: (Author) -> Void) {
        let watchers = state.withLock { state in
            state.calls.append(name)
            state.depth += 1
            state.wasNested = state.wasNested || state.depth > 1
            defer { state.watchers.removeAll { $0.count <= state.calls.count } }
            return state.watchers.filter { $0.count <= state.calls.count }
        }
        body(self)
        state.withLock { $0.depth -= 1 }
        watchers.forEach { $0.continuation.resume() }
    }

    /// Returns once so many calls have been made.
    func calls(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isEnough = state.withLock { state in
                if state.calls.count < count { state.watchers.append((count, continuation)) }
                return state.calls.count >= count
            }
            if isEnough { continuation.resume() }
        }
    }
}

extension LocationDataSource {
    /// The first statuses of a stream.
    func statuses(_ stream: ValueStream<Status>, count: Int) async -> [Status] {
        var statuses: [Status] = []
        for await status in stream {
            statuses.append(status)
            if statuses.count == count { break }
        }
        return statuses
    }
}

func placed(_ longitude: Double, _ latitude: Double = 0) -> Location {
    Location(position: Point(latitude: latitude, longitude: longitude))
}
