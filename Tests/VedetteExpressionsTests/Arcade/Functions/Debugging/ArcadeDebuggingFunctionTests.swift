// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions

@Suite struct ArcadeDebuggingFunctionTests {
    @Test func theConsoleKeepsWhatWasSaid() throws {
        let result = try ScriptResult("Console('a', 1, null, [true]); Console(); Console('b'); 7")
        #expect(result.console == ["a 1 null [true]", "", "b"])
        #expect(result.description == "7")
    }

    @Test(arguments: [
        "while (true) { Console() }", "while (true) { Console('a') }",
        "var t = 'x'; while (Count(t) < 100000) { t += t } while (true) { Console(t, t) }", "var a = []; a[0] = a; Console(a)",
    ])
    func theConsoleIsBounded(script: String) throws {
        #expect(try ScriptResult(script).description == "!limitExceeded")
    }

    @Test(arguments: [
        ScriptCase("Console(1)", "null"),
        ScriptCase("var e = GetEnvironment(); [e.version, e.engine, e.application, e.locale]", "['1.24', 'native', 'Vedette', 'en-US']"),
        ScriptCase("GetEnvironment().timeZone", "'UTC'"),
        ScriptCase("GetEnvironment().spatialReference", "null"),
        ScriptCase("HasKey(GetEnvironment(), 'engineVersion')", "true"),
    ])
    func theEnvironmentIsKnown(_ scriptCase: ScriptCase) throws { try scriptCase.check() }
}
