// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteValues

/// A script that was read, checked and compiled, once; it can be evaluated any number of times, from any thread.
package struct ArcadeProgram: Sendable {
    /// The profile's variables that the script uses, in lower case with the dollar: `$feature`.
    package let variableNames: [String]

    private let code: ArcadeCode

    /// - Throws: the first fault of the script.
    package init(_ source: String, profile: ArcadeProfile) throws(ArcadeError) {
        guard source.utf8.count <= ArcadeLimits.maximumSourceLength else {
            throw ArcadeError(
                .tooLarge, "the script has more than \(ArcadeLimits.maximumSourceLength) bytes; leave parts of it away",
                range: 0..<0, in: "")
        }
        let script = try ArcadeParser.parse(source)
        try ArcadeChecker.check(script, profile: profile)
        try self.init(script, profile: profile)
    }

    /// A program of a script that was read and checked.
    package init(_ script: ArcadeScript, profile: ArcadeProfile) throws(ArcadeError) {
        code = try ArcadeCompiler.compile(script, profile: profile)
        variableNames = code.variableNames
    }

    /// What came of an evaluation.
    package struct Outcome: Sendable {
        package let value: ArcadeContent
        /// What `Console` said.
        package let console: [String]
        package let stepCount: Int
    }

    /// Evaluates the script with one variable for each of ``variableNames``; what is missing is null.
    package func evaluate(_ variables: [ArcadeContent], in context: ArcadeContext) throws(ArcadeError) -> Outcome {
        do throws(ArcadeFailure) {
            return try withUnsafePointer(to: context) { context throws(ArcadeFailure) in
                let own = code.run(context)
                defer { code.giveBack(own) }
                return try own._withUnsafeGuaranteedRef { run in
                    Result { () throws(ArcadeFailure) in try evaluate(variables, in: context, run) }
                }.get()
            }
        } catch {
            let range = error.range ?? 0..<code.source.utf8.count
            let place = error.beginsWithPlace ? "`\(code.text(in: range))` " : ""
            throw ArcadeError(error.code, place + error.message, range: range, in: code.source)
        }
    }
    @inline(__always)
    private func evaluate(
        _ variables: [ArcadeContent], in context: UnsafePointer<ArcadeContext>, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> Outcome {
        defer { run.finish() }
        return try variables.withUnsafeBufferPointer { variables throws(ArcadeFailure) in
            run.begin(context, variables)
            let value = try run.execute(code, routine: 0, base: run.globals, bottom: run.globals)
            let content: ArcadeContent
            switch value {
            case .boolean(let value): content = .boolean(value)
            case .number(let value): content = .number(value)
            case .text(let value): content = .text(value)
            default: content = try run.content(of: value)
            }
            return Outcome(value: content, console: run.console.isEmpty ? [] : run.console, stepCount: run.stepCount)
        }
    }
}
