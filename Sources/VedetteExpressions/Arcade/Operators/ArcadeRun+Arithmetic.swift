// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ArcadeRun {
    /// `+`: texts are joined where one side is a text; else both are numbers.
    @inline(__always)
    func add(_ sp: ArcadeStack) throws(ArcadeFailure) -> ArcadeStack {
        if case .number(let first) = sp[-2], case .number(let second) = sp[-1] {
            (sp - 2).initialize(to: .number(first + second))
            return sp - 1
        }
        return try addSlowly(sp)
    }

    private func addSlowly(_ sp: ArcadeStack) throws(ArcadeFailure) -> ArcadeStack {
        if case .text = sp[-2] { return try joinTexts(2, sp) }
        if case .text = sp[-1] { return try joinTexts(2, sp) }
        let sum = number(sp[-2]) + number(sp[-1])
        return push(.number(sum), drop(drop(sp)))
    }

    /// The operators that make numbers of numbers.
    @inline(__always)
    func arithmetic(_ operation: ArcadeOperation, _ sp: ArcadeStack) -> ArcadeStack {
        if case .number(let first) = sp[-2], case .number(let second) = sp[-1] {
            (sp - 2).initialize(to: .number(Self.result(operation, first, second)))
            return sp - 1
        }
        return arithmeticSlowly(operation, sp)
    }

    private func arithmeticSlowly(_ operation: ArcadeOperation, _ sp: ArcadeStack) -> ArcadeStack {
        let result = Self.result(operation, number(sp[-2]), number(sp[-1]))
        return push(.number(result), drop(drop(sp)))
    }

    private static func result(_ operation: ArcadeOperation, _ first: Double, _ second: Double) -> Double {
        switch operation {
        case .subtract: first - second
        case .multiply: first * second
        case .divide: first / second
        case .remainder: fmod(first, second)
        case .shiftLeft: Double(integer(first) << (integer(second) & 31))
        case .shiftRight: Double(integer(first) >> (integer(second) & 31))
        case .shiftRightUnsigned: Double(UInt32(bitPattern: integer(first)) >> UInt32(integer(second) & 31))
        case .bitAnd: Double(integer(first) & integer(second))
        case .bitExclusiveOr: Double(integer(first) ^ integer(second))
        case .bitOr: Double(integer(first) | integer(second))
        default: .nan
        }
    }

    /// The 32 bits of the whole part of a number, as ECMAScript takes them: 0 for NaN and infinities.
    private static func integer(_ value: Double) -> Int32 {
        if let integer = Int32(exactly: value) { return integer }
        guard value.isFinite else { return 0 }
        let rest = fmod(value.rounded(.towardZero), 4_294_967_296)
        return Int32(truncatingIfNeeded: Int64(rest))
    }

    /// `-`, `+` and `~` before a value.
    func negate(_ operation: ArcadeOperation, _ sp: ArcadeStack) -> ArcadeStack {
        let value = number(sp[-1])
        let result =
            switch operation {
            case .negate: -value
            case .complement: Double(~Self.integer(value))
            default: value
            }
        return push(.number(result), drop(sp))
    }

    /// Puts the texts of the topmost values together: null adds nothing.
    func joinTexts(_ count: Int, _ sp: ArcadeStack) throws(ArcadeFailure) -> ArcadeStack {
        let first = sp - count
        for index in 0..<count {
            if case .text = first[index] { continue }
            first[index] = .text(try text(first[index]))
        }
        var length = 0
        for index in 0..<count {
            guard case .text(let text) = first[index] else { continue }
            length += text.utf8.count
            if length > context.limits.valueSize { break }
        }
        try chargeValue(bytes: length)
        let joined = String(unsafeUninitializedCapacity: length) { bytes in
            var end = 0
            for index in 0..<count {
                guard case .text(var text) = first[index] else { continue }
                text.withUTF8 { part in
                    guard let source = part.baseAddress, let target = bytes.baseAddress, part.count <= bytes.count - end else { return }
                    (target + end).update(from: source, count: part.count)
                    end += part.count
                }
            }
            return end
        }
        first.deinitialize(count: count)
        return push(.text(joined), first)
    }
}
