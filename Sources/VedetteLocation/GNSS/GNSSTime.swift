// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// UTC in whole seconds and nanoseconds since 1970.
package struct GNSSTime: Hashable, Comparable, Sendable {
    package var seconds: Int64
    package var nanoseconds: Int32

    package init(seconds: Int64, nanoseconds: Int32) {
        (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
    }

    /// Seconds from `earlier` to this time.
    package func seconds(since earlier: GNSSTime) -> Double {
        Double(seconds &- earlier.seconds) + Double(nanoseconds &- earlier.nanoseconds) * 1e-9
    }

    package static func < (lhs: GNSSTime, rhs: GNSSTime) -> Bool {
        (lhs.seconds, lhs.nanoseconds) < (rhs.seconds, rhs.nanoseconds)
    }
}
