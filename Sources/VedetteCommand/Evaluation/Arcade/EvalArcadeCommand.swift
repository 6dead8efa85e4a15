// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Vedette
import VedetteExpressions
import VedetteGeometry
import VedetteValues

extension EvalCommand {
    struct Arcade: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "arcade",
            abstract: "Evaluate a script in Arcade.",
            discussion: """
                Prints the value as JSON: dates as {"type":"date","iso":"..."}, geometries as Esri JSON with "type", features with "attributes".
                docs/arcade.md says what a context may hold.
                """)

        @Argument(
            help: ArgumentHelp(
                "The script. With --batch: the file that the lines are read from. Default with --batch: standard input.",
                discussion: "Before a script that begins with a minus write a double dash: vedette eval arcade -- '-5 % 3'"))
        var expression: String?

        @Option(
            help: ArgumentHelp(
                "Which variables and functions the script has: \(ArcadeProfile.names.joined(separator: ", ")).", valueName: "name"))
        var profile: String?

        @Option(
            help: ArgumentHelp(
                "A JSON file with the variables of the script, such as {\"$feature\":{\"attributes\":{…}}}. Default: none.",
                valueName: "file"))
        var context: String?

        @Option(help: "The attributes of the feature that the script is about, as a JSON object. Default: none.")
        var attributes: String?

        @Option(name: .customLong("file"), help: ArgumentHelp("Read the script from this file; - is standard input.", valueName: "script"))
        var file: String?

        @Option(help: "The time zone of dates, such as Europe/Berlin or +02:00. Default: UTC.")
        var timeZone: String?

        @Option(help: "What Now() is, as RFC 3339. Default: the time now.")
        var now: String?

        @Option(help: "Where the numbers of Random() begin. Default: 0.")
        var seed: UInt64?

        @Option(help: "How many steps the script may take. Default: \(ArcadeLimits().steps).")
        var steps: Int?

        @Flag(help: "Write what Console() says to standard error.")
        var console = false

        @Flag(
            help: ArgumentHelp(
                "Read scripts and write values, one a line.",
                discussion: """
                    Reads lines {"id":…,"expression":"…","context":{…},"attributes":{…},"timeZone":"…","profile":"…","parseOnly":true}, of which \
                    all but the expression may be left out, and writes {"id":…,"value":…} or {"id":…,"error":"…","at":offset in bytes,"line":…,\
                    "column":…} for each, in order.
                    """))
        var batch = false

        @Option(
            help: ArgumentHelp(
                "Check the cases of a file, a JSON object a line: id, expr, expected, and whatever a line of a batch may have.",
                valueName: "file"))
        var cases: String?

        @Flag(help: .hidden)
        var functions = false

        func run() async throws {
            if functions { return try StandardOutput.write(Array(ArcadeFunctionTable.markdown.utf8)) }
            var task = ArcadeTask(context: ArcadeContext(now: Instant(Date())))
            try task.useOptions(self)
            if let cases { return try await ArcadeCaseRun(task: task).run(FeedAddress(cases)) }
            if batch {
                guard attributes == nil, context == nil, file == nil else {
                    throw CommandFailure(
                        status: CommandFailure.badUsage,
                        "with --batch each line has its own script and context; leave out --file, --context and --attributes")
                }
                return try await EvaluationBatch.run(FeedAddress(expression ?? "-")) { line, output in
                    ArcadeBatchLine(task: task, showsConsole: console).answer(line, to: &output)
                }
            }
            try await runSingle(task)
        }

        private func runSingle(_ task: ArcadeTask) async throws {
            var task = task
            task.expression = try script()
            do {
                if let context { try task.read(context: try OrderedJSON(try TextFile.contents(of: context))) }
                if let attributes { try task.read(attributes: try OrderedJSON(attributes)) }
                // Said by hand, they count more than what the file says.
                try task.useOptions(self)
                let result = try task.evaluate { name in
                    Diagnostics.write("vedette: nothing is known of \(name), so it is null; --context gives values")
                }
                if console { for line in result.console { Diagnostics.write(line) } }
                var output: [UInt8] = []
                ArcadeContentWriter(timeZone: task.context.timeZone).append(result.value, to: &output)
                output.append(UInt8(ascii: "\n"))
                try StandardOutput.write(output)
            } catch let error as ArcadeError {
                throw CommandFailure(status: error.commandStatus, "\(error)\(error.pointer(in: task.expression))")
            } catch let fault as ArcadeTask.Fault {
                throw CommandFailure(status: CommandFailure.badUsage, "\(context ?? "--attributes"): \(fault.message)")
            } catch let error as JSONSyntaxError {
                throw CommandFailure(status: CommandFailure.badUsage, "\(context ?? "--attributes") is not JSON: \(error)")
            }
        }

        private func script() throws -> String {
            switch (expression, file) {
            case (let expression?, nil): return expression
            case (nil, let file?): return try TextFile.contents(of: file)
            case (nil, nil):
                throw CommandFailure(
                    status: CommandFailure.badUsage,
                    "a script is missing; write it in quotes, name its file with --file, or ask for --batch")
            case (_?, _?): throw CommandFailure(status: CommandFailure.badUsage, "there are two scripts; leave out one, or --file")
            }
        }
    }
}

extension ArcadeTask {
    /// Takes over what the options say.
    fileprivate mutating func useOptions(_ options: EvalCommand.Arcade) throws {
        do {
            if let name = options.profile { profile = try Self.profile(named: name) }
            if let name = options.timeZone { useTimeZone(try ArcadeContextDate.zone(named: name)) }
            if let now = options.now { context.now = try ArcadeContextDate.date(now, zone: context.timeZone).instant }
        } catch let fault as Fault {
            throw CommandFailure(status: CommandFailure.badUsage, fault.message)
        }
        if let seed = options.seed { context.seed = seed }
        if let steps = options.steps {
            guard steps > 0 else { throw CommandFailure(status: CommandFailure.badUsage, "--steps takes a whole number above 0") }
            context.limits.steps = steps
        }
    }
}

extension ArcadeError {
    /// A script that cannot be read is bad usage; one that fails while it runs has failed.
    fileprivate var commandStatus: Int32 {
        switch code {
        case .syntax, .tooLarge, .unknownFunction, .unavailableFunction, .argumentCount, .unknownVariable: CommandFailure.badUsage
        default: CommandFailure.workFailed
        }
    }

    /// The line of the script at fault, with a mark under the place.
    fileprivate func pointer(in script: String) -> String {
        let utf8 = script.utf8
        guard offset >= 0, let place = utf8.index(utf8.startIndex, offsetBy: offset, limitedBy: utf8.endIndex)?.samePosition(in: script)
        else {
            return ""
        }
        let before = script[..<place].reversed().prefix { !$0.isNewline }.prefix(60).reversed()
        let after = script[place...].prefix { !$0.isNewline }.prefix(40)
        // A tab stays one, so that the mark is where it belongs.
        let indentation = before.map { $0 == "\t" ? "\t" : " " }.joined()
        return "\n    \(String(before))\(after)\n    \(indentation)^"
    }
}
