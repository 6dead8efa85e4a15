// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A statement that is being read: one with statements inside.
struct ArcadeOpenStatement {
    enum Kind {
        case script
        case block
        case function(ArcadeStatement.Name, parameters: [ArcadeStatement.Name])
        case conditional
        case loop(first: ArcadeStatement?, condition: ArcadeNode?, step: ArcadeNode?)
        case iteration(ArcadeStatement.Name, declares: Bool, takesValues: Bool, sequence: ArcadeNode)
        case whileLoop(condition: ArcadeNode)
    }

    let kind: Kind
    let start: Int
    /// Of what is between braces, where they open.
    var opening: Range<Int>
    /// What was read of a row of statements.
    var statements: [ArcadeStatement] = []
    /// Of a conditional: the branches that were read, and the condition of the one that is being read; nil in the last `else`.
    var branches: [(condition: ArcadeNode, body: ArcadeStatement)] = []
    var condition: ArcadeNode?

    /// Whether any number of statements can follow, not one.
    var isRow: Bool {
        switch kind {
        case .script, .block, .function: true
        case .conditional, .loop, .iteration, .whileLoop: false
        }
    }
}
