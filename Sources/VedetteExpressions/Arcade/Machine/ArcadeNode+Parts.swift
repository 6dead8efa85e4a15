// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension ArcadeNode {
    /// The expressions right inside this one, in the order of the text.
    var parts: [ArcadeNode] {
        switch kind {
        case .null, .boolean, .number, .text, .name: []
        case .template(_, let values): values
        case .array(let elements), .and(let elements), .or(let elements): elements
        case .dictionary(let entries): entries.map(\.value)
        case .unary(_, let operand): [operand]
        case .chain(let first, let rest): [first] + rest.map(\.value)
        case .assignment(let target, _, let value): [target, value]
        case .increment(let target, _, _): [target]
        case .call(let callee, let arguments): [callee] + arguments
        case .index(let base, let index): [base, index]
        case .member(let base, _): [base]
        }
    }
}

extension ArcadeStatement {
    /// The expressions and statements right inside this one, without those of functions that it declares.
    var parts: (nodes: [ArcadeNode], statements: [ArcadeStatement]) {
        switch kind {
        case .block(let statements): ([], statements)
        case .variables(let variables): (variables.compactMap(\.value), [])
        case .conditional(let branches, let otherwise):
            (branches.map(\.condition), branches.map(\.body) + (otherwise.map { [$0] } ?? []))
        case .loop(let first, let condition, let step, let body):
            ([condition, step].compactMap { $0 }, (first.map { [$0] } ?? []) + [body])
        case .iteration(_, _, _, let sequence, let body): ([sequence], [body])
        case .whileLoop(let condition, let body): ([condition], [body])
        case .returned(let value): (value.map { [$0] } ?? [], [])
        case .expression(let node): ([node], [])
        case .function, .breakLoop, .continueLoop, .module, .empty: ([], [])
        }
    }
}
