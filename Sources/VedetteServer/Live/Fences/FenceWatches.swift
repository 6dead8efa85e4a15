// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteGeometry
import VedetteModel

/// Watches drawn fences: one monitor for all that are watched alike, from the first of them to the last.
///
/// A fence keeps its graphic as long as it is there, so that a change of its area is a change of a fence, and who is inside stays known. Only where it is to
/// be watched in another way (whose fixes, their accuracy, the path between them, dwelling) it goes to another monitor, which begins without a memory.
actor FenceWatches {
    /// How fences are watched: equal for those that share a monitor.
    struct Manner: Hashable, Sendable {
        enum Feed: Hashable, Sendable {
            case source(Int)
            case location(Int)
        }

        var feed: Feed
        var usesAccuracy: Bool
        var detection: DrawnFence.Detection
        /// Seconds.
        var dwell: Double?
    }

    typealias Report = @Sendable (FenceGeotriggerNotificationInfo, NotificationLog.Watched) -> Void

    private struct Watch {
        let overlay: GraphicsOverlay
        let monitor: GeotriggerMonitor
        /// Hands on what the monitor tells.
        let teller: Task<Void, Never>
        var count = 0
    }

    private struct Fence {
        let graphic: Graphic
        var area: Polygon
        var manners: Set<Manner>
    }

    private let sources: [LiveSource]
    private let locations: [LiveLocation]
    private let report: Report
    private var watches: [Manner: Watch] = [:]
    private var fences: [String: Fence] = [:]

    init(sources: [LiveSource], locations: [LiveLocation], report: @escaping Report) {
        (self.sources, self.locations, self.report) = (sources, locations, report)
    }

    /// How many monitors are at work.
    var monitorCount: Int { watches.count }

    /// Watches a fence, or goes on with it as it is now: the next fix is judged by it.
    func put(_ fence: DrawnFence, area: Polygon) async throws {
        let manners = Set(self.manners(of: fence))
        let attributes: [String: any Sendable] = ["id": fence.id, "name": fence.name]
        let before = fences[fence.id]
        let graphic = before?.graphic ?? Graphic(geometry: area, attributes: attributes)
        if let before {
            for manner in before.manners.subtracting(manners) { await leave(manner, graphic) }
            graphic.attributes = attributes
            if before.area != area { graphic.geometry = area }
        }
        fences[fence.id] = Fence(graphic: graphic, area: area, manners: before?.manners.intersection(manners) ?? [])
        for manner in manners.subtracting(before?.manners ?? []) {
            try await join(manner, graphic)
            fences[fence.id]?.manners.insert(manner)
        }
    }

    func remove(_ id: String) async {
        guard let fence = fences.removeValue(forKey: id) else { return }
        for manner in fence.manners { await leave(manner, fence.graphic) }
    }

    func stop() async {
        for watch in watches.values {
            await watch.monitor.stop()
            watch.teller.cancel()
        }
        watches = [:]
        fences = [:]
    }

    private func manners(of fence: DrawnFence) -> [Manner] {
        let feeds: [Manner.Feed] =
            switch fence.watched {
            case .all: sources.indices.map { .source($0) } + locations.indices.map { .location($0) }
            case .source(let index): [.source(index)]
            case .location(let index): [.location(index)]
            }
        return feeds.map { Manner(feed: $0, usesAccuracy: fence.usesAccuracy, detection: fence.detection, dwell: fence.dwell) }
    }

    private func join(_ manner: Manner, _ graphic: Graphic) async throws {
        if watches[manner] == nil {
            let overlay = GraphicsOverlay()
            let monitor = GeotriggerMonitor(geotrigger: trigger(manner, overlay))
            let notifications = monitor.notifications
            let watched = watched(manner)
            let report = report
            let teller = Task {
                for await info in notifications {
                    if let info = info as? FenceGeotriggerNotificationInfo { report(info, watched) }
                }
            }
            do {
                try await monitor.start()
            } catch {
                teller.cancel()
                throw error
            }
            watches[manner] = Watch(overlay: overlay, monitor: monitor, teller: teller)
        }
        watches[manner]?.count += 1
        watches[manner]?.overlay.addGraphic(graphic)
    }

    private func leave(_ manner: Manner, _ graphic: Graphic) async {
        guard var watch = watches[manner] else { return }
        watch.overlay.removeGraphic(graphic)
        watch.count -= 1
        watches[manner] = watch.count > 0 ? watch : nil
        guard watch.count == 0 else { return }
        await watch.monitor.stop()
        // What it has told already is still handed on: the stream ends with the monitor.
    }

    private func watched(_ manner: Manner) -> NotificationLog.Watched {
        switch manner.feed {
        case .source(let index): .source(index)
        case .location(let index): .location(index, name: locations[index].name)
        }
    }

    private func trigger(_ manner: Manner, _ overlay: GraphicsOverlay) -> FenceGeotrigger {
        let feed: GeotriggerFeed
        var name: String
        switch manner.feed {
        case .source(let index):
            feed = DynamicEntityGeotriggerFeed(dataSource: sources[index].dataSource)
            name = "drawn, source \(index)"
        case .location(let index):
            feed = LocationGeotriggerFeed(locationDataSource: locations[index].dataSource)
            name = "drawn, location \(index)"
        }
        if manner.usesAccuracy { name += ", accuracy" }
        if manner.detection == .path { name += ", path" }
        if let dwell = manner.dwell { name += ", dwell \(dwell)" }
        // What the rule of a fence hides is hidden when it is told, so that fences of all rules share a monitor.
        let trigger = FenceGeotrigger(
            feed: feed, ruleType: .enterOrExit, fenceParameters: GraphicsOverlayFenceParameters(graphicsOverlay: overlay), name: name)
        if manner.usesAccuracy { trigger.feedAccuracyMode = .useGeometryWithAccuracy }
        if manner.detection == .path { trigger.detection = .path() }
        trigger.rules.dwell = manner.dwell
        return trigger
    }
}
