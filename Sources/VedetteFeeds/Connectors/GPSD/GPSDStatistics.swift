// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What a ``GPSDLocationDataSource`` has been through since it was made.
public struct GPSDStatistics: Sendable, Hashable {
    /// Lines that came.
    public internal(set) var reportCount = 0
    /// Of them those that could not be read.
    public internal(set) var malformedReportCount = 0
    /// Of them those of kinds that are of no use here.
    public internal(set) var ignoredReportCount = 0
    /// Connections that stood and were lost.
    public internal(set) var lossCount = 0

    static func + (lhs: GPSDStatistics, rhs: GPSDStatistics) -> GPSDStatistics {
        var sum = lhs
        sum.reportCount += rhs.reportCount
        sum.malformedReportCount += rhs.malformedReportCount
        sum.ignoredReportCount += rhs.ignoredReportCount
        sum.lossCount += rhs.lossCount
        return sum
    }
}
