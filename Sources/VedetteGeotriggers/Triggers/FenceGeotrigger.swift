// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteExpressions
import VedetteModel

/// "Something comes into, or goes out of, an area."
///
/// What an event means, exactly, is in `docs/geotriggers.md`.
public final class FenceGeotrigger: Geotrigger, @unchecked Sendable {
    /// Which crossings are reported.
    public let ruleType: FenceRuleType

    /// Which elements are fences.
    public let fenceParameters: FenceParameters

    /// Whether a fix is a point or the disc of its horizontal accuracy; ``FenceGeotriggerFeedAccuracyMode/useGeometry`` unless set.
    ///
    /// Not together with ``FenceGeotriggerDetection/path(maximumGap:maximumSpeed:)``: a monitor then fails to start.
    @Synchronized public var feedAccuracyMode = FenceGeotriggerFeedAccuracyMode.useGeometry

    /// When a disc counts as in; ``FenceEnterExitSpatialRelationship/enterIntersectsAndExitDoesNotIntersect`` unless set. For points all are the same.
    @Synchronized public var enterExitSpatialRelationship = FenceEnterExitSpatialRelationship.enterIntersectsAndExitDoesNotIntersect

    /// What is judged of a track: each fix, or the way between two; ``FenceGeotriggerDetection/fixes`` unless set.
    @Synchronized public var detection = FenceGeotriggerDetection.fixes

    /// What is reported beyond entering and exiting, and how long a state must have held; nothing unless set.
    @Synchronized public var rules = FenceGeotriggerRules()

    /// How much older than the newest fix of its track, in seconds, a fix may be and still be judged in its order; 0 unless set.
    ///
    /// Fixes younger than that wait, so events come that much later. Older ones change nothing and are counted in ``GeotriggerMonitor/lateFixCount``.
    @Synchronized public var allowedLateness = 0.0

    /// - Parameters:
    ///   - feed: where positions come from. Several triggers can share one.
    ///   - ruleType: which crossings are reported.
    ///   - fenceParameters: which elements are fences. Several triggers can share them.
    ///   - messageExpression: what a notification says; nil for the name.
    ///   - name: a name for people.
    ///   - geotriggerID: the trigger's part in the ids of its events; nil for the name.
    public init(
        feed: GeotriggerFeed, ruleType: FenceRuleType, fenceParameters: FenceParameters, messageExpression: ArcadeExpression? = nil,
        name: String = "", geotriggerID: String? = nil
    ) {
        self.ruleType = ruleType
        self.fenceParameters = fenceParameters
        super.init(feed: feed, messageExpression: messageExpression, name: name, geotriggerID: geotriggerID)
    }
}

extension FenceGeotrigger {
    /// The names that the ArcGIS Maps SDK has inside of the class.
    public typealias RuleType = FenceRuleType
    public typealias FeedAccuracyMode = FenceGeotriggerFeedAccuracyMode
    public typealias EnterExitSpatialRelationship = FenceEnterExitSpatialRelationship
}
