// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Vedette
import VedetteExpressions

struct EvalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval",
        abstract: "Evaluate an expression of one of the small languages, or many of them.",
        subcommands: [Arcade.self, Where.self, Renderer.self])

    struct Where: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "where",
            abstract: "Evaluate a where clause: SQL as ArcGIS writes it.",
            discussion: """
                Prints true, false or null (unknown); other expressions print their value.
                Dates are printed as {"type":"date","iso":"..."}.
                """)

        @OptionGroup var input: EvaluationArguments

        @Flag(help: "Let LIKE take upper and lower case for the same.")
        var likeIgnoresCase = false

        @Option(help: "What CURRENT_TIMESTAMP is, as RFC 3339. Default: the time now.")
        var now: String?

        func run() async throws {
            var options = WhereOptions()
            options.likeIsCaseSensitive = !likeIgnoresCase
            let now = try time()
            try await input.run { task throws(ExpressionError) in
                let clause = try WhereClause(task.expression)
                if task.parseOnly { return .boolean(true) }
                return try clause.boundAsValue(to: task.fields, now: now, options: options).value(task.attributes)
            }
        }

        private func time() throws -> Instant {
            guard var now else { return Instant(Date()) }
            guard let instant = now.withUTF8({ RFC3339.parse(UnsafeRawBufferPointer($0)) }) else {
                throw CommandFailure(status: CommandFailure.badUsage, "--now takes a time such as 2026-05-01T12:00:00Z, not '\(now)'")
            }
            return instant
        }
    }

    struct Renderer: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "renderer",
            abstract: "Evaluate an expression of a renderer: arithmetic on fields, such as [HEADING] + 3.5.",
            discussion: "Prints a number, or null where an attribute is missing or is no number.")

        @OptionGroup var input: EvaluationArguments

        func run() async throws {
            try await input.run { task throws(ExpressionError) in
                let expression = try RendererExpression(task.expression)
                if task.parseOnly { return .boolean(true) }
                return expression.value(task.attributes).map { .number($0) } ?? .null
            }
        }
    }
}
