// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteExpressions
import VedetteModel

/// What a notification says: the outcome of a message expression.
struct GeotriggerMessage: Sendable {
    var text: String
    var actions: [String] = []
    var properties: [String: any Sendable] = [:]

    init(text: String, actions: [String]) {
        (self.text, self.actions) = (text, actions)
    }

    /// A text is the message; of a dictionary, `message` is, and `actions` are what to do, `actions` unless it names them. Of anything else it is the text.
    init(_ result: ArcadeContent, actions: [String], text: (ArcadeContent) -> String) {
        self.actions = actions
        guard case .dictionary(let entries) = result else {
            self.text = text(result)
            return
        }
        func value(_ name: String) -> ArcadeContent { entries.first { $0.name.lowercased() == name }?.value ?? .null }
        self.text = text(value("message"))
        switch value("actions") {
        case .array(let elements): self.actions = elements.map(text)
        case .text(let action): self.actions = [action]
        default: break
        }
        properties = result.sendable as? [String: any Sendable] ?? [:]
    }
}
