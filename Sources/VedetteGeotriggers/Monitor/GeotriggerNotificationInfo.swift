// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteLocation

/// A condition was met.
///
// Sendable by hand: it and its subclass hold immutable state alone.
public class GeotriggerNotificationInfo: @unchecked Sendable {
    public let geotriggerMonitor: GeotriggerMonitor

    /// What to tell people: what ``Geotrigger/messageExpression`` says, else the trigger's name; empty where the expression stumbled.
    public let message: String

    /// What to do: what the message expression names, else the trigger's ``Geotrigger/requestedActions``. Leave out what is not known.
    public let actions: [String]

    /// All that the message expression says, where it makes a dictionary.
    public let messageProperties: [String: any Sendable]

    /// Which of the feed's things it was: a track id; always the same text for the same thing.
    public let feedElementID: String

    // In the ArcGIS Maps SDK it is an optional; programs that unwrap it compile here, and so do those that need not.
    // swift-format-ignore
    /// Where it was, with accuracy, speed and course as far as the feed knows them: the feed's own location where that was judged, else one at the place of
    /// the crossing. It is never nil.
    public let feedLocation: Location!

    init(geotriggerMonitor: GeotriggerMonitor, message: GeotriggerMessage, feedElementID: String, feedLocation: Location) {
        self.geotriggerMonitor = geotriggerMonitor
        (self.message, actions, messageProperties) = (message.text, message.actions, message.properties)
        self.feedElementID = feedElementID
        self.feedLocation = feedLocation
    }
}
