// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// Where a program finds the attributes of the row at hand.
protocol WhereRow {
    func value(column: Int) -> WhereValue
}

/// Evaluates a program for one row after another: the plain reading of what each node means.
struct WhereEvaluator<Row: WhereRow> {
    let program: WhereProgram
    var row: Row
    let arena: TextArena

    init(_ program: WhereProgram, row: Row, arena: TextArena = TextArena()) {
        (self.program, self.row, self.arena) = (program, row, arena)
    }

    /// Whether the row meets the condition. Texts that were made on the way are forgotten.
    func truth() -> WhereTruth {
        defer { arena.reset() }
        return truth(program.root)
    }

    /// The value of a node; a text is valid until the arena is reset.
    func value(_ node: Int32) -> WhereValue {
        switch program.nodes[Int(node)] {
        case .constant(let index): return program.constants[Int(index)]
        case .column(let column): return row.value(column: Int(column))
        case .negate(let operand): return WhereArithmetic.negated(value(operand))
        case .chain(let first, let links):
            if program.links[Int(links.lowerBound)].by == .concatenate, let joined = joined(first, links) { return joined }
            var result = value(first)
            for index in links {
                let link = program.links[Int(index)]
                result = WhereArithmetic.combine(link.by, result, value(link.operand), arena: arena)
            }
            return result
        case .function(.coalesce, let operands):
            for index in operands {
                let value = value(program.operands[Int(index)])
                if !value.isNull { return value }
            }
            return .null
        case .function(let function, let operands): return call(function, operands)
        case .cast(let operand, let type): return WhereConversion.cast(value(operand), to: type, arena: arena)
        case .choose(let operands): return choose(operands)
        case .chooseByValue(let operands): return chooseByValue(operands)
        case .extract(let part, let operand): return WhereConversion.extract(part, from: value(operand))
        case .identifier(let operand): return WhereConversion.identifier(value(operand), arena: arena)
        case .compare, .isNull, .between, .inList, .inConstants, .like, .likeConstant, .not, .and, .or: return truth(node).asValue
        }
    }

    /// What the condition at a node comes to.
    func truth(_ node: Int32) -> WhereTruth {
        switch program.nodes[Int(node)] {
        case .compare(let comparison, let first, let second): return compare(comparison, value(first), value(second))
        case .isNull(let operand, let isNegated): return WhereTruth(value(operand).isNull != isNegated)
        case .between(let operand, let low, let high, let isNegated):
            let value = value(operand)
            let inside = min(
                compare(.greaterOrEqual, value, self.value(low)), compare(.lessOrEqual, value, self.value(high)))
            return isNegated ? inside.isNegated : inside
        case .inList(let operand, let operands, let isNegated):
            let found = isIn(value(operand), operands)
            return isNegated ? found.isNegated : found
        case .inConstants(let operand, let list, let isNegated):
            let found = isIn(value(operand), program.lists[Int(list)])
            return isNegated ? found.isNegated : found
        case .like(let operand, let pattern, let escape, let isNegated):
            let found = like(value(operand), value(pattern), escape.flatMap(Unicode.Scalar.init))
            return isNegated ? found.isNegated : found
        case .likeConstant(let operand, let pattern, let isNegated):
            guard let text = WhereConversion.text(of: value(operand), arena: arena).flatMap(folded) else { return .unknown }
            return WhereTruth(program.patterns[Int(pattern)].matches(text) != isNegated)
        case .not(let operand): return truth(operand).isNegated
        case .and(let operands):
            var result = WhereTruth.yes
            for index in operands {
                result = min(result, truth(program.operands[Int(index)]))
                if result == .no { break }
            }
            return result
        case .or(let operands):
            var result = WhereTruth.no
            for index in operands {
                result = max(result, truth(program.operands[Int(index)]))
                if result == .yes { break }
            }
            return result
        case .constant, .column, .negate, .chain, .function, .cast, .choose, .chooseByValue, .extract, .identifier:
            return WhereTruth(of: value(node))
        }
    }

    private func compare(_ comparison: WhereComparison, _ first: WhereValue, _ second: WhereValue) -> WhereTruth {
        WhereValue.order(first, second).map { WhereTruth(comparison.holds($0)) } ?? .unknown
    }

    private func isIn(_ value: WhereValue, _ operands: Range<Int32>) -> WhereTruth {
        // No list holds anything, not even nothing.
        var result = WhereTruth.no
        for index in operands {
            result = max(result, compare(.equal, value, self.value(program.operands[Int(index)])))
            if result == .yes { break }
        }
        return result
    }

    private func isIn(_ value: WhereValue, _ list: WhereList) -> WhereTruth {
        if let found = list.contains(value) { return found }
        var result: WhereTruth = list.hasNull ? .unknown : .no
        for other in list.values {
            result = max(result, compare(.equal, value, other))
            if result == .yes { break }
        }
        return result
    }

    private func like(_ value: WhereValue, _ pattern: WhereValue, _ escape: Unicode.Scalar?) -> WhereTruth {
        guard let text = WhereConversion.text(of: value, arena: arena).flatMap(folded),
            let pattern = WhereConversion.text(of: pattern, arena: arena).flatMap(folded),
            let prepared = LikePattern(pattern, escape: escape)
        else { return .unknown }
        return WhereTruth(prepared.matches(text))
    }

    private func folded(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        program.likeIsCaseSensitive ? text : WhereConversion.lowercased(text, arena: arena)
    }

    // Operands as `WhereNode.choose` orders them.

    private func choose(_ operands: Range<Int32>) -> WhereValue {
        var index = Int(operands.lowerBound)
        while index + 1 < Int(operands.upperBound) {
            if truth(program.operands[index]) == .yes { return value(program.operands[index + 1]) }
            index += 2
        }
        return index < Int(operands.upperBound) ? value(program.operands[index]) : .null
    }

    private func chooseByValue(_ operands: Range<Int32>) -> WhereValue {
        let subject = value(program.operands[Int(operands.lowerBound)])
        var index = Int(operands.lowerBound) + 1
        while index + 1 < Int(operands.upperBound) {
            if compare(.equal, subject, value(program.operands[index])) == .yes { return value(program.operands[index + 1]) }
            index += 2
        }
        return index < Int(operands.upperBound) ? value(program.operands[index]) : .null
    }

    /// Texts joined by nothing but `||`, in one go; nil where there are other operators among them.
    private func joined(_ first: Int32, _ links: Range<Int32>) -> WhereValue? {
        guard links.allSatisfy({ program.links[Int($0)].by == .concatenate }) else { return nil }
        var texts: [UnsafeRawBufferPointer] = []
        for operand in [first] + links.map({ program.links[Int($0)].operand }) {
            guard let text = WhereConversion.text(of: value(operand), arena: arena) else { return .null }
            texts.append(text)
        }
        return WhereFunctions.joined(texts, arena: arena)
    }

    private func call(_ function: WhereFunction, _ operands: Range<Int32>) -> WhereValue {
        let first = value(program.operands[Int(operands.lowerBound)])
        switch function {
        case .concatenate:
            var texts: [UnsafeRawBufferPointer] = []
            for index in operands {
                let value = index == operands.lowerBound ? first : self.value(program.operands[Int(index)])
                guard let text = WhereConversion.text(of: value, arena: arena) else { return .null }
                texts.append(text)
            }
            return WhereFunctions.joined(texts, arena: arena)
        case .minimum, .maximum:
            var result = first
            for index in operands.dropFirst() {
                result = WhereFunctions.fold(function, result, value(program.operands[Int(index)]))
            }
            return result
        default:
            let second = operands.count > 1 ? value(program.operands[Int(operands.lowerBound) + 1]) : nil
            let third = operands.count > 2 ? value(program.operands[Int(operands.lowerBound) + 2]) : nil
            return WhereFunctions.call(function, first, second, third, arena: arena)
        }
    }
}
