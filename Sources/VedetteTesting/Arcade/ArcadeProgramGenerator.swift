// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Makes scripts in Arcade that mean harm: endless, boundless, cyclic, absurd, broken. Whoever evaluates them must come back in good time.
///
/// Program `index` of a seed is always the same.
public struct ArcadeProgramGenerator: Sendable {
    /// One script.
    public struct Program: Sendable {
        /// What kind of harm it means.
        public let family: String
        public let source: String
    }

    private let seed: UInt64
    /// The functions of the language, which are called with absurd arguments.
    let functionNames: [String]
    /// How they can be called: `Left(value: Text, charCount?: Number) -> Text`.
    let signatures: [String]

    public init(seed: UInt64, functionNames: [String], signatures: [String] = []) {
        (self.seed, self.functionNames, self.signatures) = (seed, functionNames, signatures)
    }

    /// The program with this number. Each family has its turn.
    public func program(_ index: Int) -> Program {
        let families = Self.families
        let family = families[index % families.count]
        var maker = ArcadeProgramMaker(
            random: SeededRandomNumberGenerator(seed: seed &+ UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9),
            functionNames: functionNames, signatures: signatures)
        return Program(family: family.name, source: maker.cut(family.make(&maker)))
    }

    /// How many families there are.
    public static var familyCount: Int { families.count }

    private static let families: [(name: String, make: @Sendable (inout ArcadeProgramMaker) -> String)] = [
        ("nesting", { $0.nesting() }),
        ("endless loop", { $0.endlessLoop() }),
        ("growing text", { $0.growingText() }),
        ("growing array", { $0.growingArray() }),
        ("recursion", { $0.recursion() }),
        ("cycle", { $0.cycle() }),
        ("absurd arguments", { $0.absurdCalls() }),
        ("absurd arguments in a loop", { $0.absurdLoop() }),
        ("patterns", { $0.patterns() }),
        ("dates", { $0.dates() }),
        ("geometries", { $0.geometries() }),
        ("many vertices", { $0.manyVertices() }),
        ("callbacks", { $0.callbacks() }),
        ("JSON", { $0.json() }),
        ("feature sets", { $0.featureSets() }),
        ("token soup", { $0.soup() }),
        ("mutation", { $0.mutation() }),
        ("broken UTF-8", { $0.brokenText() }),
        ("enormous literal", { $0.enormousLiteral() }),
        ("closures", { $0.closures() }),
        ("every function", { $0.everyFunction() }),
    ]
}

/// A program being made: chance, and what is drawn from it.
struct ArcadeProgramMaker {
    var random: SeededRandomNumberGenerator
    let functionNames: [String]
    let signatures: [String]
    /// What a script may have in bytes of UTF-8.
    private static let longest = 16 << 10

    // MARK: Chance

    mutating func pick<Value>(_ values: [Value]) -> Value { values[random.index(below: values.count)] }

    mutating func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + random.index(below: range.count) }

    mutating func isHeads() -> Bool { random.next() & 1 == 0 }

    /// Small numbers as often as large ones.
    mutating func magnitude(upTo limit: Int) -> Int {
        var (value, bound) = (1, 1)
        while bound < limit, random.index(below: 8) > 0 { bound *= 2 }
        value += random.index(below: min(bound, limit))
        return value
    }

    func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: max(0, count)) }

    /// At most what a script may have, cut between characters.
    func cut(_ source: String) -> String {
        guard source.utf8.count > Self.longest else { return source }
        var bytes = Array(source.utf8.prefix(Self.longest))
        while let last = bytes.last, last >= 0x80 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Values

    static let numbers = [
        "0", "-0", "1", "-1", "2", "0.5", "-0.5", "7", "10", "64", "255", "1000", "65535", "1e5", "1e6", "1e9", "2147483647", "2147483648",
        "-2147483649", "4294967296", "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1e19",
        "1e100",
        "1e300", "-1e300", "1.7976931348623157e308", "1e309", "5e-324", "Infinity", "-Infinity", "NaN", "PI", "1e-9", "123456.789",
    ]

    static let texts = [
        "''", "'a'", "'Abc'", "'1'", "'1e400'", "'-'", "'true'", "'null'", "' '", "'\\n'", "'é'", "'😀'", "'a,b,c'", "'[1,2]'",
        "'{\"a\":1}'",
        "'2024-02-29T23:59:60.999999999Z'", "'+99:99'", "'Europe/Berlin'", "'unknown'", "'kilometers'", "'#,##0.00;(#)'", "'YYYY-MM-DD'",
        "'%'", "','",
        "'1=1'", "'a = 1 AND b LIKE \\'%x%\\''", "'\\u0000'", "'\\uFFFF'", "'everyword'", "'days'", "'T*F**F***'", "'digits'",
    ]

    static let others = [
        "null", "true", "false", "[]", "[1]", "[1,'a',null]", "[[]]", "[3,1,2]", "['b','a']", "{}", "{a:1}", "{a:{b:[1,2]}}", "Count", "f",
        "Date(2024,1,29)", "Date(0)", "Date(8.64e15)", "Date(NaN)", "DateOnly(2024,1,29)", "Time(1,2,3)", "Now()", "p", "l", "g", "m", "e",
        "$feature", "$x",
        "Feature(p, {a: 1})", "a", "d", "t", "Point({x: 1e300, y: -1e300})", "Point({x: 'a', y: null})", "Polygon({rings: []})", "fs",
    ]

    mutating func value() -> String {
        switch random.index(below: 6) {
        case 0, 1: pick(Self.numbers)
        case 2: pick(Self.texts)
        default: pick(Self.others)
        }
    }

    /// Declares what ``value()`` uses.
    static let prelude = """
        var a = [1, 2, 3]; var d = {k: 1, n: {o: [1, 2]}}; var t = 'text';
        function f(x) { return x }
        var p = Point({x: 1, y: 2}); var l = Polyline({paths: [[[0, 0], [1, 1], [2, 0]]]});
        var g = Polygon({rings: [[[0, 0], [0, 3], [3, 3], [3, 0], [0, 0]]]}); var m = Multipoint({points: [[0, 0], [1, 1]]});
        var e = Extent({xmin: 0, ymin: 0, xmax: 1, ymax: 1});
        var fs = FeatureSet({fields: [{name: 'A', type: 'esriFieldTypeInteger'}], features: [{attributes: {A: 1}}, {attributes: {A: 2}}]});

        """

    mutating func arguments(_ count: Int) -> String { (0..<count).map { _ in value() }.joined(separator: ", ") }
}
