// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import VedetteExpressions
import VedetteModel

/// What a notification says: the outcome of a message expression.
struct GeotriggerMessage: Sendable {
    var text: String
    var actions: [String] = []
    var properties: [String: any Sendable] = [:]

    /// A text is the message; of a dictionary, `message` is, and `actions` are what to do. Of anything else it is the text.
    init(_ result: ArcadeContent, text: (ArcadeContent) -> String) {
        guard case .dictionary(let entries) = result else {
            self.text = text(result)
            return
        }
        func value(_ name: String) -> ArcadeContent { entries.first { $0.name.lowercased() == name }?.value ?? .null }
        self.text = text(value("message"))
        switch value("actions") {
        case .array(let elements): actions = elements.map(text)
        case .text(let action): actions = [action]
        default: break
        }
        properties = result.sendable as? [String: any Sendable] ?? [:]
    }

    init(text: String) {
        self.text = text
    }
}

extension ArcadeEvaluator {
    /// What a crossing is told as.
    ///
    /// - Throws: `ArcadeError` where the script stumbles.
    func message(feed: ArcadeContent, fence: ArcadeContent, type: FenceNotificationType) throws(ArcadeError) -> GeotriggerMessage {
        let variables = [
            "$feedfeature": feed, "$fencefeature": fence, "$fencenotificationtype": ArcadeContent.text(type.rawValue),
        ]
        let result = try evaluateResult(try program().variableNames.map { variables[$0] ?? .null })
        return GeotriggerMessage(result.content) { ArcadeEvaluationResult(of: $0, like: result).text }
    }
}
