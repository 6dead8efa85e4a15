// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What came of asking for locations again and again, so far. Nothing that a request answers is lost without being counted here.
public struct LocationPollingStatistics: Sendable {
    /// Requests that were begun.
    public internal(set) var requestCount = 0
    /// Requests that answered with a location, good or old.
    public internal(set) var answerCount = 0
    /// Requests that answered that there is no location.
    public internal(set) var emptyAnswerCount = 0
    /// Requests without a good answer, also those that took too long.
    public internal(set) var failureCount = 0
    /// Those of them that took too long.
    public internal(set) var timeoutCount = 0
    /// Those of them that are the latest in a row; 0 once there is a good answer.
    public internal(set) var consecutiveFailureCount = 0
    /// Answers that came after their time, and were passed over.
    public internal(set) var lateAnswerCount = 0
    /// Fixes with the time and place of the one before: they were told, and made the location no fresher.
    public internal(set) var repeatedFixCount = 0
    /// Fixes older than the one before, which were not told.
    public internal(set) var outOfOrderFixCount = 0
    /// How often the location was told again because it had become old.
    public internal(set) var staleCount = 0
    /// Why the latest request failed; nil once there is a good answer.
    public internal(set) var lastError: (any Error)?

    init() {}
}
