// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension ArcadeLexer {
    /// A number: digits with or without a fraction and an exponent, or hexadecimal after `0x`. A leading zero means nothing: `010` is ten.
    mutating func number() throws(ArcadeFault) -> Double {
        let start = offset
        if bytes[offset] == 0x30, let next = peek(1), next | 0x20 == UInt8(ascii: "x") {
            offset += 2
            skipDigits { Self.isDigit($0) || (0x61...0x66).contains($0 | 0x20) }
            guard offset > start + 2 else { throw fault("a hexadecimal number has no digits; write 0x1F for 31", from: start) }
        } else {
            skipDigits(Self.isDigit)
            if peek() == UInt8(ascii: ".") {
                offset += 1
                guard let next = peek(), Self.isDigit(next) else {
                    throw fault("there is no digit behind the point; write \(text(start..<offset))0 for a number", from: start)
                }
                skipDigits(Self.isDigit)
            }
            if let byte = peek(), byte | 0x20 == UInt8(ascii: "e") {
                offset += 1
                if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { offset += 1 }
                guard let next = peek(), Self.isDigit(next) else {
                    throw fault("there is no exponent behind the 'e'; write 1e6 for a million", from: start)
                }
                skipDigits(Self.isDigit)
            }
        }
        let number = text(start..<offset)
        if wordPartLength(at: offset, isFirst: false) > 0 || (peek() == UInt8(ascii: ".") && peek(1).map(Self.isDigit) == true) {
            while wordPartLength(at: offset, isFirst: false) > 0 { offset += wordPartLength(at: offset, isFirst: false) }
            throw fault(
                "'\(text(start..<offset).prefix(40))' is no number; put a blank or an operator behind \(number.prefix(40))", from: start)
        }
        // Beyond the largest number there is infinity.
        return Double(number) ?? .infinity
    }

    private mutating func skipDigits(_ isDigit: (UInt8) -> Bool) {
        while let byte = peek(), isDigit(byte) { offset += 1 }
    }

    private func fault(_ message: String, from start: Int) -> ArcadeFault { ArcadeFault(message, start..<offset) }
}
