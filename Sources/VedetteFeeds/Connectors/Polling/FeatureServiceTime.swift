// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel
import VedetteValues

/// Conditions on times in the SQL of feature services.
enum FeatureServiceTime {
    /// That a row is not from before a moment. Dates are compared in whole seconds, which every service knows.
    ///
    /// - Parameters:
    ///   - field: the field that holds the time: a date or a number.
    ///   - time: microseconds since 1970.
    ///   - isInMilliseconds: whether numbers count those, and not seconds.
    /// - Returns: a where clause.
    static func condition(_ field: Field, notBefore time: Int64, isInMilliseconds: Bool) -> String {
        let second = CivilCalendar.floorDivide(time, 1_000_000).quotient
        guard field.type == .date else {
            let (number, _) = second.multipliedReportingOverflow(by: isInMilliseconds ? 1_000 : 1)
            return "\(field.name) >= \(number)"
        }
        var text: [UInt8] = []
        RFC3339.append(Instant(microsecondsSince1970: second * 1_000_000), to: &text)
        // 2026-05-01T12:04:31.000Z without its T and what stands behind the seconds.
        let plain = String(decoding: text, as: UTF8.self).replacing("T", with: " ").prefix { $0 != "." }
        return "\(field.name) >= TIMESTAMP '\(plain)'"
    }
}
