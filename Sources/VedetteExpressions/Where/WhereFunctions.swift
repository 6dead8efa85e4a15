// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What functions give. An argument that is null, or nothing that the function can take, gives null; so does a result that is no number.
enum WhereFunctions {
    static func call(
        _ function: WhereFunction, _ first: WhereValue, _ second: WhereValue?, _ third: WhereValue?, arena: TextArena
    ) -> WhereValue {
        if function == .nullIf { return second.flatMap { WhereValue.order(first, $0) } == 0 ? .null : first }
        if first.isNull || second?.isNull == true || third?.isNull == true { return .null }
        switch function {
        case .characterLength, .left, .lower, .position, .right, .substring, .trim, .trimLeading, .trimTrailing, .upper:
            return textFunction(function, first, second, third, arena: arena)
        case .abs:
            if case .integer(let value) = first { return value == .min ? .number(0x1p63) : .integer(abs(value)) }
            return number(first) { abs($0) }
        case .sign:
            guard let value = first.asNumber else { return .null }
            return .integer(value > 0 ? 1 : value < 0 ? -1 : 0)
        case .ceiling: return whole(first, .up)
        case .floor: return whole(first, .down)
        case .round, .truncate:
            let places = second.map(\.asNumber) ?? 0
            guard let places else { return .null }
            return rounded(first, places: places, by: function == .round ? .toNearestOrAwayFromZero : .towardZero)
        case .mod: return second.map { WhereArithmetic.remainder(first, $0) } ?? .null
        case .power:
            guard let base = first.asNumber, let exponent = second?.asNumber else { return .null }
            return finite(pow(base, exponent))
        case .exp: return number(first) { exp($0) }
        case .log: return number(first) { $0 > 0 ? log($0) : .nan }
        case .log10: return number(first) { $0 > 0 ? log10($0) : .nan }
        case .sqrt: return number(first) { $0 < 0 ? .nan : $0.squareRoot() }
        case .sin: return number(first) { sin($0) }
        case .cos: return number(first) { cos($0) }
        case .tan: return number(first) { tan($0) }
        case .asin: return number(first) { asin($0) }
        case .acos: return number(first) { acos($0) }
        case .atan: return number(first) { atan($0) }
        case .coalesce, .concatenate, .maximum, .minimum, .nullIf: return .null
        }
    }

    /// The smaller or larger of two numbers.
    static func fold(_ function: WhereFunction, _ first: WhereValue, _ second: WhereValue) -> WhereValue {
        guard let left = first.asNumber, let right = second.asNumber else { return .null }
        return (function == .maximum) == (left >= right) ? first : second
    }

    /// Texts one behind the other; null where there is no room for so much.
    static func joined(_ texts: [UnsafeRawBufferPointer], arena: TextArena) -> WhereValue {
        guard let room = arena.allocate(texts.reduce(0) { $0 + $1.count }) else { return .null }
        var end = 0
        for text in texts {
            UnsafeMutableRawBufferPointer(rebasing: room[end..<end + text.count]).copyMemory(from: text)
            end += text.count
        }
        return .text(UnsafeRawBufferPointer(room))
    }

    private static func number(_ value: WhereValue, _ body: (Double) -> Double) -> WhereValue {
        value.asNumber.map { finite(body($0)) } ?? .null
    }

    private static func finite(_ value: Double) -> WhereValue {
        value.isFinite ? .number(value) : .null
    }

    private static func whole(_ value: WhereValue, _ rule: FloatingPointRoundingRule) -> WhereValue {
        if case .integer = value { return value }
        return number(value) { $0.rounded(rule) }
    }

    /// A number rounded to decimal places; negative places round to tens, hundreds and so on.
    static func rounded(_ value: WhereValue, places: Double, by rule: FloatingPointRoundingRule) -> WhereValue {
        let places = Int(max(-400, min(400, places.rounded(.towardZero))))
        if case .integer = value, places >= 0 { return value }
        return number(value) { DecimalRounding.rounded($0, places: places, awayFromZero: rule != .towardZero) }
    }

    static func powerOfTen(_ exponent: Int) -> Double {
        pow(10, Double(exponent))
    }

    // MARK: Text

    private static func textFunction(
        _ function: WhereFunction, _ first: WhereValue, _ second: WhereValue?, _ third: WhereValue?, arena: TextArena
    ) -> WhereValue {
        guard let text = WhereConversion.text(of: first, arena: arena) else { return .null }
        switch function {
        case .characterLength: return .integer(Int64(UTF8Scalar.count(text)))
        case .lower: return WhereConversion.lowercased(text, arena: arena).map { .text($0) } ?? .null
        case .upper: return WhereConversion.uppercased(text, arena: arena).map { .text($0) } ?? .null
        case .left, .right:
            guard let count = second?.asNumber else { return .null }
            let wanted = characters(count)
            return slice(text, from: function == .left ? 0 : max(0, UTF8Scalar.count(text) - wanted), count: wanted)
        case .substring:
            guard let place = second?.asNumber else { return .null }
            let start = place.rounded(.towardZero) - 1
            guard let third else { return slice(text, from: characters(start), count: .max) }
            guard let count = third.asNumber, count >= 0 else { return .null }
            // What lies before the first character counts, but is not there.
            let end = start + count.rounded(.towardZero)
            let first = characters(start)
            return slice(text, from: first, count: max(0, characters(end) - first))
        case .position:
            guard let second, let whole = WhereConversion.text(of: second, arena: arena) else { return .null }
            guard let place = LikePattern.find(text, in: whole, from: 0) else { return .integer(0) }
            return .integer(Int64(UTF8Scalar.count(UnsafeRawBufferPointer(rebasing: whole[0..<place]))) + 1)
        case .trim, .trimLeading, .trimTrailing:
            // With two arguments the characters to take off come first.
            guard let second else { return trimmed(text, of: nil, function) }
            guard let whole = WhereConversion.text(of: second, arena: arena) else { return .null }
            return trimmed(whole, of: text, function)
        default: return .null
        }
    }

    private static func characters(_ count: Double) -> Int {
        count.isNaN || count <= 0 ? 0 : count >= 0x1p40 ? 1 << 40 : Int(count)
    }

    private static func slice(_ text: UnsafeRawBufferPointer, from start: Int, count: Int) -> WhereValue {
        let first = UTF8Scalar.step(text, from: 0, by: start)
        let end = UTF8Scalar.step(text, from: first, by: count)
        return .text(UnsafeRawBufferPointer(rebasing: text[first..<end]))
    }

    /// Takes characters off the ends: any of those in `set`, or blanks.
    private static func trimmed(_ text: UnsafeRawBufferPointer, of set: UnsafeRawBufferPointer?, _ function: WhereFunction) -> WhereValue {
        var characters: Set<UInt32> = set == nil ? [0x20] : []
        if let set {
            var index = 0
            while index < set.count {
                let length = UTF8Scalar.length(set, at: index)
                characters.insert(UTF8Scalar.word(set, index..<index + length))
                index += length
            }
        }
        func isInSet(_ start: Int, _ end: Int) -> Bool { characters.contains(UTF8Scalar.word(text, start..<end)) }
        var (start, end) = (0, text.count)
        if function != .trimTrailing {
            while start < end {
                let next = start + UTF8Scalar.length(text, at: start)
                guard isInSet(start, next) else { break }
                start = next
            }
        }
        if function != .trimLeading {
            while let before = UTF8Scalar.stepBack(text, from: end, by: 1, notBefore: start), isInSet(before, end) { end = before }
        }
        return .text(UnsafeRawBufferPointer(rebasing: text[start..<end]))
    }
}
