// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteFences
public import VedetteGeometry
import VedetteLocation
public import VedetteModel

/// Something came into a fence, went out of it, or did in it what ``FenceGeotriggerRules`` ask for.
public final class FenceGeotriggerNotificationInfo: GeotriggerNotificationInfo, @unchecked Sendable {
    /// What made it happen. More causes may come: switch with a default.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// A fix, or the way to it.
        case fix
        /// A fence was added, moved or given another buffer: the last fix was judged anew.
        case fenceChanged = "fence-changed"
        /// Time passed: a rule was waiting for it.
        case clock
    }

    public let fenceNotificationType: FenceNotificationType

    /// The same for the same event, however often and wherever it is computed; different events have different ids.
    public let eventID: FenceEventID

    /// When it happened: the time of the fix, or of the crossing where the way between fixes is judged.
    public let time: Instant

    /// Where it happened, on the grid of 1e-7 degree: the place of the fix, or of the crossing.
    public let place: Point

    /// What made it happen.
    public let cause: Cause

    /// When it was sure, where ``FenceGeotriggerRules/minimumIn`` or ``FenceGeotriggerRules/minimumOut`` has to pass first; nil where not.
    public let confirmedAt: Instant?

    /// Which fix of the feed decided, counted from 0 in the order in which they came; nil where an edit or the clock did.
    public let decidingObservation: UInt64?

    private let outcome: FenceOutcome

    init(_ outcome: FenceOutcome, of monitor: GeotriggerMonitor, _ message: GeotriggerMessage, _ location: Location) {
        let event = outcome.event
        self.outcome = outcome
        fenceNotificationType = FenceNotificationType(event.kind)
        eventID = outcome.eventID
        time = outcome.time ?? Instant(microsecondsSince1970: 0)
        place = event.position.point
        cause =
            switch event.cause {
            case .fix: .fix
            case .fenceChanged: .fenceChanged
            case .clock: .clock
            }
        confirmedAt = event.confirmedAt
        decidingObservation = event.observation
        super.init(geotriggerMonitor: monitor, message: message, feedElementID: outcome.trackID, feedLocation: location)
    }

    /// The fence: the graphic, feature or dynamic entity itself, with its attributes.
    public var fenceGeoElement: any GeoElement { outcome.fence.element }

    /// The fence's id in events: the object id of a feature, the track id of an entity, the text of a graphic's attribute `id`, else a number.
    public var fenceID: String { outcome.fence.id }

    /// The fence's area as it was judged: after the buffer, in WGS 84.
    public var fenceGeometry: Geometry? { outcome.fence.geometry }

    /// Why it was told, in a sentence for people: what was compared, with times, distances and limits.
    ///
    /// - Complexity: O(vertices of the fence).
    public var explanation: String { EventExplanation.text(outcome, fenceNotificationType) }
}
