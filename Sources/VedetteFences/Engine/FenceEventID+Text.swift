// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension FenceEventID {
    /// How many characters an id has.
    package static let textLength = 26

    /// Writes the characters of the id: as ``append(to:)`` does, into memory that is there.
    ///
    /// - Precondition: `output` has room for ``textLength`` bytes.
    package func write(to output: UnsafeMutablePointer<UInt8>) {
        var (high, low) = (high, low)
        for place in 0..<Self.textLength {
            let digit = UInt8(truncatingIfNeeded: high &>> 59)
            output[place] = digit < 26 ? UInt8(ascii: "a") &+ digit : UInt8(ascii: "2") &+ (digit &- 26)
            high = high &<< 5 | low &>> 59
            low &<<= 5
        }
    }
}
