// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteExpressions
public import VedetteModel

/// A condition to watch for: the base of ``FenceGeotrigger``.
///
/// What can be set is read when a monitor starts: set it before, or stop and start the monitor.
///
// Sendable by hand: subclasses exist only inside this package; what changes is behind locks.
public class Geotrigger: @unchecked Sendable {
    /// Where positions come from.
    public let feed: GeotriggerFeed

    /// A name for people; empty unless given. Without a ``messageExpression`` it is what a notification says.
    @Synchronized public var name: String

    /// What a notification says, as a script: its text is the message, or it is a dictionary with `message` and `actions`. nil, the name, unless
    /// given.
    ///
    /// It has `$feedfeature`, `$fencefeature` and `$fencenotificationtype`, such as `entered`. Where it stumbles the message is empty, and that is
    /// counted in ``GeotriggerMonitor/messageErrorCount``.
    @Synchronized public var messageExpression: ArcadeExpression?

    /// What a program is asked to do on a notification: the notification's `actions`, unless the message expression names others. Empty unless set.
    @Synchronized public var requestedActions: [String] = []

    private let givenID: String?

    /// The trigger's part in the ids of its events: what was given, else the name. Two triggers with the same one, on the same feed and fences, give
    /// equal events equal ids; give triggers ids of their own where that matters.
    public var geotriggerID: String { givenID ?? name }

    init(feed: GeotriggerFeed, messageExpression: ArcadeExpression?, name: String, geotriggerID: String?) {
        self.feed = feed
        _name = Synchronized(wrappedValue: name)
        _messageExpression = Synchronized(wrappedValue: messageExpression)
        givenID = geotriggerID
    }
}
