// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// An expression bound to fields: nodes in one array, operands before what uses them. Immutable, so any thread may evaluate it.
// Sendable by hand: the texts of the constants lie in `texts`, which nothing writes to once the program is made.
final class WhereProgram: @unchecked Sendable {
    let nodes: [WhereNode]
    let root: Int32
    /// Operands of nodes that have many.
    let operands: [Int32]
    let links: [WhereLink]
    let constants: [WhereValue]
    let patterns: [LikePattern]
    let lists: [WhereList]
    /// The columns that the program reads.
    let columns: [Int]
    let likeIsCaseSensitive: Bool
    private let texts: TextArena

    init(_ builder: consuming WhereProgramBuilder, root: Int32, likeIsCaseSensitive: Bool) {
        self.root = root
        self.likeIsCaseSensitive = likeIsCaseSensitive
        nodes = builder.nodes
        operands = builder.operands
        links = builder.links
        constants = builder.constants
        patterns = builder.patterns
        lists = builder.lists
        columns = builder.columns
        texts = builder.texts
    }
}

/// One step of a program. Operands are places of other nodes.
enum WhereNode {
    case constant(Int32)
    case column(Int32)
    case negate(Int32)
    /// The first operand, then links with an operator each.
    case chain(Int32, links: Range<Int32>)
    case compare(WhereComparison, Int32, Int32)
    case isNull(Int32, isNegated: Bool)
    case between(Int32, Int32, Int32, isNegated: Bool)
    case inList(Int32, operands: Range<Int32>, isNegated: Bool)
    /// In a list of constants that is prepared.
    case inConstants(Int32, list: Int32, isNegated: Bool)
    case like(Int32, pattern: Int32, escape: UInt32?, isNegated: Bool)
    /// Like a pattern that is prepared.
    case likeConstant(Int32, pattern: Int32, isNegated: Bool)
    case not(Int32)
    case and(Range<Int32>)
    case or(Range<Int32>)
    case function(WhereFunction, Range<Int32>)
    case cast(Int32, WhereCast)
    /// Operands: condition, result, condition, result, …, and the result otherwise where the count is odd.
    case choose(Range<Int32>)
    /// As `choose`, with a value before them that the conditions are compared with.
    case chooseByValue(Range<Int32>)
    case extract(WhereDatePart, Int32)
    /// The form in which ids of the GUID kind compare: upper case, without braces.
    case identifier(Int32)
}

struct WhereLink {
    let by: WhereOperator
    let operand: Int32
}

/// Constants after IN, in order: all of one kind, so that one search finds a value.
struct WhereList {
    enum Kind {
        case numbers
        case texts
    }

    let kind: Kind
    /// In order, each once.
    let values: [WhereValue]
    let hasNull: Bool
    /// A bit for each hash that the beginning of a text of the list has; their number is a power of two.
    private let prefixes: [UInt64]

    init(kind: Kind, values: [WhereValue], hasNull: Bool) {
        (self.kind, self.values, self.hasNull) = (kind, values, hasNull)
        var words = 16
        while words * 8 < values.count { words *= 2 }
        var prefixes = Array(repeating: UInt64(0), count: words)
        for case .text(let text) in values {
            let bit = Self.bit(TextColumn.prefix(of: text), words)
            prefixes[bit >> 6] |= 1 << UInt64(bit & 63)
        }
        self.prefixes = prefixes
    }

    /// Whether a text that begins so may be in the list: mostly decides that it is not.
    func mayHold(prefix: UInt32) -> Bool {
        let bit = Self.bit(prefix, prefixes.count)
        return prefixes[bit >> 6] & 1 << UInt64(bit & 63) != 0
    }

    /// A multiplicative hash (Knuth, volume 3, 6.4).
    private static func bit(_ prefix: UInt32, _ words: Int) -> Int {
        Int((UInt64(prefix) &* 0x9E37_79B9_7F4A_7C15) >> 40) & (words * 64 - 1)
    }

    /// Whether the list holds `value`; unknown where it does not but has a null, or `value` is not of its kind or null.
    func contains(_ value: WhereValue) -> WhereTruth? {
        switch (kind, value) {
        case (_, .null): return values.isEmpty && !hasNull ? .no : .unknown
        case (.numbers, .integer), (.numbers, .number), (.texts, .text): break
        default: return nil
        }
        var (low, high) = (0, values.count)
        while low < high {
            let middle = (low + high) / 2
            guard let order = WhereValue.order(values[middle], value) else { return nil }
            if order == 0 { return .yes }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return hasNull ? .unknown : .no
    }
}

/// A program while it is made.
struct WhereProgramBuilder {
    var nodes: [WhereNode] = []
    var operands: [Int32] = []
    var links: [WhereLink] = []
    var constants: [WhereValue] = []
    var patterns: [LikePattern] = []
    var lists: [WhereList] = []
    /// In the order in which they are mentioned, each once.
    var columns: [Int] = []
    private var isKnown: Set<Int> = []
    let texts = TextArena(limit: .max)

    mutating func add(column: Int) {
        if isKnown.insert(column).inserted { columns.append(column) }
    }

    mutating func add(_ node: WhereNode) -> Int32 {
        nodes.append(node)
        return Int32(nodes.count - 1)
    }

    mutating func add(operands more: [Int32]) -> Range<Int32> {
        let start = Int32(operands.count)
        operands.append(contentsOf: more)
        return start..<Int32(operands.count)
    }

    /// Adds a constant; text is copied.
    mutating func add(constant value: WhereValue) -> Int32 {
        if case .text(let text) = value {
            constants.append(texts.copy(text).map { .text($0) } ?? .null)
        } else {
            constants.append(value)
        }
        return add(.constant(Int32(constants.count - 1)))
    }

    /// The value of a node that is a constant.
    func constant(_ node: Int32) -> WhereValue? {
        guard case .constant(let index) = nodes[Int(node)] else { return nil }
        return constants[Int(index)]
    }
}
