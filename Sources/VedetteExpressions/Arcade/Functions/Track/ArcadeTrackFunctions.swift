// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The functions that documents list under “track”.
package enum ArcadeTrackFunctions {
    package static let definitions: [ArcadeFunctionDefinition] = [
        ArcadeFunctionDefinition(
            "TrackAccelerationAt", .track, .track, since: "1.12", 1...1,
            [
                "TrackAccelerationAt(value: Number) -> Number"
            ], pending),
        ArcadeFunctionDefinition(
            "TrackAccelerationWindow", .track, .track, since: "1.12", 2...2,
            [
                "TrackAccelerationWindow(startIndex: Number, endIndex: Number) -> Array<Number>"
            ], pending),
        ArcadeFunctionDefinition(
            "TrackCurrentAcceleration", .track, .track, since: "1.12", 0...0,
            [
                "TrackCurrentAcceleration() -> Number"
            ], pending),
        ArcadeFunctionDefinition(
            "TrackCurrentDistance", .track, .track, since: "1.12", 0...0,
            [
                "TrackCurrentDistance() -> Number"
            ], pending),
        ArcadeFunctionDefinition(
            "TrackCurrentSpeed", .track, .track, since: "1.12", 0...0,
            [
                "TrackCurrentSpeed() -> Number"
            ], pending),
        ArcadeFunctionDefinition(
            "TrackCurrentTime", .track, .track, since: "1.7", 0...0,
            [
                "TrackCurrentTime() -> Date"
            ], pending),
        ArcadeFunctionDefinition(
            "TrackDistanceAt", .track, .track, since: "1.12", 1...1,
            [
                "TrackDistanceAt(index: Number) -> Number"
            ], pending),
        ArcadeFunctionDefinition(
            "TrackDistanceWindow", .track, .track, since: "1.12", 2...2,
            [
                "TrackDistanceWindow(startIndex: Number, endIndex: Number) -> Array<Number>"
            ], pending),
        ArcadeFunctionDefinition(
            "TrackDuration", .track, .track, since: "1.7", 0...0,
            [
                "TrackDuration() -> Number"
            ], pending),
        ArcadeFunctionDefinition(
            "TrackFieldWindow", .track, .track, since: "1.7", 3...3,
            [
                "TrackFieldWindow(fieldName: Text, startIndex: Number, endIndex: Number) -> Array<Number>"
            ], pending),
        ArcadeFunctionDefinition(
            "TrackGeometryWindow", .track, .track, since: "1.7", 2...2,
            [
                "TrackGeometryWindow(startIndex: Number, endIndex: Number) -> Array<Geometry>"
            ], pending),
        ArcadeFunctionDefinition(
            "TrackIndex", .track, .track, since: "1.7", 0...0,
            [
                "TrackIndex() -> Number"
            ], pending),
        ArcadeFunctionDefinition(
            "TrackSpeedAt", .track, .track, since: "1.12", 1...1,
            [
                "TrackSpeedAt(value: Number) -> Number"
            ], pending),
        ArcadeFunctionDefinition(
            "TrackSpeedWindow", .track, .track, since: "1.12", 2...2,
            [
                "TrackSpeedWindow(startIndex: Number, endIndex: Number) -> Array<Number>"
            ], pending),
        ArcadeFunctionDefinition(
            "TrackStartTime", .track, .track, since: "1.7", 0...0,
            [
                "TrackStartTime() -> Date"
            ], pending),
        ArcadeFunctionDefinition(
            "TrackWindow", .track, .track, since: "1.7", 2...2,
            [
                "TrackWindow(startIndex: Number, endIndex: Number) -> Array<Feature>"
            ], pending),
    ]

    private static let pending: ArcadeFunctionDefinition.Body = { _, _ throws(ArcadeFailure) in .null }
}
