// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions
import VedetteValues

/// Elements and members: reading, setting, and what happens where there is none.
@Suite struct ElementTests {
    @Test(arguments: [
        ProgramCase("[1, 2, 3][1]", "2"),
        ProgramCase("var a = [1]; a[0] = 5; a", "[5]"),
        ProgramCase("var a = [1]; a[1] = 5; a", "[1, 5]"),
        ProgramCase("var a = [1]; a[2] = 5", "outOfRange 'a[2]'"),
        ProgramCase("[1, 2][2]", "outOfRange '[1, 2][2]'"),
        ProgramCase("[1, 2][-1]", "2"),
        ProgramCase("var a = [[1], [2, 3]]; a[-1][-2] = 9; a", "[[1], [9, 3]]"),
        ProgramCase("[1, 2][-3]", "outOfRange '[1, 2][-3]'"),
        ProgramCase("[][-1]", "outOfRange '[][-1]'"),
        ProgramCase("[1, 2][0.5]", "outOfRange '[1, 2][0.5]'"),
        ProgramCase("[1, 2][1e300]", "outOfRange '[1, 2][1e300]'"),
        ProgramCase("[1, 2][NaN]", "outOfRange '[1, 2][NaN]'"),
        ProgramCase("[1, 2]['0']", "type '[1, 2]['0']'"),
        ProgramCase("[1, 2][true]", "type '[1, 2][true]'"),
        ProgramCase("var a = [1, 2]; a[1] += 5; a[0]++; --a[0]; a", "[1, 7]"),
        ProgramCase("var a = [1]; [a[0]++, a[0], ++a[0]]", "[1, 2, 3]"),
        ProgramCase("var a = [[1], [2]]; a[1][0] = 9; a", "[[1], [9]]"),
        ProgramCase("var a = b = 1; var b", "unknownVariable 'b'"),
        ProgramCase("var a, b; a = b = 3; [a, b]", "[3, 3]"),
        ProgramCase("var a = [1]; var x = (a[0] = 7); [a, x]", "[[7], 7]"),
        // What is set is evaluated from left to right, once.
        ProgramCase("var n = 0; function f() { n++; return 0 } var a = [5]; a[f()] += 1; [a, n]", "[[6], 1]"),
    ])
    func anArrayHasElements(script: ProgramCase) {
        #expect(outcome(of: script.source) == script.expected)
    }

    @Test(arguments: [
        ProgramCase("var d = { a: 1, 'b c': 2 }; [d.a, d['b c'], d.A, d['B C']]", "[1, 2, 1, 2]"),
        ProgramCase("var d = {}; d.x = 1; d['y'] = 2; d", "{x: 1, y: 2}"),
        ProgramCase("var d = { Name: 1 }; d.NAME = 2; d", "{Name: 2}"),
        ProgramCase("{ a: 1, A: 2 }", "{a: 2}"),
        ProgramCase("var d = { a: 1 }; d.a += 5; d.a++; ++d.a; d['a'] -= 1; d", "{a: 7}"),
        ProgramCase("var d = { a: 1 }; [d.a++, d.a--, --d.a]", "[1, 2, 0]"),
        ProgramCase("var d = {}; d[1] = 'one'; d['1']", "'one'"),
        ProgramCase("var d = {}; d[true] = 1; d", "{true: 1}"),
        ProgramCase("var d = {}; d[null] = 1", "type 'd[null]'"),
        ProgramCase("{ a: 1 }.b", "outOfRange '{ a: 1 }.b'"),
        ProgramCase("var d = {}; d['k']", "outOfRange 'd['k']'"),
        ProgramCase("var d = {}; d.k += 1", "outOfRange 'd.k'"),
        ProgramCase("var f = Feature(null, 'a', 1); f.a = 2; f['b'] = 3; [f.A, f.b]", "[2, 3]"),
        ProgramCase("null.a", "type 'null.a'"),
        ProgramCase("var x; x.a", "type 'x.a'"),
        ProgramCase("'text'.length", "type ''text'.length'"),
        ProgramCase("'text'[0]", "type ''text'[0]'"),
        ProgramCase("[1].length", "type '[1].length'"),
        ProgramCase("var n = 5; n.a = 1", "type 'n.a'"),
        ProgramCase("var n = 5; n[0] = 1", "type 'n[0]'"),
        ProgramCase("Now().year", "type 'Now().year'"),
        ProgramCase("TextFormatting.NewLine + TextFormatting.tab", "'\n\t'"),
        ProgramCase("var textFormatting = { newline: 'mine' }; TextFormatting.NewLine", "'mine'"),
    ])
    func aDictionaryHasMembers(script: ProgramCase) {
        #expect(outcome(of: script.source) == script.expected)
    }

    static let feature = ArcadeContent.feature(
        ArcadeAttributesRow([(name: "Name", value: .text("x")), (name: "size", value: .integer(3)), (name: "gone", value: .null)]))

    @Test(arguments: [
        ProgramCase("$feature.name", "'x'"),
        ProgramCase("$feature['SIZE'] + 1", "4"),
        ProgramCase("$feature.gone", "null"),
        ProgramCase("var f = $feature; f.name + f['name']", "'xx'"),
        ProgramCase("$feature.nmae", "outOfRange '$feature.nmae'"),
        ProgramCase("$feature['nmae']", "outOfRange '$feature['nmae']'"),
        ProgramCase("$feature.name = 1", "immutable '$feature.name'"),
        ProgramCase("$feature['name'] = 1", "immutable '$feature['name']'"),
        ProgramCase("$feature.size++", "immutable '$feature.size'"),
        ProgramCase("var g = Point({ x: 1, y: 2, spatialReference: { wkid: 4326 } }); [g.x, g.Y, g['y']]", "[1, 2, 2]"),
        ProgramCase("var g = Point({ x: 1, y: 2, spatialReference: { wkid: 4326 } }); g.x = 5", "immutable 'g.x'"),
        ProgramCase("var g = Point({ x: 1, y: 2, spatialReference: { wkid: 4326 } }); g.nothing", "outOfRange 'g.nothing'"),
        ProgramCase("$feature == $feature", "true"),
        ProgramCase("$feature", "feature(Name, size, gone)"),
    ])
    func aFeatureHasFields(script: ProgramCase) {
        #expect(outcome(of: script.source, ["$feature": Self.feature]) == script.expected)
    }

    @Test func whatIsMissingIsSaidWithWhatThereIs() {
        #expect(message(of: "{ speed: 1, name: 2 }.sped").contains("did you mean 'speed'"))
        #expect(message(of: "{ speed: 1, name: 2 }.other").contains("there are speed, name"))
        #expect(message(of: "$feature.nme", ["$feature": Self.feature]).contains("did you mean 'Name'"))
        #expect(message(of: "[1, 2][5]") == "index 5 lies outside of the Array, whose indexes are 0 to 1")
        #expect(message(of: "[][0]") == "index 0 lies outside of the Array, which is empty")
        #expect(message(of: "var a = 1; a()").contains("`1` is not a function"))
        #expect(message(of: "function f() { return b } f(); var b = 1").contains("`b` is used before it is declared"))
    }
}
