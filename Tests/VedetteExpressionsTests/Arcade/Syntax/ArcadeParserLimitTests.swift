// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import VedetteExpressions

/// Whatever a script is, reading it needs little stack, and nothing is nested deeper than allowed.
@Suite struct ArcadeParserLimitTests {
    /// Parts that can be repeated: what begins each, what stands in the middle, what ends each.
    private static let nests: [(String, String, String)] = [
        ("(", "1", ")"), ("[", "1", "]"), ("{a:", "1", "}"), ("x={a:", "1", "}"), ("f(", "1", ")"), ("a[", "1", "]"), ("-", "1", ""),
        ("!", "a", ""),
        ("~", "1", ""), ("- -", "1", ""), ("`${", "1", "}`"), ("a=", "1", ""), ("a+=", "1", ""), ("", "a", ".b"), ("", "a", "[0]"),
        ("", "a", "()"),
        ("++", "a", ""), ("{", "a", "}"), ("if(a)", "b", ""), ("if(a){", "b", "}"), ("while(a)", "b", ""), ("for(;;)", "b", ""),
        ("for(var a in b){", "c", "}"), ("function f(){", "a", "}"), ("function f(){return ", "1", "\n}"), ("if(a)b;else ", "c", ""),
        ("if(a)b;else if(c)d;else{", "e", "}"), ("1+", "1", ""), ("1+2*", "1", ""), ("1+(2*", "1", ")"), ("a&&", "b", ""),
        ("a||b&&", "c", ""),
        ("a||b&&c|d^e&f==g<h<<i+j*-(", "1", ")"), ("IIf(a,", "b", ",c)"), ("var a=[", "1", "]"), ("1,", "2", ""), ("a;", "b", ""),
        ("a\n", "b", ""),
        ("'", "a", "'"), ("\"", "a", ""), ("/*", "a", "*/"), ("//", "a", ""), ("\\", "a", ""), ("{{a:", "1", "}}"), ("return ", "1", ""),
        (".", "5", ""),
        ("{", "", ""), ("[", "", ""), ("(", "", ""), ("`${", "", ""), ("f(", "", ""), ("if(", "", ""), ("}", "", ""), ("é", "", ""),
        ("\u{A0}", "", ""),
        ("{'a", "", ""), ("{'", "", "':1}"), ("{}", "", ""), ("{}\n", "", ""), ("if", "", ""), ("var a,", "b", ""), ("$", "a", ""),
        ("{a\n", "1", "}"),
    ]

    @Test(arguments: nests.indices)
    func aSmallStackIsEnough(index: Int) throws {
        let (opening, middle, closing) = Self.nests[index]
        // Just below the limit of nesting, beyond it, and very long.
        for count in [80, 127, 253, 254, 255, 256, 257, (16 << 10) / max(1, opening.utf8.count + closing.utf8.count)] {
            let source = String(repeating: opening, count: count) + middle + String(repeating: closing, count: count)
            let outcome = Mutex(0)
            let isDone = DispatchSemaphore(value: 0)
            let thread = Thread {
                do throws(ArcadeError) {
                    let script = try ArcadeParser.parse(source)
                    try ArcadeChecker.check(script, profile: .any)
                    outcome.withLock { $0 = 1 }
                } catch {
                    let isInside = (0...source.utf8.count).contains(error.offset)
                    outcome.withLock { $0 = isInside ? 2 : 3 }
                }
                isDone.signal()
            }
            thread.stackSize = 512 << 10
            thread.start()
            isDone.wait()
            let result = outcome.withLock { $0 }
            #expect(result == 1 || result == 2, "\(opening)…\(closing) \(count) times")
        }
    }

    @Test(arguments: [
        ("(", "1", ")"), ("[", "1", "]"), ("- ", "1", ""), ("", "a", ".b"), ("a=", "1", ""), ("{", "a", "}"), ("if(a)", "b", ""),
    ])
    func nestingIsLimited(opening: String, middle: String, closing: String) throws {
        func source(_ count: Int) -> String { String(repeating: opening, count: count) + middle + String(repeating: closing, count: count) }
        _ = try ArcadeParser.parse(source(ArcadeLimits.maximumNesting - 3))
        let error = #expect(throws: ArcadeError.self) { try ArcadeParser.parse(source(ArcadeLimits.maximumNesting + 1)) }
        #expect(error?.code == .tooLarge)
    }

    @Test(arguments: ["+", "-", "*", "&&", "||", "==", "|", "<<", "> "])
    func rowsOfOneOperatorAreNotNested(mark: String) throws {
        _ = try ArcadeParser.parse(Array(repeating: "a", count: 5_000).joined(separator: mark))
    }

    @Test func chainsOfConditionsAreNotNested() throws {
        let source = String(repeating: "if(a)b;else ", count: 1_000) + "c"
        let statements = try ArcadeParser.parse(source).statements
        guard statements.count == 1, case .conditional(let branches, let otherwise) = statements[0].kind else {
            return #expect(Bool(false))
        }
        #expect(branches.count == 1_000 && otherwise != nil)
    }

    @Test func aScriptHasALength() throws {
        let longest = String(repeating: " ", count: ArcadeLimits.maximumSourceLength)
        #expect(try ArcadeParser.parse(longest).statements.isEmpty)
        let error = #expect(throws: ArcadeError.self) { try ArcadeParser.parse(longest + " ") }
        #expect(error?.code == .tooLarge)
    }
}
