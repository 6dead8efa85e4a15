// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteExpressions
import VedetteGeometry
import VedetteModel
import VedetteValues

extension FuzzTarget {
    /// Reading, checking and running scripts in Arcade under small limits; what they return as JSON.
    static let arcade = FuzzTarget(text: "arcade") { source in
        do throws(ArcadeError) {
            let program = try ArcadeProgram(source, profile: .any)
            let first = try outcome(of: program)
            let second = try outcome(of: program)
            require(first.stepCount == second.stepCount && first.console == second.console, "the same script does the same twice")
            require(first.stepCount <= limits.steps, "\(first.stepCount) steps are more than \(limits.steps)")
            requireJSON(of: first.value)
        } catch {
            require((0...source.utf8.count).contains(error.offset), "the place of a fault is in the text: \(error)")
            require(error.line > 0 && error.column > 0 && !error.message.isEmpty, "a fault has a line and a message: \(error)")
        }
    }

    private static let limits = {
        var limits = ArcadeLimits()
        (limits.steps, limits.callDepth, limits.valueSize, limits.memory) = (20_000, 32, 1 << 16, 1 << 20)
        return limits
    }()

    private static let context = {
        var context = ArcadeContext(now: Instant(microsecondsSince1970: 1_800_000_000_000_000), seed: 5)
        context.limits = limits
        return context
    }()

    private static let variables: [String: ArcadeContent] = [
        "$feature": .dictionary([("NAME", .text("Nordstern")), ("SPEED", .number(12.5)), ("NOTE", .null)]),
        "$x": .array([.number(1), .number(.nan), .text("a"), .boolean(true)]), "$p": .geometry(Point(x: 1, y: 2)),
    ]

    private static func outcome(of program: ArcadeProgram) throws(ArcadeError) -> ArcadeProgram.Outcome {
        try program.evaluate(program.variableNames.map { variables[$0] ?? .null }, in: context)
    }

    private static let writer = mustRead("Text($x)") { try ArcadeProgram("Text($x)", profile: .any) }

    /// The text of an array or a dictionary is JSON, unless it is too deep or too long for one.
    private static func requireJSON(of value: ArcadeContent) {
        switch value {
        case .array, .dictionary: break
        default: return
        }
        guard let written = accepted({ try writer.evaluate([value], in: context) }), case .text(let text) = written.value else { return }
        _ = mustRead(text) { try Array(text.utf8).withUnsafeBytes { try JSONValue(text: $0) } }
    }
}
