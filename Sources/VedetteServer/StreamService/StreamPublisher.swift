// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import NIOCore
import Synchronization
import VedetteDynamicEntities
import VedetteFeeds
import VedetteModel

/// One published source: hears of its observations and has them sent to the subscribers.
///
/// The source's thread only leaves a batch in the inbox. A queue of its own makes the frames and hands them to the event loops of the
/// subscribers, and so are changes of filters: whatever concerns a subscriber comes to it in one order. While an event loop is busy, batches
/// wait and are then taken together.
final class StreamPublisher: Sendable {
    /// The most observations that wait for their frames; beyond it the oldest are dropped and counted.
    private static let maximumWaiting = 200_000
    /// How many deliveries may be under way.
    private static let maximumUnderWay = 2

    private struct Inbox {
        var arrivals: [ObservationArrival] = []
        var observationCount = 0
        var isScheduled = false
        var underWay = 0
    }

    let name: ServiceName
    let source: LiveSource
    let counters = StreamCounters()
    private let queue: DispatchQueue
    private let inbox = Mutex(Inbox())
    private let fanOut: Mutex<StreamFanOut<SubscriberHandler>>
    private let observation = Mutex<Observation?>(nil)

    init(name: ServiceName, source: LiveSource) {
        (self.name, self.source) = (name, source)
        queue = DispatchQueue(label: "vedette.stream.\(name)")
        let dataSource = source.dataSource
        fanOut = Mutex(StreamFanOut { Self.fields(dataSource, $0) })
        let watch = dataSource.entityStore.arrivals.add { [weak self] arrival in self?.take(arrival) }
        observation.withLock { $0 = watch }
    }

    // MARK: Fields

    /// The fields as they are known now.
    var fields: PublishedFields {
        Self.fields(source.dataSource, source.dataSource.entityStore.withStore { $0.schema })
    }

    private static func fields(_ dataSource: DynamicEntityDataSource, _ schema: ObservationSchema) -> PublishedFields {
        PublishedFields(
            schema: schema, info: isDescribedFirst(dataSource) ? dataSource.sourceInfo : nil,
            trackFieldName: (dataSource as? FeedDynamicEntityDataSource)?.trackFieldName)
    }

    /// Whether a source knows before its first observation what it is about. What others find out later must not rename the fields of a client that has
    /// read the description.
    private static func isDescribedFirst(_ dataSource: DynamicEntityDataSource) -> Bool {
        switch dataSource {
        case is FeedDynamicEntityDataSource, is PollingDynamicEntityDataSource, is FeatureServiceDynamicEntityDataSource,
            is ArcGISStreamService:
            false
        default: true
        }
    }

    // MARK: Subscribers

    /// From now on `member` is sent what `filter` lets through.
    func join(_ member: SubscriberHandler, _ filter: BoundStreamFilter) {
        queue.async { [self] in fanOut.withLock { $0.set(filter, for: member) } }
        // Behind it, so that whoever sees the count can rely on it.
        counters.subscribers.add(1)
        counters.subscribersTotal.add(1)
    }

    /// Changes a filter, and has the answer sent between what the old one and what the new one let through.
    func change(_ member: SubscriberHandler, to filter: BoundStreamFilter, answer: [UInt8]?) {
        queue.async { [self] in
            fanOut.withLock { $0.set(filter, for: member) }
            if let answer { member.loop.execute { member.send(answer: answer) } }
        }
    }

    /// Sends an answer behind those to earlier messages.
    func answer(_ member: SubscriberHandler, _ answer: [UInt8]) {
        queue.async { member.loop.execute { member.send(answer: answer) } }
    }

    func leave(_ member: SubscriberHandler) {
        counters.subscribers.add(-1)
        queue.async { [self] in fanOut.withLock { $0.remove(member) } }
    }

    // MARK: Observations

    private func take(_ arrival: borrowing ObservationArrival) {
        guard counters.subscribers.value > 0, !arrival.batch.isEmpty else { return }
        let copy = ObservationArrival(batch: arrival.batch, receivedAt: arrival.receivedAt)
        let (isDue, skipped) = inbox.withLock { inbox -> (Bool, Int) in
            inbox.arrivals.append(copy)
            inbox.observationCount += copy.batch.count
            var skipped = 0
            if inbox.observationCount > Self.maximumWaiting {
                var cut = 0
                while inbox.observationCount - skipped > Self.maximumWaiting / 2, cut < inbox.arrivals.count - 1 {
                    skipped += inbox.arrivals[cut].batch.count
                    cut += 1
                }
                inbox.arrivals.removeFirst(cut)
                inbox.observationCount -= skipped
            }
            return (Self.schedule(&inbox), skipped)
        }
        if skipped > 0 { counters.skipped.add(skipped) }
        if isDue { queue.async { [self] in deliver() } }
    }

    /// Whether a delivery is to be begun.
    private static func schedule(_ inbox: inout Inbox) -> Bool {
        guard !inbox.isScheduled, inbox.underWay < maximumUnderWay, !inbox.arrivals.isEmpty else { return false }
        inbox.isScheduled = true
        return true
    }

    /// Makes the frames of what waits and hands them to the event loops.
    private func deliver() {
        let arrivals = inbox.withLock { inbox in
            defer { (inbox.arrivals, inbox.observationCount, inbox.isScheduled) = ([], 0, false) }
            inbox.underWay += 1
            return inbox.arrivals
        }
        let deliveries = fanOut.withLock { $0.deliveries(of: arrivals) }
        var lanes: [Int: (loop: any EventLoop, work: [(members: [SubscriberHandler], chunks: [StreamChunk])])] = [:]
        for delivery in deliveries {
            for (lane, members) in delivery.lanes {
                guard let loop = members.first?.loop else { continue }
                lanes[lane, default: (loop, [])].work.append((members, delivery.chunks))
            }
        }
        guard !lanes.isEmpty else { return didDeliver() }
        let countdown = Countdown(lanes.count)
        for (loop, work) in lanes.values {
            loop.execute { [self] in
                for (members, chunks) in work {
                    for member in members { member.deliver(chunks) }
                }
                if countdown.isLast() { didDeliver() }
            }
        }
    }

    private func didDeliver() {
        let isDue = inbox.withLock { inbox in
            inbox.underWay -= 1
            return Self.schedule(&inbox)
        }
        if isDue { queue.async { [self] in deliver() } }
    }
}

/// Says who of several is the last.
private final class Countdown: Sendable {
    private let count: Atomic<Int>

    init(_ count: Int) {
        self.count = Atomic(count)
    }

    func isLast() -> Bool { count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
}
