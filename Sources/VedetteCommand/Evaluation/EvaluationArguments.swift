// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Vedette
import VedetteExpressions
import VedetteFeeds
import VedetteGeometry
import VedetteModel

/// What is evaluated: one expression of the command line, or a batch of them.
struct EvaluationArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The expression. With --batch: the file that the lines are read from. Default with --batch: standard input.",
            discussion: "Before an expression that begins with a minus write a double dash: vedette eval renderer -- '-[HEADING]'"))
    var expression: String?

    @Option(help: "The attributes that the expression is about, as a JSON object. Default: none.")
    var attributes: String?

    @Flag(
        help: ArgumentHelp(
            "Read expressions and write values, one a line.",
            discussion: """
                Reads lines {"id":…,"expression":"…","attributes":{…},"fields":{"name":"type"},"parseOnly":true}, of which all but the \
                expression may be left out, and writes {"id":…,"value":…} or {"id":…,"error":"…","at":offset in bytes} for each, in order.
                """))
    var batch = false

    /// Evaluates what the arguments ask for and prints what comes of it.
    func run(_ evaluate: (EvaluationTask) throws(ExpressionError) -> AttributeValue) async throws {
        guard batch else {
            try runSingle(evaluate)
            return
        }
        guard attributes == nil else {
            throw CommandFailure(status: CommandFailure.badUsage, "with --batch each line has its own attributes; leave out --attributes")
        }
        try await EvaluationBatch.run(FeedAddress(expression ?? "-")) { line, output in Self.append(line, evaluate, to: &output) }
    }

    private func runSingle(_ evaluate: (EvaluationTask) throws(ExpressionError) -> AttributeValue) throws {
        guard let expression else {
            throw CommandFailure(status: CommandFailure.badUsage, "an expression is missing; write it in quotes, or ask for --batch")
        }
        do {
            let task = EvaluationTask(expression: expression, attributes: try parsedAttributes(), declared: [])
            var output: [UInt8] = []
            EvaluationWriter.append(try evaluate(task), to: &output)
            output.append(UInt8(ascii: "\n"))
            try StandardOutput.write(output)
        } catch let error as ExpressionError {
            throw CommandFailure(status: CommandFailure.badUsage, "\(error)\(EvaluationWriter.pointer(to: error.offset, in: expression))")
        }
    }

    private func parsedAttributes() throws -> [String: any Sendable] {
        guard var attributes else { return [:] }
        do {
            let json = try attributes.withUTF8 { bytes throws(JSONSyntaxError) in try JSONValue(text: UnsafeRawBufferPointer(bytes)) }
            guard case .object(let members) = json else {
                throw CommandFailure(status: CommandFailure.badUsage, #"--attributes takes a JSON object such as '{"SPEED":12}'"#)
            }
            return EvaluationTask.attributes(members)
        } catch let error as JSONSyntaxError {
            throw CommandFailure(status: CommandFailure.badUsage, #"--attributes takes a JSON object such as '{"SPEED":12}': \#(error)"#)
        }
    }

    // MARK: Batches

    private static func append(
        _ line: UnsafeRawBufferPointer, _ evaluate: (EvaluationTask) throws(ExpressionError) -> AttributeValue, to output: inout [UInt8]
    ) {
        var id = Array("null".utf8)
        do {
            let task = try EvaluationTask(line: line, id: &id)
            let value = try evaluate(task)
            EvaluationWriter.append(id: id, value: value, to: &output)
        } catch let fault as EvaluationTask.Fault {
            EvaluationWriter.append(id: id, error: fault.message, at: fault.offset, to: &output)
        } catch let error as ExpressionError {
            EvaluationWriter.append(id: id, error: error.message, at: error.offset, to: &output)
        } catch {
            EvaluationWriter.append(id: id, error: "\(error)", at: 0, to: &output)
        }
    }
}
