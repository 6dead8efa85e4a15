// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The entities that matched when the query ran.
public struct DynamicEntityQueryResult: Sendable {
    private let matches: [DynamicEntity]

    init(_ matches: [DynamicEntity]) {
        self.matches = matches
    }

    /// The entities, each once, in the order of their ids; the nearest first where those were asked for. They stay live: what they match now may not be what they matched then.
    public func entities() -> [DynamicEntity] { matches }
}
