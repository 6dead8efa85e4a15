// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Notices a subscriber that reads nothing: a core.
///
/// It is asked from time to time. Stalled is one of whose bytes none was taken for `patience` although some waited, or who has not answered a ping
/// for three times that.
struct StallWatch {
    enum Verdict: Equatable {
        case good
        /// Nothing has come from it for a while: ask whether it is there.
        case ping
        case stalled
    }

    private let patience: TimeAmount
    private let pingInterval: TimeAmount
    private var accepted = 0
    private var acceptedAt: NIODeadline
    private var heardAt: NIODeadline
    private var pingedAt: NIODeadline?

    init(patience: TimeAmount, pingInterval: TimeAmount, now: NIODeadline) {
        (self.patience, self.pingInterval) = (patience, pingInterval)
        (acceptedAt, heardAt) = (now, now)
    }

    /// Something came from the subscriber.
    mutating func didHear(at now: NIODeadline) {
        heardAt = now
        pingedAt = nil
    }

    /// - Parameters:
    ///   - accepted: the bytes that the operating system has taken for it so far.
    ///   - waiting: the bytes that wait.
    ///   - now: the time.
    /// - Returns: how it stands; a ping that is asked for is taken to be sent.
    mutating func judge(accepted: Int, waiting: Int, at now: NIODeadline) -> Verdict {
        if accepted != self.accepted || waiting == 0 {
            self.accepted = accepted
            acceptedAt = now
        }
        if now - acceptedAt > patience { return .stalled }
        if let pingedAt {
            return now - pingedAt > .nanoseconds(3 * patience.nanoseconds) ? .stalled : .good
        }
        guard now - heardAt > pingInterval else { return .good }
        pingedAt = now
        return .ping
    }
}
