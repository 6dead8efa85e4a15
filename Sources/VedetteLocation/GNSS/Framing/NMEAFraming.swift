// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Tells sentences of NMEA 0183, and the comments of logs, from other bytes.
enum NMEAFraming {
    /// Longer than any sentence, and than any comment of a log.
    static let maximumLength = 2048
    /// Ashtech puts binary data into its sentences.
    static let maximumBinaryLength = 9216

    static func mayBegin(with byte: UInt8) -> Bool {
        byte == UInt8(ascii: "$") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "#")
    }

    static func frame(_ bytes: ArraySlice<UInt8>) -> GNSSFrame {
        switch bytes.first {
        case UInt8(ascii: "#"): comment(bytes)
        case UInt8(ascii: "$"): sentence(bytes) { isLetterOrDigit($0) }
        default: sentence(bytes) { isUppercase($0) }
        }
    }

    /// How many bytes stand before a `$` that comes into the middle of a sentence; nil where none does.
    static func interruptedLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.first == UInt8(ascii: "$"), hasKnownTalker(bytes) else { return nil }
        var index = bytes.startIndex + 3
        while index < bytes.endIndex, index - bytes.startIndex < maximumLength {
            if bytes[index] == UInt8(ascii: "$") { return index - bytes.startIndex }
            guard isPrintable(bytes[index]) else { return nil }
            index += 1
        }
        return nil
    }

    /// How many bytes of a damaged message stand before a sentence: its length may be what is wrong, and sentences within it are good. Nil where it
    /// has none.
    ///
    /// A `$` too near the end to tell counts as one: what follows the message may not be there yet, and must not change the answer.
    static func lengthUpToSentence(_ message: ArraySlice<UInt8>) -> Int? {
        message.indices.dropFirst().first { index in
            message[index] == UInt8(ascii: "$") && (message.endIndex - index < 4 || hasKnownTalker(message[index...]))
        }.map { $0 - message.startIndex }
    }

    /// Whether the checksum at the end of a sentence is there and right.
    static func hasGoodChecksum(_ sentence: ArraySlice<UInt8>) -> Bool {
        if sentence.starts(with: Array("$STI,".utf8)) { return true }
        guard let star = sentence.lastIndex(of: UInt8(ascii: "*")), star + 3 < sentence.endIndex,
            let high = hexadecimal(sentence[star + 1]), let low = hexadecimal(sentence[star + 2])
        else { return false }
        return sentence[(sentence.startIndex + 1)..<star].reduce(0, ^) == high << 4 | low
    }

    /// Whether a sentence comes from a kind of device whose sentences are looked at.
    static func hasKnownTalker(_ sentence: ArraySlice<UInt8>) -> Bool {
        guard sentence.count > 3 else { return false }
        let (first, second) = (sentence[sentence.startIndex + 1], sentence[sentence.startIndex + 2])
        let seconds: StaticString? =
            switch first {
            case UInt8(ascii: "A"): "cIP"
            case UInt8(ascii: "B"): "D"
            case UInt8(ascii: "E"): "C"
            case UInt8(ascii: "G"): "ABILNPQY"
            case UInt8(ascii: "H"): "CE"
            case UInt8(ascii: "I"): "IN"
            case UInt8(ascii: "Q"): "Z"
            case UInt8(ascii: "S"): "DNT"
            case UInt8(ascii: "T"), UInt8(ascii: "W"): "I"
            case UInt8(ascii: "Y"): "X"
            default: nil
            }
        if first == UInt8(ascii: "P") { return isUppercase(second & ~0x20) }
        return seconds?.withUTF8Buffer { $0.contains(second) } ?? false
    }

    private static func comment(_ bytes: ArraySlice<UInt8>) -> GNSSFrame {
        for index in bytes.indices {
            if bytes[index] == UInt8(ascii: "\n") { return .packet(index - bytes.startIndex + 1) }
            if index - bytes.startIndex >= maximumLength { return .tooLong(maximumLength) }
            guard isPrintable(bytes[index]) || bytes[index] == 0x0D || bytes[index] == 0x09 else { return .none }
        }
        return .partial
    }

    private static func sentence(_ bytes: ArraySlice<UInt8>, isTalker: (UInt8) -> Bool) -> GNSSFrame {
        var index = bytes.startIndex + 1
        while index < bytes.endIndex {
            let byte = bytes[index]
            let offset = index - bytes.startIndex
            if offset < 3 {
                guard isTalker(byte) else { return .none }
            } else if byte == UInt8(ascii: "\n") {
                return checked(bytes[..<(index + 1)])
            } else if byte == 0x0D {
                while index < bytes.endIndex, bytes[index] == 0x0D { index += 1 }
                if index == bytes.endIndex { return .partial }
                if bytes[index] == UInt8(ascii: "\n") { return checked(bytes[..<(index + 1)]) }
                return binary(bytes)
            } else if !isPrintable(byte) {
                return binary(bytes)
            } else if byte == UInt8(ascii: "$") {
                return .none
            }
            if offset >= maximumLength { return .tooLong(maximumLength) }
            index += 1
        }
        return .partial
    }

    /// A sentence of Ashtech with binary data ends where another begins.
    private static func binary(_ bytes: ArraySlice<UInt8>) -> GNSSFrame {
        guard bytes.starts(with: Array("$PASHR".utf8)) else { return .none }
        var index = bytes.startIndex + 6
        while index + 2 < bytes.endIndex {
            if bytes[index] == 0x0D, bytes[index + 1] == 0x0A, bytes[index + 2] == UInt8(ascii: "$") {
                return checked(bytes[..<(index + 2)])
            }
            if index - bytes.startIndex >= maximumBinaryLength { return .none }
            index += 1
        }
        return .partial
    }

    private static func checked(_ sentence: ArraySlice<UInt8>) -> GNSSFrame {
        hasGoodChecksum(sentence) ? .packet(sentence.count) : .damaged(sentence.count)
    }

    private static func isPrintable(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }
    private static func isUppercase(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
    private static func isLetterOrDigit(_ byte: UInt8) -> Bool { isUppercase(byte & ~0x20) || (0x30...0x39).contains(byte) }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
