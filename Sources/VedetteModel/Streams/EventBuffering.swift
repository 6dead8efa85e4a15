// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How many events a stream holds for a consumer that is busy, and which of them go when there are more.
public struct EventBuffering: Hashable, Sendable {
    /// Which events a full buffer keeps.
    public enum Policy: Hashable, Sendable, CaseIterable {
        /// The newest: the oldest ones are dropped. For consumers that want to know how things stand.
        case keepNewest
        /// The oldest: what comes is dropped until there is room. For consumers that want to see a beginning without gaps.
        case keepOldest
    }

    /// How many events are held at the most, at least 1.
    public let size: Int
    /// Which events a full buffer keeps.
    public let policy: Policy

    /// - Parameters:
    ///   - size: how many events are held at the most; less than 1 counts as 1.
    ///   - policy: which events a full buffer keeps.
    public init(size: Int = 10_000, policy: Policy = .keepNewest) {
        self.size = max(1, size)
        self.policy = policy
    }
}
