// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Random numbers that a seed decides, the same on every machine: SplitMix64
/// (Steele, Lea, Flood, *Fast splittable pseudorandom number generators*, OOPSLA 2014).
public struct SeededRandomNumberGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// A number in [0, 1), made from the upper 53 bits: what the standard library does with a generator may change, this does not.
    public mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// A number in [low, high).
    public mutating func number(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * unit()
    }

    /// A whole number below `bound`.
    ///
    /// - Precondition: `bound` is above zero.
    public mutating func index(below bound: Int) -> Int {
        min(Int(unit() * Double(bound)), bound - 1)
    }
}
