// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Programs that call one function without end, with large, long, deep and odd arguments of the kinds that it takes.
extension ArcadeProgramMaker {
    /// Names of variables by the kind of value, as signatures write it, and what makes them.
    private static let pool: [(kind: String, name: String, making: String)] = [
        ("Text", "s0", "var s0 = 'abc';"), ("Text", "s1", "var s1 = Concatenate(Array(6000, 'Abc de, f '));"),
        ("Text", "s2", "var s2 = Concatenate(Array(3000, 'äÉ😀ß İ'));"),
        ("Text", "s3", "var s3 = 'aaaaaaaa'; for (var z = 0; z < 16; z++) { s3 += s3 }"),
        ("Text", "s4", "var s4 = Concatenate(Array(4000, '9'));"), ("Text", "s5", "var s5 = Concatenate(Array(4000, ' '));"),
        ("Text", "s6", "var s6 = '#,##0.00';"), ("Text", "s7", "var s7 = 'YYYY-MM-DD HH:mm:ss.SSS dddd MMMM ZZZ';"),
        ("Text", "s8", "var s8 = '2024-02-29T23:59:60.999Z';"), ("Text", "s9", "var s9 = Text(Array(1000, {a: [1, 'b', null]}));"),
        ("Text", "sa", "var sa = Concatenate(Array(60, '[')) + Concatenate(Array(60, ']'));"),
        ("Text", "sb", "var sb = 'A > 1 AND B LIKE \\'%b%\\' OR A IN (1, 2, 3)';"), ("Text", "sc", "var sc = ',';"),
        ("Text", "sd", "var sd = 'A';"), ("Text", "se", "var se = Concatenate(Array(1000, 'YYYY'));"),
        ("Text", "sf", "var sf = 'meters';"), ("Text", "sg", "var sg = 'Europe/Berlin';"), ("Text", "sh", "var sh = 'days';"),
        ("Text", "si", "var si = Concatenate(Array(400, 'A > 1 OR ')) + 'A = 0';"), ("Text", "sj", "var sj = 'T********';"),
        ("Text", "sk", "var sk = '{\"rings\":[[' + Concatenate(Array(1000, '[1,2],')) + '[3,4]]]}';"),
        ("Text", "sl", "var sl = Concatenate(Array(2000, 'A, '));"), ("Text", "sm", "var sm = '%A_%_a%';"),
        ("Text", "sn", "var sn = Concatenate(Array(2000, '0'));"), ("Text", "so", "var so = '';"),
        ("Number", "0", ""), ("Number", "1", ""), ("Number", "-1", ""), ("Number", "2", ""), ("Number", "0.001", ""), ("Number", "1e3", ""),
        ("Number", "1e15", ""), ("Number", "-1e308", ""), ("Number", "NaN", ""), ("Number", "Infinity", ""), ("Number", "4326", ""),
        ("Number", "1 / 3", ""), ("Number", "5e-324", ""), ("Number", "i", ""), ("Boolean", "true", ""), ("Boolean", "false", ""),
        ("Date", "d0", "var d0 = Date(2024, 1, 29, 1, 2, 3);"), ("Date", "d1", "var d1 = Date(8.64e15);"),
        ("Date", "d2", "var d2 = ChangeTimeZone(Date(1890, 1, 1), 'America/St_Johns');"), ("DateOnly", "d3", "var d3 = DateOnly(1, 1, 1);"),
        ("Time", "d4", "var d4 = Time(23, 59, 59);"), ("Array", "a0", "var a0 = [];"), ("Array", "a1", "var a1 = Array(2000, 1);"),
        ("Array", "a2", "var a2 = Array(300, Concatenate(Array(500, 'xé')));"),
        ("Array", "a3", "var a3 = [1]; for (var z = 0; z < 58; z++) { a3 = [a3] }"),
        ("Array", "a4", "var a4 = []; for (var z = 0; z < 1000; z++) { Push(a4, Random()) }"),
        ("Array", "a5", "var a5 = []; for (var z = 0; z < 500; z++) { Push(a5, Point({x: z, y: z % 7})) }"),
        ("Array", "a6", "var a6 = []; for (var z = 0; z < 40; z++) { Push(a6, Extent({xmin: z, ymin: 0, xmax: z + 2, ymax: 2})) }"),
        ("Array", "a7", "var a7 = ['A', 'B'];"), ("Array", "a8", "var a8 = [1]; Push(a8, a8);"),
        ("Array", "a9", "var a9 = [{name: 'n', expression: 'A * 2', statistic: 'SUM'}, {name: 'm', expression: 'A', statistic: 'MAX'}];"),
        ("Array", "aa", "var aa = Split(Text(Array(800, 'q')), '');"), ("Dictionary", "k0", "var k0 = {};"),
        ("Dictionary", "k1", "var k1 = {}; for (var z = 0; z < 500; z++) { k1['Key' + z] = z }"),
        ("Dictionary", "k2", "var k2 = {}; for (var z = 0; z < 58; z++) { k2 = {a: k2, b: 'c'} }"),
        ("Dictionary", "k3", "var k3 = {name: 'n', expression: 'A', statistic: 'AVG'};"),
        ("Dictionary", "k4", "var k4 = {x: 1, y: 2, spatialReference: {wkid: 32633}};"),
        ("Dictionary", "k5", "var k5 = {rings: [Array(1000, [1, 2])]};"), ("Dictionary", "k6", "var k6 = {}; k6.k = k6;"),
        ("Dictionary", "k7", "var k7 = {angleType: 'DMS', directionType: 'QUADRANT', outputType: 'text', format: 'p dd m ss.ssss b'};"),
        ("Geometry", "g0", "var g0 = Point({x: 9.1, y: 48.2, spatialReference: {wkid: 4326}});"),
        ("Geometry", "g1", "var g1 = Polygon({rings: [[[0, 0], [0, 9], [9, 9], [9, 0]]], spatialReference: {wkid: 4326}});"),
        (
            "Geometry", "g2",
            "var r2 = []; for (var z = 0; z < 1000; z++) { Push(r2, [9 * Cos(z / 160), 9 * Sin(z / 160)]) } var g2 = Polygon({rings: [r2], spatialReference: {wkid: 4326}});"
        ),
        (
            "Geometry", "g3",
            "var r3 = []; for (var z = 0; z < 60; z++) { Push(r3, [9 * Cos(z * 2.9), 9 * Sin(z * 2.9)]) } var g3 = Polygon({rings: [r3], spatialReference: {wkid: 4326}});"
        ),
        (
            "Geometry", "g4",
            "var r4 = []; for (var z = 0; z < 1500; z++) { Push(r4, [z / 100, z % 2]) } var g4 = Polyline({paths: [r4], spatialReference: {wkid: 4326}});"
        ),
        (
            "Geometry", "g5",
            "var r5 = []; for (var z = 0; z < 1000; z++) { Push(r5, [Random() * 9, Random() * 9]) } var g5 = Multipoint({points: r5, spatialReference: {wkid: 4326}});"
        ),
        ("Geometry", "g6", "var g6 = Extent({xmin: 0, ymin: 0, xmax: 1, ymax: 1, spatialReference: {wkid: 4326}});"),
        ("Geometry", "g7", "var g7 = Polyline({paths: [[[0, 5], [9, 5.5]]], spatialReference: {wkid: 4326}});"),
        ("Geometry", "g8", "var g8 = Polyline({paths: [[[4e5, 5e6], [5e5, 5.1e6]]], spatialReference: {wkid: 32633}});"),
        (
            "Geometry", "g9",
            "var r9 = []; for (var z = 0; z < 150; z++) { Push(r9, [[z, 0], [z, 0.5], [z + 0.5, 0.5], [z + 0.5, 0]]) } var g9 = Polygon({rings: r9, spatialReference: {wkid: 3857}});"
        ),
        ("Geometry", "ga", "var ga = Polygon({rings: []});"),
        ("Geometry", "gb", "var gb = Polygon({rings: [[[1e308, 0], [-1e308, 9], [NaN, 5], [0, 1e308]]]});"),
        ("Feature", "f0", "var f0 = Feature(Point({x: 1, y: 2, spatialReference: {wkid: 4326}}), {A: 1, B: 'b'});"),
        ("Feature", "f1", "var f1 = First(fs0);"),
        ("Feature", "f2", "var k8 = {}; for (var z = 0; z < 300; z++) { k8['A' + z] = 'v' + z } var f2 = Feature(null, k8);"),
        (
            "FeatureSet", "fs0",
            "var fs0 = FeatureSet({fields: [{name: 'A', type: 'esriFieldTypeInteger'}, {name: 'B', type: 'esriFieldTypeString'}], features: [{attributes: {A: 1, B: 'b'}, geometry: {x: 1, y: 1}}]});"
        ),
        (
            "FeatureSet", "fs1",
            "var l1 = []; for (var z = 0; z < 300; z++) { Push(l1, {attributes: {A: z, B: 'b' + z % 7}, geometry: {x: z / 50, y: 1, spatialReference: {wkid: 4326}}}) } var fs1 = FeatureSet({fields: [{name: 'A', type: 'esriFieldTypeInteger'}, {name: 'B', type: 'esriFieldTypeString'}], geometryType: 'esriGeometryPoint', features: l1});"
        ),
        (
            "FeatureSet", "fs2",
            "var l2 = []; for (var z = 0; z < 30; z++) { Push(l2, {attributes: {A: z, B: Concatenate(Array(200, 'bé'))}, geometry: g2}) } var fs2 = FeatureSet({fields: [{name: 'A', type: 'esriFieldTypeInteger'}, {name: 'B', type: 'esriFieldTypeString'}], geometryType: 'esriGeometryPolygon', features: l2});"
        ),
        ("Function", "h0", "function h0(x) { return x }"), ("Function", "h1", "function h1(x, y) { return x - y }"),
        ("Function", "h2", "function h2(x) { return true }"), ("Function", "Text", ""), ("Function", "Max", ""), ("Null", "null", ""),
    ]

    /// What may stand where a signature names a kind.
    private static func isKind(_ kind: String, of wanted: String) -> Bool {
        if wanted.hasPrefix(kind) || wanted == "Any" { return true }
        switch wanted {
        case "Point", "Polygon", "Polyline", "Extent", "Multipoint": return kind == "Geometry"
        default: return false
        }
    }

    /// The kinds of each argument of a signature: `Left(value: Text, charCount?: Number) -> Text`.
    private static func parameters(of signature: String) -> [[String]] {
        guard let open = signature.firstIndex(of: "("), let close = signature.lastIndex(of: ")") else { return [] }
        return signature[signature.index(after: open)..<close].split(separator: ",").filter { $0.contains(": ") }.map { parameter in
            parameter.split(separator: ":").last.map { kinds in
                kinds.split(separator: "|").map { String($0.split(separator: " ").first ?? $0) }
            } ?? []
        }
    }

    mutating func everyFunction() -> String {
        guard !signatures.isEmpty else { return absurdLoop() }
        let signature = pick(signatures)
        let name = signature.prefix { $0 != "(" }
        var used: [(kind: String, name: String, making: String)] = []
        var arguments: [String] = []
        for kinds in Self.parameters(of: signature) {
            let kind = kinds.isEmpty ? "Any" : pick(kinds)
            let fitting = Self.pool.filter { Self.isKind($0.kind, of: kind) }
            let value = pick(fitting.isEmpty || random.index(below: 12) == 0 ? Self.pool : fitting)
            used.append(value)
            arguments.append(value.name)
        }
        if random.index(below: 6) == 0, !arguments.isEmpty { arguments.removeLast() }
        let call = "\(name)(\(arguments.joined(separator: ", ")))"
        var head = ""
        for (name, making) in [("g2", "fs2"), ("fs0", "f1")] where used.contains(where: { $0.name == making }) {
            if !used.contains(where: { $0.name == name }) { used.insert(contentsOf: Self.pool.filter { $0.name == name }, at: 0) }
        }
        for (index, value) in used.enumerated() where !used[..<index].contains(where: { $0.name == value.name }) {
            head += value.making + "\n"
        }
        let loop = pick([
            "\(call)", "\(call)", "\(call)", "var x = \(call)", "var x = Text(\(call))", "for (var e in \(call)) { e }",
            "Push(all, \(call))",
            "var x = [\(call), \(call)]", "Count(\(call))",
        ])
        return head + "var all = []; var i = 0;\nwhile (true) { i++; \(loop) }"
    }
}
