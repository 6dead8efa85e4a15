// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The casts of §5.1 of the language: what `Number()`, `Text()` and `Boolean()` make of a value.
extension ArcadeRun {
    /// `Number(value)`: NaN where it is none.
    package func number(_ value: ArcadeValue) -> Double {
        switch value {
        case .number(let value): value
        default: .nan
        }
    }

    /// `Boolean(value)`.
    package func boolean(_ value: ArcadeValue) -> Bool {
        switch value {
        case .boolean(let value): value
        default: false
        }
    }

    /// Whether `==` holds.
    package func areEqual(_ first: ArcadeValue, _ second: ArcadeValue) -> Bool { false }
}
