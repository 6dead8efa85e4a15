// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions
import VedetteValues

/// Functions that need a portal or a database are known, and say what to do in their place.
@Suite struct ArcadeUnavailableFunctionTests {
    @Test(arguments: ["NextSequenceValue", "FeatureSetByPortalItem", "GetUser", "Portal"])
    func aFunctionSaysWhyItIsNotToBeHad(name: String) throws {
        let definition = try #require(ArcadeFunctionCatalogue.definition(named: name))
        guard case .unavailable(let reason) = definition.state else {
            Issue.record("\(name) is available")
            return
        }
        let run = ArcadeRun(context: ArcadeContext(now: Instant(microsecondsSince1970: 0)))
        let failure = try #require(throws: ArcadeFailure.self) { _ = try definition.body(ArcadeArguments([]), run) }
        #expect(failure.code == .unavailableFunction)
        #expect(failure.message.contains(reason))
        #expect(failure.message.contains("not available in this profile"))
    }
}
