// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A stay is told once when it has lasted for some time, counted from the entry, whether that was told yet or not.
struct DwellRule: Sendable {
    /// Microseconds, 0 or more; nil: there is no such rule.
    let duration: Int64?

    /// When a stay has lasted long enough; the end of time where it is told already, began without a time, or nobody asks.
    func due(entry: Int64, isTold: Bool) -> Int64 {
        guard let duration, !isTold else { return .max }
        return entry.later(by: duration)
    }
}
