// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The functions that documents list under “track”.
package enum ArcadeTrackFunctions {
    package static let definitions: [ArcadeFunctionDefinition] = [
        ArcadeFunctionDefinition(
            "TrackAccelerationAt", .track, .track, since: "1.12", 1...1,
            [
                "TrackAccelerationAt(index: Number) -> Number"
            ], accelerationAt),
        ArcadeFunctionDefinition(
            "TrackAccelerationWindow", .track, .track, since: "1.12", 2...2,
            [
                "TrackAccelerationWindow(startIndex: Number, endIndex: Number) -> Array<Number>"
            ], accelerationWindow),
        ArcadeFunctionDefinition(
            "TrackCurrentAcceleration", .track, .track, since: "1.12", 0...0,
            [
                "TrackCurrentAcceleration() -> Number"
            ], currentAcceleration),
        ArcadeFunctionDefinition(
            "TrackCurrentDistance", .track, .track, since: "1.12", 0...0,
            [
                "TrackCurrentDistance() -> Number"
            ], currentDistance),
        ArcadeFunctionDefinition(
            "TrackCurrentSpeed", .track, .track, since: "1.12", 0...0,
            [
                "TrackCurrentSpeed() -> Number"
            ], currentSpeed),
        ArcadeFunctionDefinition(
            "TrackCurrentTime", .track, .track, since: "1.7", 0...0,
            [
                "TrackCurrentTime() -> Date"
            ], currentTime),
        ArcadeFunctionDefinition(
            "TrackDistanceAt", .track, .track, since: "1.12", 1...1,
            [
                "TrackDistanceAt(index: Number) -> Number"
            ], distanceAt),
        ArcadeFunctionDefinition(
            "TrackDistanceWindow", .track, .track, since: "1.12", 2...2,
            [
                "TrackDistanceWindow(startIndex: Number, endIndex: Number) -> Array<Number>"
            ], distanceWindow),
        ArcadeFunctionDefinition(
            "TrackDuration", .track, .track, since: "1.7", 0...0,
            [
                "TrackDuration() -> Number"
            ], duration),
        ArcadeFunctionDefinition(
            "TrackFieldWindow", .track, .track, since: "1.7", 3...3,
            [
                "TrackFieldWindow(fieldName: Text, startIndex: Number, endIndex: Number) -> Array<Any>"
            ], fieldWindow),
        ArcadeFunctionDefinition(
            "TrackGeometryWindow", .track, .track, since: "1.7", 2...2,
            [
                "TrackGeometryWindow(startIndex: Number, endIndex: Number) -> Array<Geometry>"
            ], geometryWindow),
        ArcadeFunctionDefinition(
            "TrackIndex", .track, .track, since: "1.7", 0...0,
            [
                "TrackIndex() -> Number"
            ], index),
        ArcadeFunctionDefinition(
            "TrackSpeedAt", .track, .track, since: "1.12", 1...1,
            [
                "TrackSpeedAt(index: Number) -> Number"
            ], speedAt),
        ArcadeFunctionDefinition(
            "TrackSpeedWindow", .track, .track, since: "1.12", 2...2,
            [
                "TrackSpeedWindow(startIndex: Number, endIndex: Number) -> Array<Number>"
            ], speedWindow),
        ArcadeFunctionDefinition(
            "TrackStartTime", .track, .track, since: "1.7", 0...0,
            [
                "TrackStartTime() -> Date"
            ], startTime),
        ArcadeFunctionDefinition(
            "TrackWindow", .track, .track, since: "1.7", 2...2,
            [
                "TrackWindow(startIndex: Number, endIndex: Number) -> Array<Feature>"
            ], window),
    ]
}
