// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What came of asking an address again and again, so far.
public struct PollingStatistics: Sendable {
    /// Requests that were begun.
    public internal(set) var requestCount = 0
    /// Answers that said that nothing has changed.
    public internal(set) var notModifiedCount = 0
    /// Requests without a good answer.
    public internal(set) var failureCount = 0
    /// Those of them that are the latest in a row; 0 once there is a good answer.
    public internal(set) var consecutiveFailureCount = 0
    /// Why the latest request failed; nil once there is a good answer.
    public internal(set) var lastError: (any Error)?
    /// Observations that were taken in.
    public internal(set) var observationCount = 0
    /// Observations that had been taken in from an earlier answer.
    public internal(set) var duplicateCount = 0
    /// Entities that were deleted because an answer did not name them any more.
    public internal(set) var deletionCount = 0

    init() {}
}
