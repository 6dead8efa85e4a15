// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteExpressions

/// A condition to watch for.
///
// Sendable by hand: subclasses exist only inside this package and hold immutable state.
public class Geotrigger: @unchecked Sendable {
    /// Where positions come from.
    public let feed: GeotriggerFeed
    /// A name for people; also the id of the trigger in its events' ids.
    public let name: String
    /// What a notification says, as a script: its text is the message, or it is a dictionary with `message` and `actions`. nil, the name, unless
    /// given.
    ///
    /// It has `$feedfeature`, `$fencefeature` and `$fencenotificationtype`, which is `entered` or `exited`. Where it stumbles the message is empty.
    public let messageExpression: ArcadeExpression?

    init(feed: GeotriggerFeed, messageExpression: ArcadeExpression?, name: String) {
        self.feed = feed
        self.messageExpression = messageExpression
        self.name = name
    }
}

/// "Something comes into, or goes out of, an area."
public final class FenceGeotrigger: Geotrigger, @unchecked Sendable {
    public let ruleType: FenceRuleType
    public let fenceParameters: FenceParameters

    public init(
        feed: GeotriggerFeed, ruleType: FenceRuleType, fenceParameters: FenceParameters, messageExpression: ArcadeExpression? = nil,
        name: String = ""
    ) {
        self.ruleType = ruleType
        self.fenceParameters = fenceParameters
        super.init(feed: feed, messageExpression: messageExpression, name: name)
    }
}

/// Which crossings are reported. Which fences a track is in is known all the same.
public enum FenceRuleType: Hashable, Sendable {
    case enter
    case exit
    case enterOrExit
}

extension FenceRuleType {
    package func reports(_ kind: FenceEvent.Kind) -> Bool {
        switch self {
        case .enter: kind != .exited
        case .exit: kind != .entered
        case .enterOrExit: true
        }
    }
}

/// What happened at a fence.
public enum FenceNotificationType: String, Hashable, Sendable {
    case entered
    case exited
}
