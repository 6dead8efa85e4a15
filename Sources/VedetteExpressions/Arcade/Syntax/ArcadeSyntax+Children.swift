// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension ArcadeNode {
    /// The expressions of which this one is made, in the order of the text.
    var children: [ArcadeNode] {
        switch kind {
        case .null, .boolean, .number, .text, .name: []
        case .template(_, let values): values
        case .array(let elements): elements
        case .dictionary(let entries): entries.map(\.value)
        case .unary(_, let value): [value]
        case .chain(let first, let rest): [first] + rest.map(\.value)
        case .and(let values), .or(let values): values
        case .assignment(let target, _, let value): [target, value]
        case .increment(let target, _, _): [target]
        case .call(let callee, let arguments): [callee] + arguments
        case .index(let base, let index): [base, index]
        case .member(let base, _): [base]
        }
    }
}

extension ArcadeStatement {
    /// One part of a statement.
    enum Part {
        case expression(ArcadeNode)
        case statement(ArcadeStatement)
    }

    /// The expressions and statements of which this one is made, in the order of the text. Those of a function are its own.
    var children: [Part] {
        switch kind {
        case .block(let statements): statements.map(Part.statement)
        case .variables(let variables): variables.compactMap { $0.value.map(Part.expression) }
        case .conditional(let branches, let otherwise):
            branches.flatMap { [Part.expression($0.condition), .statement($0.body)] } + (otherwise.map { [.statement($0)] } ?? [])
        case .loop(let first, let condition, let step, let body):
            [first.map(Part.statement), condition.map(Part.expression), step.map(Part.expression), .statement(body)].compactMap { $0 }
        case .iteration(_, _, _, let sequence, let body): [.expression(sequence), .statement(body)]
        case .whileLoop(let condition, let body): [.expression(condition), .statement(body)]
        case .returned(let value): value.map { [.expression($0)] } ?? []
        case .expression(let node): [.expression(node)]
        case .function, .breakLoop, .continueLoop, .module, .empty: []
        }
    }
}
