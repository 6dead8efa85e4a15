// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

extension WhereBinder {
    mutating func condition(_ syntax: WhereSyntax) throws(ExpressionError) -> Bound {
        let offset = syntax.offset
        switch syntax.kind {
        case .compare(let comparison, let first, let second):
            let (unconverted, other) = try (bind(first), bind(second))
            let (first, second) = try comparable(unconverted, other, at: offset)
            let compared = made(.compare(comparison, first.node, second.node), .boolean, of: [first, second], at: offset)
            guard options.translatesCodedValues, comparison == .equal || comparison == .notEqual else { return compared }
            // A code also stands for its name: the field equals either, or differs from both.
            var all = [compared.node]
            for (column, coded) in [(unconverted, other), (other, unconverted)] {
                for name in codedNames(of: column, for: coded) {
                    all.append(builder.add(.compare(comparison, column.node, constant(name))))
                }
            }
            guard all.count > 1 else { return compared }
            let range = builder.add(operands: all)
            let node = builder.add(comparison == .equal ? .or(range) : .and(range))
            return Bound(node: node, type: .boolean, offset: offset)
        case .isNull(let operand, let isNegated):
            let operand = try bind(operand)
            return made(.isNull(operand.node, isNegated: isNegated), .boolean, of: [operand], at: offset)
        case .between(let operand, let low, let high, let isNegated):
            let operand = try bind(operand)
            let (first, low) = try comparable(operand, bind(low), at: offset)
            let (second, high) = try comparable(operand, bind(high), at: offset)
            // A text literal between two of another type takes that type, once for both.
            let subject = first.literal == nil && operand.literal != nil ? first : second
            let node = WhereNode.between(subject.node, low.node, high.node, isNegated: isNegated)
            return made(node, .boolean, of: [subject, low, high], at: offset)
        case .inList(let operand, let items, let isNegated): return try inList(operand, items, isNegated, at: offset)
        case .like(let operand, let pattern, let escape, let isNegated):
            return try like(operand, pattern, escape, isNegated, at: offset)
        case .not(let operand):
            let operand = try bind(operand)
            try expectCondition(operand)
            return made(.not(operand.node), .boolean, of: [operand], at: offset)
        case .and(let operands): return try joined(operands, isAnd: true, at: offset)
        case .or(let operands): return try joined(operands, isAnd: false, at: offset)
        default: return try bind(syntax)
        }
    }

    /// Refuses what can never be true or false.
    func expectCondition(_ operand: Bound) throws(ExpressionError) {
        guard operand.type == .boolean || operand.type == .unknown else {
            throw ExpressionError(
                .typeMismatch, "a condition is needed here, not \(operand.type.name); compare it with something", offset: operand.offset)
        }
    }

    /// Joins conditions, leaving out constants that decide nothing and stopping at one that decides everything.
    private mutating func joined(_ operands: [WhereSyntax], isAnd: Bool, at offset: Int) throws(ExpressionError) -> Bound {
        var kept: [Bound] = []
        var decided = false
        for operand in operands {
            let operand = try bind(operand)
            try expectCondition(operand)
            if let constant = builder.constant(operand.node), case .boolean(let value) = constant {
                if value != isAnd { decided = true }
            } else {
                kept.append(operand)
            }
        }
        if decided || kept.isEmpty {
            let value = decided ? !isAnd : isAnd
            return Bound(node: builder.add(constant: .boolean(value)), type: .boolean, offset: offset)
        }
        let range = builder.add(operands: kept.map(\.node))
        return made(isAnd ? .and(range) : .or(range), .boolean, of: kept, at: offset)
    }

    // MARK: Comparing

    /// Two operands as they are compared: a text literal beside a number or date becomes one; ids lose their case and braces.
    mutating func comparable(_ first: Bound, _ second: Bound, at offset: Int) throws(ExpressionError) -> (Bound, Bound) {
        var (first, second) = (first, second)
        if first.literal != nil { first = try converted(first, to: second.type) }
        if second.literal != nil { second = try converted(second, to: first.type) }
        if first.type == .identifier || second.type == .identifier {
            first = made(.identifier(first.node), first.type, of: [first], at: first.offset)
            second = made(.identifier(second.node), second.type, of: [second], at: second.offset)
        }
        guard first.type.compares(with: second.type) else {
            throw ExpressionError(
                .typeMismatch, "\(first.type.name) and \(second.type.name) cannot be compared; CAST one of them", offset: offset)
        }
        return (first, second)
    }

    /// A text literal as a constant of `type`, where that is another.
    mutating func converted(_ operand: Bound, to type: WhereType) throws(ExpressionError) -> Bound {
        guard var text = operand.literal else { return operand }
        let value: WhereValue?
        let form: String
        switch type {
        case .number:
            value = text.withUTF8 { NumberText.parse(UnsafeRawBufferPointer($0))?.value }
            form = "a number"
        case .instant, .date:
            switch Self.moment(&text) {
            case .date(let days): value = .date(days)
            case .instant(let instant): value = .instant(instant)
            default: value = nil
            }
            form = "a date that exists; write 'yyyy-mm-dd' or 'yyyy-mm-dd hh:mm:ss'"
        case .time:
            value = text.withUTF8 { DateText.parseTime(UnsafeRawBufferPointer($0)).map { .time($0.microsecondsOfDay) } }
            form = "a time of day; write 'hh:mm:ss'"
        case .boolean:
            value = text.withUTF8 { BooleanText.parse(UnsafeRawBufferPointer($0)).map { .boolean($0) } }
            form = "'true' or 'false'"
        case .unknown, .text, .identifier, .interval: return operand
        }
        guard let value else {
            throw ExpressionError(.invalidLiteral, "'\(text.prefix(40))' is not \(form)", offset: operand.offset)
        }
        return Bound(node: builder.add(constant: value), type: WhereType(value), offset: operand.offset)
    }

    private static func moment(_ text: inout String) -> WhereLiteral? {
        WhereParser.date(text, "DATE")
    }

    /// The names that a constant has as a code of the field's domain, if codes are to be translated.
    private func codedNames(of operand: Bound, for coded: Bound) -> [String] {
        guard options.translatesCodedValues, let column = operand.column, let value = builder.constant(coded.node),
            let domain = fields[column].domain as? CodedValueDomain
        else { return [] }
        let arena = TextArena()
        return domain.codedValues.filter { WhereValue.order(WhereValue($0.value, arena: arena), value) == 0 }.map(\.name)
    }

    private mutating func inList(
        _ operand: WhereSyntax, _ items: [WhereSyntax], _ isNegated: Bool, at offset: Int
    ) throws(ExpressionError) -> Bound {
        var operand = try bind(operand)
        var boundItems: [Bound] = []
        for item in items { boundItems.append(try bind(item)) }
        if operand.type == .identifier || boundItems.contains(where: { $0.type == .identifier }) {
            operand = made(.identifier(operand.node), .identifier, of: [operand], at: operand.offset)
        }
        var bound: [Bound] = []
        for item in boundItems {
            bound.append(try comparable(operand, item, at: item.offset).1)
            for name in codedNames(of: operand, for: item) {
                bound.append(Bound(node: constant(name), type: .text, offset: item.offset))
            }
        }
        if let list = list(bound) {
            builder.lists.append(list)
            let node = WhereNode.inConstants(operand.node, list: Int32(builder.lists.count - 1), isNegated: isNegated)
            return made(node, .boolean, of: [operand], at: offset)
        }
        let range = builder.add(operands: bound.map(\.node))
        return made(.inList(operand.node, operands: range, isNegated: isNegated), .boolean, of: [operand] + bound, at: offset)
    }

    /// The constants after IN in order, if all are numbers or all texts.
    private func list(_ items: [Bound]) -> WhereList? {
        var values: [WhereValue] = []
        var hasNull = false
        var kinds: Set<WhereType> = []
        for item in items {
            guard let value = builder.constant(item.node) else { return nil }
            if value.isNull {
                hasNull = true
            } else {
                kinds.insert(WhereType(value))
                values.append(value)
            }
        }
        guard kinds.count == 1, let kind = kinds.first, kind == .number || kind == .text else { return nil }
        values.sort { (WhereValue.order($0, $1) ?? 0) < 0 }
        var distinct: [WhereValue] = []
        for value in values where distinct.last.flatMap({ WhereValue.order($0, value) }) != 0 { distinct.append(value) }
        return WhereList(kind: kind == .number ? .numbers : .texts, values: distinct, hasNull: hasNull)
    }

    private mutating func like(
        _ operand: WhereSyntax, _ pattern: WhereSyntax, _ escape: Unicode.Scalar?, _ isNegated: Bool, at offset: Int
    ) throws(ExpressionError) -> Bound {
        let operand = try bind(operand)
        let pattern = try bind(pattern)
        // The pattern loses its case, and so the character that escapes.
        let escape = options.likeIsCaseSensitive ? escape : escape.flatMap { $0.properties.lowercaseMapping.unicodeScalars.first }
        try refuse([.boolean, .interval], operand, "cannot be LIKE a text")
        guard let constant = builder.constant(pattern.node), case .text(let text) = constant else {
            try refuse([.boolean, .interval], pattern, "is no pattern for LIKE")
            let node = WhereNode.like(operand.node, pattern: pattern.node, escape: escape?.value, isNegated: isNegated)
            return made(node, .boolean, of: [operand, pattern], at: offset)
        }
        let folded = options.likeIsCaseSensitive ? text : WhereConversion.lowercased(text, arena: builder.texts) ?? text
        guard let prepared = LikePattern(folded, escape: escape) else {
            throw ExpressionError(
                .invalidLiteral, "the pattern ends with its escape character, which then escapes nothing; double it", offset: pattern.offset
            )
        }
        builder.patterns.append(prepared)
        let node = WhereNode.likeConstant(operand.node, pattern: Int32(builder.patterns.count - 1), isNegated: isNegated)
        return made(node, .boolean, of: [operand], at: offset)
    }
}
