// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteGeometry
public import VedetteLocation
public import VedetteModel

/// A condition was met.
///
// Sendable by hand: it and its subclass hold immutable state alone.
public class GeotriggerNotificationInfo: @unchecked Sendable {
    public let geotriggerMonitor: GeotriggerMonitor
    /// What to tell people: what ``Geotrigger/messageExpression`` says, else the trigger's name.
    public let message: String
    /// What the message expression asks to be done; empty unless it says. Leave out what is not known.
    public let actions: [String]
    /// All that the message expression says, where it makes a dictionary.
    public let messageProperties: [String: any Sendable]
    /// Which of the feed's things it was: a track id; always the same text for the same thing.
    public let feedElementID: String
    /// Where it was.
    public let feedLocation: Location

    init(geotriggerMonitor: GeotriggerMonitor, message: GeotriggerMessage, feedElementID: String, feedLocation: Location) {
        self.geotriggerMonitor = geotriggerMonitor
        (self.message, actions, messageProperties) = (message.text, message.actions, message.properties)
        self.feedElementID = feedElementID
        self.feedLocation = feedLocation
    }
}

/// Something came into a fence or went out of it.
public final class FenceGeotriggerNotificationInfo: GeotriggerNotificationInfo, @unchecked Sendable {
    /// The same for the same event, however often and wherever it is computed.
    public let eventID: FenceEventID
    public let fenceNotificationType: FenceNotificationType
    /// The fence, with its attributes.
    public let fenceGeoElement: any GeoElement
    /// The fence's id in events.
    public let fenceID: String
    /// The fence's area as it is judged.
    public let fenceGeometry: Geometry?
    /// When it happened.
    public let time: Instant

    init(
        geotriggerMonitor: GeotriggerMonitor, message: GeotriggerMessage, feedElementID: String, feedLocation: Location,
        eventID: FenceEventID,
        fenceNotificationType: FenceNotificationType, fence: GeotriggerFence, time: Instant
    ) {
        self.eventID = eventID
        self.fenceNotificationType = fenceNotificationType
        fenceGeoElement = fence.element
        fenceID = fence.id
        fenceGeometry = fence.geometry
        self.time = time
        super.init(
            geotriggerMonitor: geotriggerMonitor, message: message, feedElementID: feedElementID, feedLocation: feedLocation)
    }
}

/// A fence of a monitor: the element as it was when it was put into the engine.
struct GeotriggerFence: Sendable {
    let id: String
    let element: any GeoElement
    let geometry: Geometry?
}
