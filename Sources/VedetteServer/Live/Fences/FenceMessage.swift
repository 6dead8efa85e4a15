// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteExpressions
import VedetteGeotriggers

/// What the message expression of a drawn fence makes of an event.
enum FenceMessage {
    /// Reads and checks a script.
    ///
    /// - Returns: nil where there is none.
    /// - Throws: ``FenceRefusal`` with the place of the fault.
    static func evaluator(_ script: String) throws(FenceRefusal) -> ArcadeEvaluator? {
        guard !script.allSatisfy(\.isWhitespace) else { return nil }
        let evaluator = ArcadeEvaluator(expression: ArcadeExpression(expression: script), profile: .geotriggerNotification)
        do throws(ArcadeError) {
            try evaluator.check()
        } catch {
            throw FenceRefusal(error)
        }
        return evaluator
    }

    /// A text is the message; of a dictionary its `message` is.
    ///
    /// - Throws: `ArcadeError` where the script stumbles.
    static func text(_ evaluator: ArcadeEvaluator, of info: FenceGeotriggerNotificationInfo) throws(ArcadeError) -> String {
        let variables: [String: ArcadeContent] = [
            "$feedfeature": info.feedContent, "$fencefeature": ArcadeContent(value: info.fenceGeoElement) ?? .null,
            "$fencenotificationtype": .text(info.fenceNotificationType.rawValue),
        ]
        let result = try evaluator.evaluateResult(try evaluator.program().variableNames.map { variables[$0] ?? .null }, at: info.time)
        guard case .dictionary(let entries) = result.content else { return result.text }
        let message = entries.first { $0.name.lowercased() == "message" }?.value ?? .null
        return ArcadeEvaluationResult(of: message, like: result).text
    }
}
