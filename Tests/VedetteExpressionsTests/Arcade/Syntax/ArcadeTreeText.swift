// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteExpressions

/// A tree as text with brackets around everything, `(+ 1 (* 2 3))`, so that tests can say what a script was read as.
enum ArcadeTreeText {
    static func of(_ source: String) throws -> String {
        try ArcadeParser.parse(source).statements.map(of).joined(separator: " | ")
    }

    static func of(_ statement: ArcadeStatement) -> String {
        switch statement.kind {
        case .block(let statements): "{" + statements.map(of).joined(separator: " | ") + "}"
        case .variables(let variables):
            "var " + variables.map { $0.name.text + ($0.value.map { "=" + of($0) } ?? "") }.joined(separator: ",")
        case .conditional(let branches, let otherwise):
            branches.map { "if \(of($0.condition)) \(of($0.body))" }.joined(separator: " else ")
                + (otherwise.map { " else " + of($0) } ?? "")
        case .loop(let first, let condition, let step, let body):
            "for [\(first.map(of) ?? ""); \(condition.map(of) ?? ""); \(step.map(of) ?? "")] \(of(body))"
        case .iteration(let name, let declares, let takesValues, let sequence, let body):
            "for [\(declares ? "var " : "")\(name.text) \(takesValues ? "of" : "in") \(of(sequence))] \(of(body))"
        case .whileLoop(let condition, let body): "while \(of(condition)) \(of(body))"
        case .function(let function):
            "function \(function.name.text)(\(function.parameters.map(\.text).joined(separator: ","))) {"
                + function.body.map(of).joined(separator: " | ") + "}"
        case .returned(let value): "return" + (value.map { " " + of($0) } ?? "")
        case .breakLoop: "break"
        case .continueLoop: "continue"
        case .expression(let node): of(node)
        case .module(let keyword): keyword
        case .empty: ";"
        }
    }

    static func of(_ node: ArcadeNode) -> String {
        switch node.kind {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .number(let value): Int(exactly: value).map(String.init) ?? "\(value)"
        case .text(let text): "'\(text)'"
        case .template(let texts, let values):
            "`" + texts[0] + zip(values, texts.dropFirst()).map { "${\(of($0))}\($1)" }.joined() + "`"
        case .name(let name): name
        case .array(let elements): "[" + elements.map(of).joined(separator: ",") + "]"
        case .dictionary(let entries): "{" + entries.map { "\($0.key):\(of($0.value))" }.joined(separator: ",") + "}"
        case .unary(let operation, let value): "(\(operation.rawValue) \(of(value)))"
        case .chain(let first, let rest): "(" + of(first) + rest.map { " \($0.operation.rawValue) \(of($0.value))" }.joined() + ")"
        case .and(let values): "(" + values.map(of).joined(separator: " && ") + ")"
        case .or(let values): "(" + values.map(of).joined(separator: " || ") + ")"
        case .assignment(let target, let operation, let value): "(\(of(target)) \(operation?.rawValue ?? "")= \(of(value)))"
        case .increment(let target, let step, let isPrefix):
            isPrefix ? "(\(step > 0 ? "++" : "--")\(of(target)))" : "(\(of(target))\(step > 0 ? "++" : "--"))"
        case .call(let callee, let arguments): "\(of(callee))(" + arguments.map(of).joined(separator: ",") + ")"
        case .index(let base, let index): "\(of(base))[\(of(index))]"
        case .member(let base, let name): "\(of(base)).\(name)"
        }
    }
}
