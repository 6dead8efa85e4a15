// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What this process has used so far.
enum ProcessUse {
    /// Processor time of all threads, in seconds.
    static var processorSeconds: Double { seconds(of: CLOCK_PROCESS_CPUTIME_ID) }

    /// Time on the wall, in seconds since some moment.
    static var wallSeconds: Double { seconds(of: CLOCK_MONOTONIC) }

    /// Memory that is really there, in bytes.
    static var residentBytes: Int {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }

    private static func seconds(of clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
