// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("vedette eval arcade", .timeLimit(.minutes(10)))
struct EvalArcadeTests {
    @Test(
        "a single script, and what it is asked with",
        arguments: [
            (["1 + 2"], "3"), (["'a' + 1"], #""a1""#), (["null"], "null"), (["1 / 0"], "null"),
            (["[1, 'x', {b: 2, a: null}]"], #"[1,"x",{"b":2,"a":null}]"#),
            (["--", "-5 % 3"], "-2"), (["Date(2016, 9, 20, 10, 41, 37)"], #"{"type":"date","iso":"2016-10-20T10:41:37Z","zone":"UTC"}"#),
            (
                ["--time-zone", "America/Los_Angeles", "Date('2016-10-20T17:41:37+00:00')"],
                #"{"type":"date","iso":"2016-10-20T10:41:37-07:00","zone":"America/Los_Angeles"}"#
            ), (["Date(2016, 9, 20, 1, 2, 3, 4, 'unknown')"], #"{"type":"date","iso":"2016-10-20T01:02:03.004","zone":"unknown"}"#),
            (["DateOnly(2023, 5, 11)"], #"{"type":"dateOnly","iso":"2023-06-11"}"#),
            (["Time(18, 30)"], #"{"type":"time","iso":"18:30:00"}"#),
            (["Time(2, 15, 19, 800)"], #"{"type":"time","iso":"02:15:19.800"}"#),
            (["--now", "2026-05-01T12:00:00Z", "Now()"], #"{"type":"date","iso":"2026-05-01T12:00:00Z","zone":"UTC"}"#),
            (
                ["Point({x: 1, y: 2.5, spatialReference: {wkid: 4326}})"],
                #"{"type":"point","x":1,"y":2.5,"spatialReference":{"wkid":4326}}"#
            ),
            (
                ["Feature(Point({x: 1, y: 2, spatialReference: {wkid: 4326}}), 'a', 1, 'b', 'x')"],
                #"{"type":"feature","geometry":{"type":"point","x":1,"y":2,"spatialReference":{"wkid":4326}},"attributes":{"a":1,"b":"x"}}"#
            ), (["--attributes", #"{"SPEED":12,"NAME":"Orca"}"#, "$feature.name + ' ' + $feature.speed"], #""Orca 12""#),
            (["--profile", "location-update-constraint", "--attributes", #"{"velocity":3}"#, "$locationupdate.velocity > 2"], "true"),
            (["--profile", "Geotrigger Notification", "--attributes", #"{"name":"Orca"}"#, "$feedfeature.name"], #""Orca""#),
        ] as [([String], String)])
    func single(arguments: [String], output: String) async throws {
        let outcome = try await Program.run(["eval", "arcade"] + arguments)
        #expect(outcome.text == output + "\n" && outcome.errors.isEmpty)
        #expect(outcome.ending == .exited(0))
    }

    @Test("variables as people write them in a context")
    func contexts() async throws {
        let places = #"{"features":[{"attributes":{"n":1},"geometry":{"x":1,"y":2}},{"attributes":{"n":2}}]}"#
        let point = #"{"type":"Point","coordinates":[3,4]}"#
        for (context, script, value) in [
            (#"{"$feature":{"attributes":{"A":1},"geometry":{"x":5,"y":6}}}"#, "[$feature.a, Geometry($feature).y]", "[1,6]"),
            (#"{"feature":{"A":1}}"#, "$feature.a", "1"),
            (#"{"variables":{"Feature":{"A":1}}}"#, "$feature.a", "1"),
            (#"{"attributes":{"A":1},"geometry":\#(point)}"#, "[$feature.a, Geometry($feature).x]", "[1,3]"),
            (#"{"type":"Feature","properties":{"A":1},"geometry":\#(point)}"#, "[$feature.a, Geometry($feature).x]", "[1,3]"),
            (#"{"$feature":{"type":"Feature","id":7,"properties":{"A":1},"geometry":\#(point)}}"#, "Geometry($feature).y", "4"),
            (#"{"$feature":{"properties":{"A":1},"geometry":\#(point)}}"#, "[$feature.a, Geometry($feature).y]", "[1,4]"),
            (#"{"$feature":{"A":1,"geometry":\#(point)}}"#, "HasKey($feature, 'geometry')", "false"),
            (#"{"$view":{"scale":5000},"$value":[1,"x",null]}"#, "[$view.scale, $value]", #"[5000,[1,"x",null]]"#),
            (#"{"$value":{"type":"date","iso":"2026-05-01T12:00:00Z"},"timeZone":"Europe/Berlin"}"#, "Hour($value)", "14"),
            (#"{"$feature":{"attributes":{"T":{"type":"date","iso":"2026-05-01T12:00:00Z"}}}}"#, "Hour($feature.t)", "12"),
            (
                #"{"$feature":{"attributes":{"T":1777636800000},"fields":[{"name":"T","type":"esriFieldTypeDate"}]}}"#, "Hour($feature.t)",
                "12"
            ), (#"{"$layer":\#(places)}"#, "Sum($layer, 'n')", "3"), (#"{"$layer":[{"n":4},{"n":5}]}"#, "Count($layer)", "2"),
            (
                #"{"$map":{"layers":[{"id":"a","title":"Places","features":[{"attributes":{"n":1}}]}]}}"#,
                "Count(FeatureSetByName($map, 'Places'))", "1"
            ),
            (#"{"$map":{"Places":\#(places)}}"#, "Count(FeatureSetByName($map, 'Places'))", "2"),
            (#"{"$datastore":\#(places)}"#, "Count(FeatureSetById($datastore, '0'))", "2"),
            (#"{"now":"2026-05-01T12:00:00Z"}"#, "Number(Now())", "1777636800000"), (#"{"now":1777636800000}"#, "Year(Now())", "2026"),
            (
                #"{"spatialReference":{"wkid":3857},"$feature":{"attributes":{},"geometry":{"x":1,"y":2}}}"#,
                "Geometry($feature).spatialReference.wkid", "3857"
            ),
            (#"{"$feature":{"attributes":{},"geometry":{"x":1,"y":2}}}"#, "Geometry($feature).spatialReference.wkid", "4326"),
        ] {
            let folder = try TemporaryFolder()
            let file = try folder.file("context.json", context)
            let outcome = try await Program.run("eval", "arcade", "--context", file, script)
            #expect(outcome.text == value + "\n" && outcome.errors.isEmpty, "\(context) \(script)")
        }
    }

    @Test("fields beside a context are those of its features that declare none")
    func fieldsBesideContext() async throws {
        let feature = #"{"attributes":{"D":0,"E":0}}"#
        let declared = #"{"attributes":{"D":0},"fields":[{"name":"D","type":"esriFieldTypeDouble"}]}"#
        let input = """
            {"expression":"[TypeOf($feature.D), TypeOf($feature.E)]","context":{"$feature":\(feature)},"fields":{"d":"date"}}
            {"expression":"TypeOf($feature.D)","context":{"feature":{"D":"2026-05-01"}},"fields":{"D":"dateOnly"}}
            {"expression":"TypeOf($feature.D)","context":{"attributes":{"D":0}},"fields":[{"name":"D","type":"esriFieldTypeDate"}]}
            {"expression":"TypeOf($feature.D)","context":{"$feature":\(feature),"fields":{"D":"date"}},"fields":{"D":"double"}}
            {"expression":"TypeOf($feature.D)","context":{"$feature":\(declared)},"fields":{"D":"date"}}
            {"expression":"TypeOf(First($layer).D)","context":{"$layer":[\(feature)]},"fields":{"D":"date"}}
            """
        let outcome = try await Program.run("eval", "arcade", "--batch", input: input)
        #expect(
            outcome.lines == [
                #"{"id":null,"value":["Date","Number"]}"#, #"{"id":null,"value":"DateOnly"}"#, #"{"id":null,"value":"Date"}"#,
                #"{"id":null,"value":"Date"}"#, #"{"id":null,"value":"Number"}"#, #"{"id":null,"value":"Date"}"#,
            ])
    }

    @Test("a layer has the fields that it declares and those that its features have")
    func fieldsOfLayers() async throws {
        let declared = #"{"fields":[{"name":"a","type":"esriFieldTypeInteger"},{"name":"b"}],"features":[{"attributes":{"a":1}}]}"#
        let partly = #"{"fields":[{"name":"d","type":"esriFieldTypeDate"}],"features":[{"attributes":{"a":1}},{"attributes":{"a":2}}]}"#
        let input = """
            {"expression":"[First($layer).b, HasKey(First($layer), 'b')]","context":{"$layer":\(declared)}}
            {"expression":"[Count(Filter($layer, 'a = 1')), Sum($layer, 'a')]","context":{"$layer":\(partly)}}
            {"expression":"[Count(Filter($layer, 'b = 2')), Sum($layer, 'b')]","context":{"$layer":[{"a":1},{"b":2}]}}
            {"expression":"IsEmpty($feature.D)","attributes":{"A":1},"fields":{"D":"date"}}
            """
        let outcome = try await Program.run("eval", "arcade", "--batch", input: input)
        #expect(
            outcome.lines == [
                #"{"id":null,"value":[null,true]}"#, #"{"id":null,"value":[1,3]}"#, #"{"id":null,"value":[1,2]}"#,
                #"{"id":null,"value":true}"#,
            ])
    }

    @Test("a fault is shown in its place")
    func faults() async throws {
        let unknown = try await Program.run("eval", "arcade", "var x = 1;\nreturn Lenght(x);\n")
        #expect(unknown.ending == .exited(2) && unknown.text.isEmpty)
        #expect(unknown.errors.contains("(line 2, column 8)\n    return Lenght(x);\n           ^\n"))
        // What fails while it runs is work that failed.
        let running = try await Program.run("eval", "arcade", "[1, 2][5]")
        #expect(running.ending == .exited(1) && running.errors.contains("line 1"))
        for arguments in [
            [], ["--profile", "nope", "1"], ["--time-zone", "Nowhere/Atall", "1"], ["--now", "x", "1"], ["--attributes", "[]", "1"],
            ["--attributes", "{", "1"], ["--file", "x", "1"], ["--steps", "0", "1"], ["--batch", "--attributes", "{}"],
        ] {
            #expect(try await Program.run(["eval", "arcade"] + arguments).ending == .exited(2), "\(arguments)")
        }
        #expect(try await Program.run("eval", "arcade", "--context", "/nonexistent", "1").ending == .exited(1))
    }

    @Test("a script from a file or standard input; what it says; what it may use; what nobody gave it")
    func options() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("script.arcade", "// From a file.\nConsole('seen', 1)\nreturn 2")
        let fromFile = try await Program.run("eval", "arcade", "--console", "--file", file)
        #expect(fromFile.text == "2\n" && fromFile.errors.contains("seen"))
        #expect(try await Program.run("eval", "arcade", "--file", "-", input: "1 +\n1").text == "2\n")
        let bounded = try await Program.run("eval", "arcade", "--steps", "50", "var n = 0; while (n < 1000) n++; n")
        #expect(bounded.ending == .exited(1) && bounded.errors.contains("50 steps"))
        let missing = try await Program.run("eval", "arcade", "IsEmpty($feature)")
        #expect(missing.text == "true\n" && missing.errors.contains("$feature"))
        let first = try await Program.run("eval", "arcade", "--seed", "7", "Random()")
        #expect(first.text == (try await Program.run("eval", "arcade", "--seed", "7", "Random()").text))
        #expect(first.text != (try await Program.run("eval", "arcade", "--seed", "8", "Random()").text))
    }

    @Test("a batch gives one line for each, in order, whatever is wrong")
    func batch() async throws {
        let input = """
            {"id":1,"expression":"$feature.A + 1","attributes":{"A":1}}
            {"id":"two","expression":"1 +"}

            {"id":4,"expression":"1"
            {"id":[3, {"x":1}],"expression":"Date(0)","timeZone":"America/New_York"}
            {"expression":"nobody.knows($this)","parseOnly":true}
            {"id":6,"expression":"var x = 1;\\n[1][x]"}
            {"id":7}
            {"id":8,"expression":"while (true) {}"}
            [1]
            {"id":9,"expression":"$locationupdate.velocity","profile":"location-update-constraint","context":{"$locationupdate":{"velocity":2}}}
            {"id":10,"expression":"1","profile":"nope"}
            {"id":11,"expression":"$feature.D","attributes":{"D":0},"fields":{"D":"date"}}
            {"id":12,"expression":"1","context":7}
            """
        let outcome = try await Program.run("eval", "arcade", "--batch", input: "\u{FEFF}" + input)
        #expect(outcome.ending == .exited(0) && outcome.errors.isEmpty)
        let lines = outcome.lines
        try #require(lines.count == 13)
        #expect(lines[0] == #"{"id":1,"value":2}"#)
        #expect(lines[1].hasPrefix(#"{"id":"two","error":""#) && lines[1].contains(#","at":3,"line":1,"column":4,"#))
        #expect(lines[2].hasPrefix(#"{"id":4,"error":"the line is not JSON"#))
        #expect(lines[3] == #"{"id":[3,{"x":1}],"value":{"type":"date","iso":"1969-12-31T19:00:00-05:00","zone":"America/New_York"}}"#)
        #expect(lines[4] == #"{"id":null,"value":true}"#)
        #expect(lines[5].hasPrefix(#"{"id":6,"error":""#) && lines[5].contains(#""line":2,"#))
        #expect(lines[6].hasPrefix(#"{"id":7,"error":"#))
        #expect(lines[7].hasPrefix(#"{"id":8,"error":"#) && lines[7].contains("limitExceeded"))
        #expect(lines[8].hasPrefix(#"{"id":null,"error":"#))
        #expect(lines[9] == #"{"id":9,"value":2}"#)
        #expect(lines[10].hasPrefix(#"{"id":10,"error":"there is no profile 'nope'"#))
        #expect(lines[11] == #"{"id":11,"value":{"type":"date","iso":"1970-01-01T00:00:00Z","zone":"UTC"}}"#)
        #expect(lines[12].hasPrefix(#"{"id":12,"error":"a context is a JSON object"#))
    }

    @Test("the table of functions in the documents is what the catalogue says; script/generate-arcade-functions writes it")
    func functionTable() async throws {
        let table = try await Program.run("eval", "arcade", "--functions").text
        #expect(table.hasPrefix("# Functions of Arcade\n"))
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..").standardizedFileURL
        for path in ["docs/arcade-functions.md", "Sources/Vedette/Vedette.docc/ArcadeFunctions.md"] {
            let committed = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
            #expect(committed == table, "\(path) is out of date: run script/generate-arcade-functions")
        }
    }
}
