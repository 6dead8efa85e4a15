// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Decides from what a page says of itself when it can be pictured: a core.
///
/// It can where the base map is drawn, the labels are chosen and the number of entities has not changed for a while; where none come, once patience ends.
struct SnapshotWatch {
    /// How long a page may take to have its map and connection, in seconds.
    static let patienceForPage = 60.0
    /// How long everything has to be as it is, in seconds.
    static let calm = 1.0
    /// What the page is asked: a text of its state, or what has gone wrong.
    static let question = """
        (() => {
            const it = window.vedette?.picture?.(), { responseStatus } = performance.getEntriesByType("navigation")[0] ?? {};
            return it ? JSON.stringify(it) : responseStatus >= 400 ? JSON.stringify({ isDrawn: false, connection: "", entities: 0, fault: `it answers ${responseStatus}` }) : "";
        })()
        """

    enum Verdict: Equatable {
        case wait
        /// With so many entities.
        case ready(entities: Int)
        case hopeless(String)
    }

    private struct State: Decodable {
        /// Whether the map stands still and is drawn.
        var isDrawn: Bool
        var connection: String
        var entities: Int
        /// Why nothing will ever be drawn.
        var fault: String?
    }

    /// How long to wait for the first entities, in seconds.
    let patience: Double
    private var entities = -1
    private var since = 0.0
    private var drawnAt: Double?

    init(patience: Double) {
        self.patience = patience
    }

    /// - Parameters:
    ///   - text: what the page has answered; nil or empty while it has not begun.
    ///   - elapsed: since it was opened, in seconds.
    /// - Returns: whether to make the picture now.
    mutating func judge(_ text: String?, at elapsed: Double) -> Verdict {
        guard let text, !text.isEmpty, let state = try? JSONDecoder().decode(State.self, from: Data(text.utf8)) else {
            return elapsed < Self.patienceForPage ? .wait : .hopeless("the page did not begin within \(Self.patienceForPage) s")
        }
        if let fault = state.fault { return .hopeless(fault) }
        guard state.isDrawn, state.connection == "connected" else {
            drawnAt = nil
            guard elapsed > Self.patienceForPage + patience else { return .wait }
            return .hopeless("the map was not drawn, or not connected, within \(Self.patienceForPage + patience) s")
        }
        if state.entities != entities { (entities, since) = (state.entities, elapsed) }
        let drawnAt = drawnAt ?? elapsed
        self.drawnAt = drawnAt
        let isCalm = elapsed - max(since, drawnAt) >= Self.calm
        if entities > 0, isCalm { return .ready(entities: entities) }
        // What never stands still is pictured as it is.
        return elapsed - drawnAt >= max(patience, Self.calm) ? .ready(entities: entities) : .wait
    }
}
