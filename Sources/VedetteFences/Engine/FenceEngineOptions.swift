// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What an engine is asked for.
package struct FenceEngineOptions: Hashable, Sendable {
    /// Part of every event's id.
    package var triggerID: String
    package var detection = FenceDetection.fixes
    /// Whether a fix is the disc of its horizontal accuracy. Not together with path detection.
    package var usesAccuracy = false
    /// When a disc counts as in; for points all three are the same.
    package var relationship = FenceRelationship.enterIntersectsExitDoesNotIntersect
    /// How much older than its track's newest fix a fix may be and still be judged in order, in microseconds, 0 or more.
    package var allowedLateness: Int64 = 0
    package var rules = FenceRules()

    package init(triggerID: String) {
        self.triggerID = triggerID
    }
}

/// What of a track is judged.
package enum FenceDetection: Hashable, Sendable {
    /// Each fix.
    case fixes
    /// The way between two fixes, straight in longitude and latitude, at a constant rate.
    case path(FencePathOptions)
}

package struct FencePathOptions: Hashable, Sendable {
    /// Microseconds. Fixes further apart in time have no path between them.
    package var maximumGap: Int64 = 600_000_000
    /// Metres a second. Fixes that would need more have no path between them.
    package var maximumSpeed: Double?

    package init() {}
}

/// When a disc of uncertainty counts as entering and exiting a fence.
package enum FenceRelationship: UInt8, Hashable, Sendable {
    case enterIntersectsExitDoesNotIntersect
    case enterContainsExitDoesNotContain
    case enterContainsExitDoesNotIntersect
}

/// Rules on top of entering and exiting. Times in microseconds, 0 or more; nil where there is no such rule.
package struct FenceRules: Hashable, Sendable {
    /// How long a stay lasts until it is reported as `dwelled`.
    package var dwell: Int64?
    /// How long a track must be in until `entered` is reported.
    package var minimumIn: Int64?
    /// How long a track must be out until `exited` is reported.
    package var minimumOut: Int64?
    /// How long no fix comes while in until `silent` is reported.
    package var silence: Int64?
    /// Metres a second: in and faster is `speeding`.
    package var speedAbove: Double?
    /// Metres a second: in and slower is `slow`.
    package var speedBelow: Double?
    /// How far, in metres a second, the speed must come back past a limit before it can be crossed again.
    package var speedHysteresis = 0.5

    package init() {}

    package var isEmpty: Bool {
        dwell == nil && minimumIn == nil && minimumOut == nil && silence == nil && speedAbove == nil && speedBelow == nil
    }
}

/// A change of one fence.
package enum FenceEdit: Sendable {
    /// Adds the fence, or gives the one with this id another shape.
    case put(FenceDefinition)
    case remove(id: String)

    /// The fence that is changed.
    package var id: String {
        switch self {
        case .put(let definition): definition.id
        case .remove(let id): id
        }
    }
}

/// A fence for which the index has no room.
package struct FenceRefusal: Equatable, Sendable {
    package let id: String
    package let error: FenceIndexError
}
