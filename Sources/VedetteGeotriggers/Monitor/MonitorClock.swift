// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

/// What time it is for the rules that wait: the time of the newest fix, and as much later as has passed since it came; never later than it is.
///
/// So a track that a replay brings from years ago dwells and falls silent by the times of the replay, and one whose fixes come some seconds late by
/// times that are as late.
struct MonitorClock: Sendable {
    private var newest: (time: Int64, uptime: Duration)?
    private var last = Int64.min

    mutating func note(fixAt time: Int64, uptime: Duration) {
        if time > newest?.time ?? .min { newest = (time, uptime) }
    }

    /// The time now; nil before the first fix. It never goes back.
    mutating func time(now: Instant, uptime: Duration) -> Instant? {
        guard let newest else { return nil }
        let passed = (uptime - newest.uptime) / .microseconds(1)
        let (sum, isOver) = newest.time.addingReportingOverflow(Int64(exactly: max(0, min(passed, 1e17)).rounded()) ?? 0)
        last = max(last, min(now.microsecondsSince1970, isOver ? .max : sum))
        return Instant(microsecondsSince1970: last)
    }
}
