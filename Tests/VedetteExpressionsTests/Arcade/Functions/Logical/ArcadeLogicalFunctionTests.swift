// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions

@Suite struct ArcadeLogicalFunctionTests {
    @Test(arguments: [
        ScriptCase("Boolean('true')", "true"),
        ScriptCase("Boolean('TRUE')", "true"),
        ScriptCase("Boolean(0)", "false"),
        ScriptCase("Boolean(1)", "true"),
        ScriptCase("Boolean(-0.5)", "true"),
        ScriptCase("Boolean(NaN)", "false"),
        ScriptCase("Boolean('hello')", "false"),
        ScriptCase("Boolean(null)", "false"),
        ScriptCase("Decode(2, 1, 'Residential', 2, 'Commercial', 3, 'Mixed', 'Other')", "'Commercial'"),
        ScriptCase("Decode(9, 1, 'Residential', 2, 'Commercial', 3, 'Mixed', 'Other')", "'Other'"),
        ScriptCase("Decode(9, 1, 'Residential')", "null"),
        ScriptCase("Decode('2', 2, 'number', 'text')", "'text'"),
        ScriptCase("Decode(null, null, 'nothing', 'something')", "'nothing'"),
        ScriptCase("Decode(1)", "null"),
        ScriptCase("Decode(1, 'default')", "'default'"),
        ScriptCase("IIf(1 < 2, 'below', 'above')", "'below'"),
        ScriptCase("IIf(false, 'below', 'above')", "'above'"),
        ScriptCase("IIf(1, 'a', 'b')", "!type"),
        ScriptCase("IIf(null, 'a', 'b')", "!type"),
        ScriptCase("When(false, 1, true, 2, true, 3, 4)", "2"),
        ScriptCase("When(false, 1, false, 2, 3)", "3"),
        ScriptCase("When(false, 1, 2)", "2"),
        ScriptCase("When('yes', 1, 2)", "!type"),
        ScriptCase("IsEmpty(null)", "true"),
        ScriptCase("IsEmpty('')", "true"),
        ScriptCase("IsEmpty(' ')", "false"),
        ScriptCase("IsEmpty({})", "false"),
        ScriptCase("IsEmpty([])", "false"),
        ScriptCase("IsEmpty('hello world')", "false"),
        ScriptCase("IsEmpty(0)", "false"),
        ScriptCase("IsNan('hello')", "true"),
        ScriptCase("IsNan('4')", "false"),
        ScriptCase("IsNan(4)", "false"),
        ScriptCase("IsNan(Infinity * 0)", "true"),
        ScriptCase("IsNan(null)", "false"),
        ScriptCase("IsNan([])", "true"),
        ScriptCase("TypeOf('Hello')", "'Text'"),
        ScriptCase("TypeOf(1)", "'Number'"),
        ScriptCase("TypeOf(true)", "'Boolean'"),
        ScriptCase("TypeOf(null)", "'Null'"),
        ScriptCase("TypeOf(Now())", "'Date'"),
        ScriptCase("TypeOf(Time(1))", "'Time'"),
        ScriptCase("TypeOf(DateOnly(2020, 1, 1))", "'DateOnly'"),
        ScriptCase("TypeOf([])", "'Array'"),
        ScriptCase("TypeOf({})", "'Dictionary'"),
        ScriptCase("TypeOf(TypeOf)", "'Function'"),
        ScriptCase("TypeOf(Point({x: 1, y: 2, spatialReference: {wkid: 4326}}))", "'Point'"),
    ])
    func aConditionDecides(_ scriptCase: ScriptCase) throws { try scriptCase.check() }

    @Test(arguments: [
        ScriptCase("DefaultValue('', 'no data')", "'no data'"),
        ScriptCase("DefaultValue(null, 'no data')", "'no data'"),
        ScriptCase("DefaultValue('x', 'no data')", "'x'"),
        ScriptCase("DefaultValue(0, 1)", "0"),
        ScriptCase("DefaultValue([], 1)", "[]"),
        ScriptCase("DefaultValue(null)", "null"),
        ScriptCase("DefaultValue({time: 5}, 'time', 'No time logged')", "5"),
        ScriptCase("DefaultValue({time: ''}, 'time', 'No time logged')", "'No time logged'"),
        ScriptCase("DefaultValue({time: ''}, 'conditions', 'n/a')", "'n/a'"),
        ScriptCase("DefaultValue({w: {p: {type: 'rain'}}}, ['w', 'p', 'type'], 'none')", "'rain'"),
        ScriptCase("DefaultValue({w: {p: {type: null}}}, ['w', 'p', 'type'], 'none')", "'none'"),
        ScriptCase("DefaultValue({w: 1}, ['w', 'p', 'type'], 'none')", "'none'"),
        ScriptCase("DefaultValue([1, null], 1, 'none')", "'none'"),
        ScriptCase("DefaultValue([1, null], 0, 'none')", "1"),
        ScriptCase("DefaultValue([1, null], 7, 'none')", "'none'"),
        ScriptCase("DefaultValue(null, 'a', 'none')", "'none'"),
    ])
    func aDefaultStandsIn(_ scriptCase: ScriptCase) throws { try scriptCase.check() }

    /// Handed on as values, the functions get all their arguments worked out, and say the same.
    @Test(arguments: [
        ScriptCase("var f = IIf; f(true, 1, 2)", "1"),
        ScriptCase("var f = IIf; f('true', 1, 2)", "!type"),
        ScriptCase("var f = When; f(false, 1, true, 2, 3)", "2"),
        ScriptCase("var f = When; f(false, 1, 3)", "3"),
        ScriptCase("var f = When; f(0, 1, 3)", "!type"),
        ScriptCase("var f = Decode; f(2, 1, 'a', 2, 'b', 'c')", "'b'"),
        ScriptCase("var f = Decode; f(3, 1, 'a', 2, 'b', 'c')", "'c'"),
        ScriptCase("var f = Decode; f(3, 1, 'a', 2, 'b')", "null"),
        ScriptCase("var f = Decode; f(3)", "null"),
    ])
    func functionsAsValuesAgree(_ scriptCase: ScriptCase) throws { try scriptCase.check() }
}
