// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette
import VedetteDynamicEntities
import VedetteModel

/// What a server counts, and how it tells: the text format of Prometheus.
final class LiveMetrics: Sendable {
    let viewers = Counter()
    let viewersTotal = Counter()
    let viewersClosedAsStalled = Counter()
    let viewersRefused = Counter()
    let frames = Counter()
    let frameBytes = Counter()
    let notifications = Counter()
    let notificationsMissed = Counter()
    let badMessages = Counter()
    let queries = Counter()
    let queriesRefused = Counter()

    /// Viewers that show a location now.
    let locationViewers = Counter()
    /// Messages about where locations are.
    let locationMessages = Counter()
    let viewpoints = Counter()

    /// What all views of a server together have counted.
    ///
    /// - Parameters:
    ///   - hubs: the views.
    ///   - sources: the sources of all of them, each once.
    ///   - locations: likewise.
    /// - Returns: the text format of Prometheus.
    func text(of hubs: [LiveHub], sources: [LiveSource], locations: [SharedLocation]) -> String {
        var output = ""
        func add(_ name: String, _ kind: String, _ help: String, _ values: [(labels: String, value: Int)]) {
            output += "# HELP vedette_\(name) \(help)\n# TYPE vedette_\(name) \(kind)\n"
            for (labels, value) in values { output += "vedette_\(name)\(labels) \(value)\n" }
        }
        func one(_ counter: Counter) -> [(labels: String, value: Int)] { [("", counter.value)] }
        func sum(_ value: (LiveHub) -> Int) -> Int { hubs.reduce(0) { $0 + value($1) } }
        add("viewers", "gauge", "Viewers connected now.", one(viewers))
        add("viewers_total", "counter", "Viewers that have connected.", one(viewersTotal))
        add("viewers_stalled_total", "counter", "Viewers closed because they read nothing.", one(viewersClosedAsStalled))
        add("viewers_refused_total", "counter", "Sockets refused: a wrong origin, version or host, or too many.", one(viewersRefused))
        add("frames_total", "counter", "Frames sent.", one(frames))
        add("frame_bytes_total", "counter", "Bytes of frames sent.", one(frameBytes))
        add("notifications_total", "counter", "Notifications of all monitors.", one(notifications))
        add("notifications_missed_total", "counter", "Notifications not sent to a viewer that was too slow.", one(notificationsMissed))
        add("bad_messages_total", "counter", "Messages of viewers that were not understood.", one(badMessages))
        add("queries", "gauge", "Different queries of viewers that are run now.", [("", sum { $0.queries.count })])
        add("queries_total", "counter", "Queries that viewers have begun.", one(queries))
        add("queries_refused_total", "counter", "Queries of viewers refused: a wrong clause or area, or too many.", one(queriesRefused))
        add(
            "query_evaluations_total", "counter", "How often queries were asked of the stores.",
            [("", sum { $0.queries.evaluations.value })])
        if hubs.contains(where: { $0.fences != nil }) {
            add("drawn_fences", "gauge", "Fences that viewers have drawn.", [("", sum { $0.fences?.count ?? 0 })])
            add("fence_edits_total", "counter", "Changes of drawn fences.", [("", sum { $0.fences?.edits.value ?? 0 })])
            add(
                "fence_edits_refused_total", "counter", "Changes of drawn fences that were refused.",
                [("", sum { $0.fences?.refusals.value ?? 0 })])
        }
        let labelled = sources.enumerated().map { index, source in
            (source, "{source=\"\(index)\",name=\"\(escaped(source.name))\"")
        }
        add(
            "entities", "gauge", "Entities of a source.",
            labelled.map { source, labels in (labels + "}", source.dataSource.entityStore.withStore { $0.trackCount }) })
        add(
            "observations", "gauge", "Observations of a source that are kept.",
            labelled.map { source, labels in (labels + "}", source.dataSource.entityStore.withStore { $0.observationCount }) })
        add(
            "rejected_observations_total", "counter", "Observations of a source that were not taken in.",
            labelled.flatMap { source, labels in
                source.dataSource.rejectedObservationCounts.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                    ("\(labels),reason=\"\($0.key.rawValue)\"}", $0.value)
                }
            })
        guard !locations.isEmpty else { return output }
        add("location_viewers", "gauge", "Viewers that show a location now.", one(locationViewers))
        add("location_messages_total", "counter", "Messages that told viewers where a location is.", one(locationMessages))
        add("viewpoints_total", "counter", "Viewpoints that views were moved to.", one(viewpoints))
        func each(_ value: (SharedLocation) -> Int) -> [(labels: String, value: Int)] {
            locations.enumerated().map { index, location in
                ("{location=\"\(index)\",name=\"\(escaped(location.description.name))\"}", value(location))
            }
        }
        add("locations_started", "gauge", "Whether a location source runs.", each { $0.standing.status == .started ? 1 : 0 })
        add("location_updates_total", "counter", "Locations that have come.", each { $0.updates.value })
        add("location_rejected_total", "counter", "Locations that are no place on Earth.", each { $0.rejected.value })
        add("location_failures_total", "counter", "How often a location source has failed.", each { $0.failures.value })
        add("location_path_points", "gauge", "Points of the path that are kept.", each { $0.path.count })
        return output
    }

    private func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"").replacingOccurrences(
            of: "\n", with: "\\n")
    }
}
