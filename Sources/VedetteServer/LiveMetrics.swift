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

    private let board: QueryBoard

    init(queries board: QueryBoard) {
        self.board = board
    }

    func text(sources: [LiveSource]) -> String {
        var output = ""
        func add(_ name: String, _ kind: String, _ help: String, _ values: [(labels: String, value: Int)]) {
            output += "# HELP vedette_\(name) \(help)\n# TYPE vedette_\(name) \(kind)\n"
            for (labels, value) in values { output += "vedette_\(name)\(labels) \(value)\n" }
        }
        func one(_ counter: Counter) -> [(labels: String, value: Int)] { [("", counter.value)] }
        add("viewers", "gauge", "Viewers connected now.", one(viewers))
        add("viewers_total", "counter", "Viewers that have connected.", one(viewersTotal))
        add("viewers_stalled_total", "counter", "Viewers closed because they read nothing.", one(viewersClosedAsStalled))
        add("viewers_refused_total", "counter", "Sockets refused: a wrong origin, version or host, or too many.", one(viewersRefused))
        add("frames_total", "counter", "Frames sent.", one(frames))
        add("frame_bytes_total", "counter", "Bytes of frames sent.", one(frameBytes))
        add("notifications_total", "counter", "Notifications of all monitors.", one(notifications))
        add("notifications_missed_total", "counter", "Notifications not sent to a viewer that was too slow.", one(notificationsMissed))
        add("bad_messages_total", "counter", "Messages of viewers that were not understood.", one(badMessages))
        add("queries", "gauge", "Different queries of viewers that are run now.", [("", board.count)])
        add("queries_total", "counter", "Queries that viewers have begun.", one(queries))
        add("queries_refused_total", "counter", "Queries of viewers refused: a wrong clause or area, or too many.", one(queriesRefused))
        add("query_evaluations_total", "counter", "How often queries were asked of the stores.", one(board.evaluations))
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
        return output
    }

    private func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"").replacingOccurrences(
            of: "\n", with: "\\n")
    }
}
