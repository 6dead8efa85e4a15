// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What an ``ArcGISStreamService`` has received since it was made: nothing is passed over without being counted.
public struct StreamServiceStatistics: Sendable, Equatable {
    /// Messages of the service, over all connections.
    public internal(set) var messageCount = 0
    /// Observations in them that were taken.
    public internal(set) var observationCount = 0
    /// Observations taken from the archive. Those that are no newer than what was there are passed over.
    public internal(set) var archivedObservationCount = 0
    /// Answers to filters and formats.
    public internal(set) var replyCount = 0
    /// What was wrong with messages and observations, as ``ArcGISStreamService/issues`` tells.
    public internal(set) var issueCounts: [FeedIssue.Code: Int] = [:]
    /// Values left out because the service declares no field of their name.
    public internal(set) var undeclaredValueCount = 0
    /// Values that became null because they do not fit the type of their field.
    public internal(set) var mismatchedValueCount = 0

    mutating func add(_ other: StreamServiceStatistics) {
        messageCount += other.messageCount
        observationCount += other.observationCount
        archivedObservationCount += other.archivedObservationCount
        replyCount += other.replyCount
        undeclaredValueCount += other.undeclaredValueCount
        mismatchedValueCount += other.mismatchedValueCount
        issueCounts.merge(other.issueCounts, uniquingKeysWith: +)
    }
}
