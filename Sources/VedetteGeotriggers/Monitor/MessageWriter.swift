// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteExpressions
import VedetteLocation
import VedetteModel

/// Writes what notifications of a trigger say.
struct MessageWriter: Sendable {
    private let name: String
    let requestedActions: [String]
    private let feed: GeotriggerFeed
    private let evaluator: ArcadeEvaluator?

    init(_ trigger: Geotrigger, timeZone: TimeZone?) {
        (name, requestedActions, feed) = (trigger.name, trigger.requestedActions, trigger.feed)
        var options = ArcadeEvaluatorOptions()
        options.timeZone = timeZone
        evaluator = trigger.messageExpression.map { ArcadeEvaluator(expression: $0, profile: .geotriggerNotification, options: options) }
    }

    /// Reads and checks the script.
    func check() throws(ArcadeError) { try evaluator?.check() }

    /// - Throws: `ArcadeError` where the script stumbles.
    func message(of outcome: FenceOutcome, _ location: Location, at now: Instant) throws(ArcadeError) -> GeotriggerMessage {
        guard let evaluator else { return GeotriggerMessage(text: name, actions: requestedActions) }
        let time = outcome.fix.map { Instant(microsecondsSince1970: $0.time) } ?? now
        let variables = [
            "$feedfeature": feed.content(ofTrack: outcome.trackID, at: time) ?? location.arcadeContent,
            "$fencefeature": ArcadeContent(value: outcome.fence.element) ?? .null,
            "$fencenotificationtype": ArcadeContent.text(FenceNotificationType(outcome.event.kind).rawValue),
        ]
        let result = try evaluator.evaluateResult(try evaluator.program().variableNames.map { variables[$0] ?? .null }, at: now)
        return GeotriggerMessage(result.content, actions: requestedActions) { ArcadeEvaluationResult(of: $0, like: result).text }
    }
}
