// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// Binds a parsed expression to fields: finds columns, turns literals into the types they are compared with, works out what is constant.
struct WhereBinder {
    /// A node with what is known of it.
    struct Bound {
        var node: Int32
        var type: WhereType
        /// The text literal that the node is, if it is one: it takes the type of what it is compared with.
        var literal: String?
        var column: Int?
        let offset: Int
    }

    let fields: [Field]
    let options: WhereOptions
    let now: Instant
    var builder = WhereProgramBuilder()
    private var exact: [String: Int] = [:]
    private var folded: [String: Int] = [:]

    init(fields: [Field], now: Instant, options: WhereOptions) {
        (self.fields, self.now, self.options) = (fields, now, options)
        for (index, field) in fields.enumerated() {
            if exact[field.name] == nil { exact[field.name] = index }
            let name = field.name.lowercased()
            if folded[name] == nil { folded[name] = index }
        }
    }

    mutating func bind(_ syntax: WhereSyntax) throws(ExpressionError) -> Bound {
        switch syntax.kind {
        case .literal(let literal): return bind(literal, at: syntax.offset)
        case .currentTime(let time): return currentTime(time, at: syntax.offset)
        case .field(let name, let delimiter): return try field(name, delimiter, at: syntax.offset)
        case .negate(let operand):
            let operand = try bind(operand)
            try refuse([.boolean, .instant, .date, .time], operand, "has no negative")
            return made(.negate(operand.node), operand.type == .interval ? .interval : .number, of: [operand], at: syntax.offset)
        case .chain(let first, let rest): return try chain(first, rest, at: syntax.offset)
        case .extract(let part, let operand):
            let operand = try bind(operand)
            try refuse([.boolean], operand, "has no \(part.rawValue)")
            return made(.extract(part, operand.node), .number, of: [operand], at: syntax.offset)
        case .cast(let operand, let type):
            let operand = try bind(operand)
            return made(.cast(operand.node, type), self.type(of: type), of: [operand], at: syntax.offset)
        case .function(let function, let arguments): return try call(function, arguments, at: syntax.offset)
        case .choose(let operand, let branches, let otherwise): return try choose(operand, branches, otherwise, at: syntax.offset)
        case .compare, .isNull, .between, .inList, .like, .not, .and, .or: return try condition(syntax)
        }
    }

    /// A node of `type`, worked out now if all of its operands are constants.
    mutating func made(_ node: WhereNode, _ type: WhereType, of operands: [Bound], at offset: Int) -> Bound {
        let index = builder.add(node)
        guard operands.allSatisfy({ builder.constant($0.node) != nil }) else { return Bound(node: index, type: type, offset: offset) }
        let value = constantValue(index)
        return Bound(node: builder.add(constant: value), type: value.isNull ? type : WhereType(value), offset: offset)
    }

    /// The value of a node that no row can change.
    private func constantValue(_ node: Int32) -> WhereValue {
        let program = WhereProgram(builder, root: node, likeIsCaseSensitive: options.likeIsCaseSensitive)
        // What text comes out lies in the memory of the constants: the evaluation ends here.
        return WhereEvaluator(program, row: NoRow(), arena: builder.texts).value(node)
    }

    private struct NoRow: WhereRow {
        func value(column: Int) -> WhereValue { .null }
    }

    func refuse(_ types: Set<WhereType>, _ operand: Bound, _ reason: String) throws(ExpressionError) {
        if types.contains(operand.type) {
            throw ExpressionError(.typeMismatch, "\(operand.type.name) \(reason)", offset: operand.offset)
        }
    }

    // MARK: Leaves

    private mutating func bind(_ literal: WhereLiteral, at offset: Int) -> Bound {
        let value: WhereValue
        switch literal {
        case .null: value = .null
        case .boolean(let literal): value = .boolean(literal)
        case .integer(let literal): value = .integer(literal)
        case .number(let literal): value = WhereValue(number: literal)
        case .text(let literal): return Bound(node: constant(literal), type: .text, literal: literal, offset: offset)
        case .instant(let literal): value = .instant(literal)
        case .date(let literal): value = .date(literal)
        case .time(let literal): value = .time(literal)
        case .interval(let literal): value = .interval(literal)
        }
        return Bound(node: builder.add(constant: value), type: WhereType(value), offset: offset)
    }

    mutating func constant(_ text: String) -> Int32 {
        var text = text
        return text.withUTF8 { builder.add(constant: .text(UnsafeRawBufferPointer($0))) }
    }

    private mutating func currentTime(_ time: WhereSyntax.CurrentTime, at offset: Int) -> Bound {
        let (days, ofDay) = CivilCalendar.floorDivide(now.microsecondsSince1970, TimeOnly.microsecondsPerDay)
        let value: WhereValue =
            switch time {
            case .date: .date(days)
            case .time: .time(ofDay)
            case .timestamp: .instant(now.microsecondsSince1970)
            }
        return Bound(node: builder.add(constant: value), type: WhereType(value), offset: offset)
    }

    /// A dotted name is looked up whole first, then by its last part; the same case goes before another.
    private mutating func field(_ name: WhereName, _ delimiter: UInt8?, at offset: Int) throws(ExpressionError) -> Bound {
        let (name, last) = (name.whole, name.last)
        guard let column = exact[name] ?? folded[name.lowercased()] ?? exact[last] ?? folded[last.lowercased()] else {
            var suggestion = NameSuggestion.suffix(for: name, among: fields.lazy.map(\.name))
            if suggestion.isEmpty, delimiter == UInt8(ascii: "\"") { suggestion = "; a text goes between single quotes" }
            throw ExpressionError(.unknownField, "there is no field '\(name.prefix(60))'\(suggestion)", offset: offset)
        }
        builder.add(column: column)
        let node = builder.add(.column(Int32(column)))
        return Bound(node: node, type: WhereType(fields[column].type), column: column, offset: offset)
    }

    // MARK: Arithmetic and functions

    private mutating func chain(
        _ first: WhereSyntax, _ rest: [(by: WhereOperator, offset: Int, operand: WhereSyntax)], at offset: Int
    ) throws(ExpressionError) -> Bound {
        let first = try bind(first)
        var operands = [first]
        var links: [WhereLink] = []
        var type = first.type
        for (index, link) in rest.enumerated() {
            var operand = try bind(link.operand)
            if index == 0 { operands[0] = try numeric(operands[0], by: link.by, beside: operand) }
            operand = try numeric(operand, by: link.by, beside: Bound(node: 0, type: type, offset: offset))
            if index == 0 { type = operands[0].type }
            guard let result = Self.type(type, link.by, operand.type) else {
                throw ExpressionError(
                    .typeMismatch, "\(type.name) and \(operand.type.name) cannot be \(Self.verb(link.by))", offset: link.offset)
            }
            type = result
            operands.append(operand)
            links.append(WhereLink(by: link.by, operand: operand.node))
        }
        let start = Int32(builder.links.count)
        builder.links += links
        return made(.chain(operands[0].node, links: start..<start + Int32(links.count)), type, of: operands, at: offset)
    }

    /// A text literal in arithmetic is the number that it says, or the date beside an interval.
    private mutating func numeric(_ operand: Bound, by: WhereOperator, beside other: Bound) throws(ExpressionError) -> Bound {
        guard operand.literal != nil, by != .concatenate else { return operand }
        if other.type == .interval || other.type.isMoment, by == .subtract || by == .add {
            return try converted(operand, to: .instant)
        }
        return try converted(operand, to: .number)
    }

    private static func verb(_ by: WhereOperator) -> String {
        switch by {
        case .add: "added"
        case .subtract: "subtracted"
        case .multiply: "multiplied"
        case .divide, .modulo: "divided"
        case .concatenate: "joined"
        }
    }

    /// The type of a result; nil where there never is one.
    private static func type(_ first: WhereType, _ by: WhereOperator, _ second: WhereType) -> WhereType? {
        if by == .concatenate { return first == .interval || second == .interval ? nil : .text }
        if first == .boolean || second == .boolean { return nil }
        if first == .unknown || second == .unknown { return .unknown }
        func isNumeric(_ type: WhereType) -> Bool { type == .number || type == .text || type == .identifier }
        if isNumeric(first), isNumeric(second) { return .number }
        switch (by, first, second) {
        case (.add, .interval, .interval), (.subtract, .interval, .interval): return .interval
        case (.add, .interval, .time), (.add, .time, .interval), (.subtract, .time, .interval): return .time
        case (.add, .interval, _), (.add, _, .interval), (.subtract, _, .interval):
            let other = first == .interval ? second : first
            return other == .number ? nil : .instant
        case (.subtract, .time, .time): return .number
        case (.add, .time, .number), (.add, .number, .time), (.subtract, .time, .number): return .time
        case (.subtract, _, _) where first.isMoment && second.isMoment: return .number
        case (.subtract, _, _) where first.isMoment && second == .number: return .instant
        case (.add, _, _) where first.isMoment && second == .number || first == .number && second.isMoment: return .instant
        case (.multiply, .interval, .number), (.multiply, .number, .interval), (.divide, .interval, .number): return .interval
        default: return nil
        }
    }

    private func type(of cast: WhereCast) -> WhereType {
        switch cast {
        case .integer, .number, .decimal: .number
        case .text: .text
        case .date: .date
        case .time: .time
        case .instant: .instant
        }
    }

    private mutating func call(_ function: WhereFunction, _ arguments: [WhereSyntax], at offset: Int) throws(ExpressionError) -> Bound {
        var operands: [Bound] = []
        for argument in arguments { operands.append(try bind(argument)) }
        let type: WhereType
        switch function {
        case .characterLength, .position: type = .number
        case .concatenate, .left, .lower, .right, .substring, .trim, .trimLeading, .trimTrailing, .upper: type = .text
        case .coalesce, .nullIf:
            if function == .nullIf { return try nullIf(operands[0], operands[1], at: offset) }
            type = common(operands)
        default:
            type = .number
            for index in operands.indices {
                try refuse(
                    [.boolean, .instant, .date, .time, .interval], operands[index], "is not what \(function.rawValue) takes, a number")
                if operands[index].literal != nil { operands[index] = try converted(operands[index], to: .number) }
            }
        }
        return made(.function(function, builder.add(operands: operands.map(\.node))), type, of: operands, at: offset)
    }

    /// The first operand, unless it equals the second: `CASE WHEN first = second THEN NULL ELSE first END`.
    private mutating func nullIf(_ first: Bound, _ second: Bound, at offset: Int) throws(ExpressionError) -> Bound {
        let (left, right) = try comparable(first, second, at: offset)
        let isEqual = made(.compare(.equal, left.node, right.node), .boolean, of: [left, right], at: offset)
        let null = Bound(node: builder.add(constant: .null), type: .unknown, offset: offset)
        return made(
            .choose(builder.add(operands: [isEqual.node, null.node, first.node])), first.type, of: [isEqual, first], at: offset)
    }

    private mutating func choose(
        _ operand: WhereSyntax?, _ branches: [(condition: WhereSyntax, result: WhereSyntax)], _ otherwise: WhereSyntax?, at offset: Int
    ) throws(ExpressionError) -> Bound {
        var operands: [Bound] = []
        var results: [Bound] = []
        var subject: Bound? = if let operand { try bind(operand) } else { nil }
        if let bound = subject, bound.type == .identifier {
            subject = made(.identifier(bound.node), .identifier, of: [bound], at: bound.offset)
        }
        if let subject { operands.append(subject) }
        for branch in branches {
            var condition = try bind(branch.condition)
            if let subject {
                condition = try comparable(subject, condition, at: condition.offset).1
            } else {
                try expectCondition(condition)
            }
            let result = try bind(branch.result)
            results.append(result)
            operands += [condition, result]
        }
        if let otherwise {
            let result = try bind(otherwise)
            results.append(result)
            operands.append(result)
        }
        let range = builder.add(operands: operands.map(\.node))
        return made(subject == nil ? .choose(range) : .chooseByValue(range), common(results), of: operands, at: offset)
    }

    /// The type that all have, if it is one.
    private func common(_ operands: [Bound]) -> WhereType {
        var types = Set(operands.filter { builder.constant($0.node)?.isNull != true }.map(\.type))
        // An id beside a text is still an id.
        if types == [.identifier, .text] { types = [.identifier] }
        return types.count == 1 ? types.first ?? .unknown : .unknown
    }
}
