// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Programs that are hard to read.
extension ArcadeProgramMaker {
    /// What begins a construct, what stands in its middle, what ends it.
    private static let nests: [(String, String, String)] = [
        ("(", "1", ")"), ("[", "1", "]"), ("{a:", "1", "}"), ("x={a:", "1", "}"), ("Count(", "1", ")"), ("a[", "1", "]"), ("- ", "1", ""),
        ("!", "true", ""), ("`${", "1", "}`"), ("a=", "1", ""), ("", "a", ".b"), ("", "a", "[0]"), ("", "f", "()"), ("++", "a", ""),
        ("{", "a", "}"), ("if(true)", "a", ""), ("if(true){", "a", "}"), ("while(true)", "a", ""), ("for(;;)", "a", ""),
        ("for(var i in [1]){", "a", "}"), ("function f(){", "a", "}"), ("function f(){return ", "1", "\n}"), ("if(false)a;else ", "a", ""),
        ("1+", "1", ""),
        ("1+2*", "1", ""), ("1+(2*", "1", ")"), ("true&&", "true", ""), ("true||true&&", "true", ""), ("1|2^3&4==5<6<<7+8*-(", "1", ")"),
        ("IIf(true,", "1", ",2)"), ("var a=[", "1", "]"), ("'a'+", "'b'", ""), ("Text(", "1", ")"), ("[1][", "0", "]"),
        ("Decode(1,1,", "1", ",2)"), ("When(true,", "1", ",2)"), ("/*", "a", "*/"), ("a;", "a", ""), ("a\n", "a", ""), ("{}", "", ""),
        ("{", "", ""), ("}", "", ""), ("(", "", ""), ("`", "", ""), ("`${`", "", "`}`"), ("return ", "1", ""), ("'a' + ", "1", ""),
    ]

    mutating func nesting() -> String {
        let (opening, middle, closing) = pick(Self.nests)
        let (second, inner, ending) = isHeads() ? pick(Self.nests) : ("", middle, "")
        let most = (16 << 10) / max(1, opening.utf8.count + second.utf8.count + closing.utf8.count + ending.utf8.count)
        let count = pick([magnitude(upTo: most), 64, 126, 200, 250, 253, 254, 255, 256, most])
        let head = pick(["", "", "var a = [1]; function f() { return f } var x;\n", "var a = {b: 1};"])
        return head + repeated(opening + second, min(count, most)) + inner + repeated(ending + closing, min(count, most) + number(-1...1))
    }

    private static let tokens = [
        "var", "if", "else", "for", "while", "in", "of", "function", "return", "break", "continue", "true", "false", "null", "import",
        "export", "a", "b", "i", "x", "f", "$feature", "$x", "Count", "Text", "PI", "'t'", "\"u\"", "`v`", "`${", "}`", "1", "2.5", "0x1F",
        "1e9",
        "+", "-", "*", "/", "%", "++", "--", "!", "~", "<<", ">>", ">>>", "<", "<=", ">", ">=", "==", "!=", "&", "|", "^", "&&", "||", "=",
        "+=", "-=", "*=", "/=", "%=", "(", ")", "[", "]", "{", "}", ",", ";", ":", ".", "\n", "//", "/*", "*/", "\\", "?", "@", "#", "é",
        "\u{A0}", "\u{2028}",
        "===", "=>", "??", "?.", "let", "const", "switch", "try", "'", "\"", "`", "$", "0x", "1.", "1e", "😀",
    ]

    mutating func soup() -> String {
        let head = isHeads() ? "var a = 1; var b = [1, 2]; var i = 0; var x = {a: 1}; function f(a) { return a }\n" : ""
        let separator = pick([" ", "", "\n", " "])
        return head + (0..<magnitude(upTo: 2_000)).map { _ in pick(Self.tokens) }.joined(separator: separator)
    }

    private static let samples = [
        "var total = 0;\nfor (var i in $feature) {\n  if (IsEmpty($feature[i])) continue;\n  total += Number($feature[i]);\n}\nreturn Round(total, 2);",
        "function label(name, speed) {\n  var unit = 'kn';\n  return `${Upper(name)}: ${Text(speed, '#,##0.0')} ${unit}`;\n}\nlabel(DefaultValue($feature.NAME, 'unnamed'), 12.34)",
        "var d = { message: 'entered ' + $x.name, actions: ['ring', 'log'] };\nif (HasKey(d, 'actions')) { Push(d.actions, 'blink') }\nd",
        "var a = Sort([5, 3, 9, 1]); var b = Map(a, square); function square(x) { return x * x }\nReduce(b, add, 0)\nfunction add(x, y) { return x + y }",
        "When($x > 10, 'fast', $x > 5, 'steady', $x >= 0, 'slow', 'unknown') + TextFormatting.NewLine + Decode(2, 1, 'one', 2, 'two', 'many')",
        "var p = Point({x: -122.4, y: 47.6, spatialReference: {wkid: 4326}});\nvar area = BufferGeodetic(p, 500, 'meters');\nif (Contains(area, p)) { return Round(AreaGeodetic(area, 'square-meters')) } else { return -1 }",
        "var then = DateAdd(Date(2024, 0, 31), 1, 'months');\nText(then, 'dddd, D MMMM YYYY') + ' (' + DateDiff(then, Date(2024, 0, 1), 'days') + ' days)'",
        "var i = 0; while (true) { i++; if (i % 2 == 0) { continue } if (i > 20) { break } Console(i) }\ni",
        "var words = Split('the quick brown fox', ' ');\nvar out = [];\nfor (var k = Count(words) - 1; k >= 0; k--) { out[Count(out)] = Proper(words[k]) }\nConcatenate(out, '-')",
        "var fs = FeatureSet({ fields: [{ name: 'A', type: 'esriFieldTypeInteger' }], features: [{ attributes: { A: 1 } }] });\nfor (var f in fs) { if (f.A == 1) { return f.A << 3 | 1 } }",
    ]

    mutating func mutation() -> String {
        var bytes = Array(pick(Self.samples).utf8)
        for _ in 0..<magnitude(upTo: 30) where !bytes.isEmpty {
            let place = random.index(below: bytes.count)
            switch random.index(below: 7) {
            case 0: bytes.remove(at: place)
            case 1: bytes.insert(UInt8(number(0x20...0x7E)), at: place)
            case 2: bytes[place] = UInt8(number(0...255))
            case 3: bytes.insert(contentsOf: Array(pick(Self.tokens).utf8), at: place)
            case 4: bytes.removeSubrange(place..<min(bytes.count, place + magnitude(upTo: 40)))
            case 5: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + magnitude(upTo: 200))], at: place)
            default: bytes.insert(contentsOf: Array(value().utf8), at: place)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    mutating func brokenText() -> String {
        let length = magnitude(upTo: 4_000)
        var bytes: [UInt8] = []
        switch random.index(below: 4) {
        case 0: for _ in 0..<length { bytes.append(UInt8(number(0...255))) }
        case 1:
            for _ in 0..<length {
                bytes += pick([
                    [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF], [0xE2, 0x82], [0x80], [0xF0, 0x9F, 0x98, 0x80],
                    [0x41], [0xCC, 0x81],
                ])
            }
        case 2:
            for _ in 0..<length {
                bytes += Array(pick(["\u{301}", "\u{200D}", "👩‍👩‍👧", "\u{FEFF}", "\u{202E}", "ß", "İ", "\u{1F1E9}", "a", "\u{0}"]).utf8)
            }
        default: for _ in 0..<length { bytes.append(UInt8(number(0x80...0xBF))) }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let inner = text.split { $0 == "'" || $0 == "\\" || $0.isNewline }.joined()
        return pick([
            text, "'\(inner)'", "var t = '\(inner)'; Upper(t) + Lower(t) + Proper(t)", "Count('\(inner)')", "Split('\(inner)', '')",
            "Left('\(inner)', 3) + Mid('\(inner)', 1, 2)", "// \(text)", "`\(inner)`", "{ '\(inner)': 1 }",
            "Find('\(inner.prefix(5))', '\(inner)')",
            "var t = '\(inner)'; for (var i = 0; i < Count(t); i++) { ToCodePoint(t, i); ToCharCode(t, i); t[i] }", "UrlEncode('\(inner)')",
            "Text('\(inner)') == '\(inner)'", "FromJSON(Text(['\(inner)']))", "Replace('\(inner)', '\(inner.prefix(2))', '\(inner)')",
            "var d = {}; d['\(inner)'] = 1; d['\(inner)']", "Sort(Split('\(inner)', ''))",
        ])
    }

    mutating func enormousLiteral() -> String {
        let length = pick([100, 1000, 5000, 16_000])
        return pick([
            repeated("9", length), "0x" + repeated("f", length), "0." + repeated("1", length), "1e" + repeated("9", length),
            "'" + repeated("a", length) + "'", "'" + repeated("\\u0041", length / 6) + "'", "`" + repeated("a", length) + "`",
            "[" + repeated("1,", length / 2) + "1]", "{" + (0..<(length / 8)).map { "k\($0):1" }.joined(separator: ",") + "}",
            "var " + repeated("a", length) + " = 1; " + "1", repeated("a", length), "Count(" + repeated("1,", length / 2) + "1)",
            "Max(" + repeated("1,", length / 2) + "1)", "Concatenate(" + repeated("'a',", length / 4) + "'b')",
            "1" + repeated("+1", length / 2), "'a'" + repeated("+'a'", length / 4), "true" + repeated("&&true", length / 6),
            repeated("var a=1;", length / 8) + "a",
            repeated("if(true){}", length / 10) + "1", "var a" + (0..<(length / 8)).map { ",b\($0)=1" }.joined(),
            (0..<(length / 24)).map { "function f\($0)(){return 1}" }.joined(separator: "\n") + "\nf0()",
            "function f(" + (0..<(length / 6)).map { "a\($0)" }.joined(separator: ",") + "){} f()",
            "Decode(1" + repeated(",2,3", length / 4) + ",4)", "When(" + repeated("false,1,", length / 8) + "2)",
            "$feature." + repeated("a", length), "Text(" + repeated("9", length) + ", '" + repeated("#", 100) + "')", repeated(";", length),
            repeated("\n", length) + "x",
            repeated("/**/", length / 4) + "1", "var x = 1;" + repeated("x++;", length / 4) + "x",
            "FromCharCode(" + repeated("65,", length / 3) + "66)", "Feature(null" + repeated(",'a',1", length / 6) + ")",
        ])
    }
}
