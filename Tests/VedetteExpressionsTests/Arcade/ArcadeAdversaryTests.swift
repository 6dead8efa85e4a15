// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteExpressions
import VedetteTesting
import VedetteValues

/// Scripts that mean harm come to a value or an error, within their limits, and to the same each time.
///
/// 1,000 of them, or as many as `VEDETTE_ARCADE_PROGRAMS` says, from the seed `VEDETTE_ARCADE_SEED`. `script/bench arcade` measures how long 10,000 take.
@Suite struct ArcadeAdversaryTests {
    static let programCount = number("VEDETTE_ARCADE_PROGRAMS") ?? 1_000
    static let seed = UInt64(number("VEDETTE_ARCADE_SEED") ?? 6)
    private static let partCount = 8

    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }

    @Test(arguments: 0..<partCount)
    func everyProgramEnds(part: Int) {
        let generator = ArcadeProgramGenerator(
            seed: Self.seed, functionNames: ArcadeFunctionCatalogue.definitions.map(\.name),
            signatures: ArcadeFunctionCatalogue.definitions.flatMap(\.signatures))
        for index in stride(from: part, to: Self.programCount, by: Self.partCount) {
            let program = generator.program(index)
            let first = ArcadeOutcomeText.of(program.source)
            if let fault = first.fault { Issue.record("\(program.family) \(index): \(fault)\n\(program.source.prefix(2_000))") }
            let second = ArcadeOutcomeText.of(program.source)
            #expect(first.text == second.text, "\(program.family) \(index)\n\(program.source.prefix(2_000))")
        }
    }

    @Test func aProgramIsTheSameEachTime() {
        let generator = ArcadeProgramGenerator(seed: 3, functionNames: ["Count", "Text"])
        for index in 0..<200 { #expect(generator.program(index).source == generator.program(index).source) }
        #expect(Set((0..<200).map { generator.program($0).source }).count > 150)
    }
}

/// What a script comes to, as a short text.
enum ArcadeOutcomeText {
    private static let variables: [String: ArcadeContent] = [
        "$feature": .dictionary([("NAME", .text("Nordstern")), ("SPEED", .number(12.5)), ("NOTE", .null)]), "$x": .number(7),
    ]

    /// The text, and what must not be; nil where all is well.
    static func of(_ source: String) -> (text: String, fault: String?) {
        let context = ArcadeContext(now: Instant(microsecondsSince1970: 1_800_000_000_000_000), seed: 5)
        do throws(ArcadeError) {
            let program = try ArcadeProgram(source, profile: .any)
            let outcome = try program.evaluate(program.variableNames.map { variables[$0] ?? .null }, in: context)
            var (text, budget) = ("\(outcome.stepCount) \(outcome.console.count) ", 500)
            describe(outcome.value, into: &text, &budget)
            return (text, outcome.stepCount <= context.limits.steps ? nil : "it took \(outcome.stepCount) steps")
        } catch {
            let isInside = (0...source.utf8.count).contains(error.offset) && error.line >= 1 && error.column >= 1 && !error.message.isEmpty
            return ("\(error.code.rawValue) \(error)", isInside ? nil : "the place of a fault is in the text: \(error)")
        }
    }

    private static func describe(_ value: ArcadeContent, into text: inout String, _ budget: inout Int) {
        budget -= 1
        guard budget > 0 else { return }
        switch value {
        case .array(let elements):
            text += "[\(elements.count):"
            for element in elements.prefix(budget) { describe(element, into: &text, &budget) }
        case .dictionary(let entries):
            text += "{\(entries.count):"
            for entry in entries.prefix(budget) {
                text += entry.name.prefix(40) + "="
                describe(entry.value, into: &text, &budget)
            }
        case .text(let content): text += "'\(content.utf8.count) \(content.prefix(80))'"
        case .number(let number): text += " \(number)"
        case .null: text += " null"
        case .boolean(let isTrue): text += " \(isTrue)"
        case .function(let name): text += " \(name)"
        case .date(let date): text += " \(date)"
        case .dateOnly, .time, .geometry, .feature, .featureSet, .featureSetCollection: text += " other"
        }
    }
}
