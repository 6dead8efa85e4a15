// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

/// `Retry-After` of HTTP (RFC 9110, 10.2.3): seconds, or a date.
enum RetryAfter {
    /// How many seconds to wait.
    ///
    /// - Parameters:
    ///   - text: the value of the header.
    ///   - date: that of `Date`, by which the server's clock is read; nil for none.
    ///   - now: the time here.
    /// - Returns: nil for what is neither; 0 for a time that has passed.
    static func seconds(_ text: String, date: String?, now: Instant) -> Double? {
        if !text.isEmpty, text.utf8.count <= 12, text.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) { return Double(text) }
        guard let until = MailTime.microseconds(of: text) else { return nil }
        let clock = date.flatMap { MailTime.microseconds(of: $0) } ?? now.microsecondsSince1970
        return max(0, Double(until - clock) / 1e6)
    }
}
