// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("vedette eval", .timeLimit(.minutes(10)))
struct EvalCommandTests {
    @Test(
        "a single expression",
        arguments: [
            (["where", "1 = 1"], "true"), (["where", "NULL = 1"], "null"), (["where", "1 + 1"], "2"), (["where", "'a' || 'b'"], #""ab""#),
            (["where", "7 / 2"], "3.5"), (["where", ""], "true"),
            (["where", "--attributes", #"{"SPEED":12,"NAME":"Orca"}"#, "speed > 10 AND NAME LIKE 'O%'"], "true"),
            (["where", "--attributes", #"{"A":null}"#, "A IS NULL"], "true"), (["where", "--attributes", #"{"B":true}"#, "B"], "true"),
            (["where", "--like-ignores-case", "'ABC' LIKE 'a%'"], "true"),
            (["where", "TIMESTAMP '2026-05-01 12:00:00'"], #"{"type":"date","iso":"2026-05-01T12:00:00.000Z"}"#),
            (["where", "DATE '2026-05-01' + 1"], #"{"type":"date","iso":"2026-05-02T00:00:00.000Z"}"#),
            (["where", "--now", "2026-05-01T12:00:00Z", "CURRENT_TIME"], #"{"type":"time","iso":"12:00:00"}"#),
            (["where", "-1 < 0"], "true"),
            (["renderer", "--attributes", #"{"HEADING":90}"#, "[HEADING] + 3.5"], "93.5"), (["renderer", "missing + 1"], "null"),
            (["renderer", "--attributes", #"{"A":"7"}"#, "-[A]"], "-7"),
        ] as [([String], String)])
    func single(arguments: [String], output: String) async throws {
        // What looks like an option goes behind the double dash.
        let arguments = arguments.dropLast() + ["--"] + arguments.suffix(1)
        let outcome = try await Program.run(["eval"] + arguments)
        #expect(outcome.text == output + "\n" && outcome.errors.isEmpty)
        #expect(outcome.ending == .exited(0))
    }

    @Test("a fault is shown in its place, and ends with status 2")
    func fault() async throws {
        let outcome = try await Program.run("eval", "where", "--attributes", #"{"SPEED":12}"#, "1 = 1 AND SPED > 10")
        #expect(outcome.ending == .exited(2) && outcome.text.isEmpty)
        #expect(
            outcome.errors == """
                vedette: there is no field 'SPED'; did you mean 'SPEED'? (at offset 10)
                    1 = 1 AND SPED > 10
                              ^

                """)
        for arguments in [
            ["where", "--attributes", "{", "1=1"], ["where", "--attributes", "[]", "1=1"], ["where"], ["where", "--now", "x", "1=1"],
        ] {
            #expect(try await Program.run(["eval"] + arguments).ending == .exited(2))
        }
    }

    @Test("a batch gives one line for each, in order, whatever is wrong")
    func batch() async throws {
        let input = """
            {"id":1,"expression":"A = 1","attributes":{"A":1}}
            {"id":"two","expression":"A >","attributes":{"A":1}}

            {"id":4,"expression":"1=1"
            {"id":[3, {"x":1}],"expression":"D > DATE '2020-01-01'","attributes":{"D":1600000000000},"fields":{"D":"date"}}
            {"expression":"A = 1","fields":{"A":"esriFieldTypeInteger"}}
            {"id":5,"expression":"B = 1","attributes":{"A":1},"parseOnly":true}
            {"id":6,"expression":"B = 1","attributes":{"A":1}}
            {"id":7}
            {"id":8,"expression":"A = 1","fields":{"A":"soup"}}
            [1]
            {"id":9,"expression":"A = 9007199254740993","attributes":{"A":9007199254740993}}
            """
        let outcome = try await Program.run("eval", "where", "--batch", input: "\u{FEFF}" + input)
        #expect(outcome.ending == .exited(0) && outcome.errors.isEmpty)
        let lines = outcome.lines
        try #require(lines.count == 11)
        #expect(lines[0] == #"{"id":1,"value":true}"#)
        #expect(lines[1] == #"{"id":"two","error":"a value is missing before the end","at":3}"#)
        #expect(lines[2].hasPrefix(#"{"id":4,"error":"the line is not JSON"#))
        #expect(lines[3] == #"{"id":[3,{"x":1}],"value":true}"#)
        #expect(lines[4] == #"{"id":null,"value":null}"#)
        #expect(lines[5] == #"{"id":5,"value":true}"#)
        #expect(lines[6] == #"{"id":6,"error":"there is no field 'B'","at":0}"#)
        #expect(lines[7].hasPrefix(#"{"id":7,"error":"#))
        #expect(lines[8].hasPrefix(#"{"id":8,"error":"#))
        #expect(lines[9].hasPrefix(#"{"id":null,"error":"#))
        #expect(lines[10] == #"{"id":9,"value":true}"#)
    }

    @Test("a batch of renderer expressions")
    func rendererBatch() async throws {
        let outcome = try await Program.run("eval", "renderer", "--batch", input: #"{"id":1,"expression":"[A] * 2","attributes":{"a":4}}"#)
        #expect(outcome.text == #"{"id":1,"value":8}"# + "\n")
    }
}
