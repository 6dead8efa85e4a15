// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteValues

// Indices count from the current observation, 0: those before it are negative. A window has its start, not its end, and what of it lies
// beyond
// the track is left out. Beyond the track there is null.
extension ArcadeTrackFunctions {
    private static func track(_ function: String, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeTrack {
        guard let track = run.context.track, !track.rows.isEmpty else {
            throw ArcadeFailure(
                .unavailableFunction,
                "\(function) needs a track; evaluate the script with a dynamic entity or one of its observations as $feature")
        }
        return track
    }

    /// The place in the track of an index; nil where it lies beyond.
    private static func place(
        _ value: ArcadeValue, _ track: ArcadeTrack, _ function: String, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> Int? {
        let number = run.number(value)
        guard number.isFinite, number == number.rounded(.towardZero) else {
            throw ArcadeFailure(.invalidArgument, "\(function) takes a whole number: 0 for the current observation, -1 for the one before")
        }
        let place = Double(track.current) + number
        return place >= 0 && place < Double(track.rows.count) ? Int(place) : nil
    }

    /// The places of a window.
    private static func places(
        _ start: ArcadeValue, _ end: ArcadeValue, _ track: ArcadeTrack, _ function: String, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> Range<Int> {
        let (first, last) = (run.number(start), run.number(end))
        guard first == first.rounded(.towardZero), last == last.rounded(.towardZero) else {
            throw ArcadeFailure(
                .invalidArgument,
                "\(function) takes two whole numbers: where the window starts, and where it ends, counted from the current observation")
        }
        let count = Double(track.rows.count)
        let lower = min(max(Double(track.current) + first, 0), count)
        let upper = min(max(Double(track.current) + last, lower), count)
        try run.charge(Int(upper - lower))
        return Int(lower)..<Int(upper)
    }

    private static func value(_ number: Double?) -> ArcadeValue { number.map { .number($0) } ?? .null }

    // MARK: One observation

    private static func motion(
        at index: ArcadeValue, _ function: String, _ run: ArcadeRun, _ value: (ArcadeTrack.Motion) -> Double?
    ) throws(ArcadeFailure) -> ArcadeValue {
        let track = try track(function, run)
        try run.charge(4)
        guard let place = try place(index, track, function, run) else { return .null }
        return self.value(value(track.motions[place]))
    }

    static func accelerationAt(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try motion(at: arguments[0], "TrackAccelerationAt", run, \.acceleration)
    }

    static func currentAcceleration(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try motion(at: .number(0), "TrackCurrentAcceleration", run, \.acceleration)
    }

    static func distanceAt(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try motion(at: arguments[0], "TrackDistanceAt", run) { $0.distance }
    }

    static func currentDistance(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try motion(at: .number(0), "TrackCurrentDistance", run) { $0.distance }
    }

    static func speedAt(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try motion(at: arguments[0], "TrackSpeedAt", run, \.speed)
    }

    static func currentSpeed(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try motion(at: .number(0), "TrackCurrentSpeed", run, \.speed)
    }

    static func index(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .number(Double(try track("TrackIndex", run).current))
    }

    // MARK: Times

    private static func date(_ instant: Instant?, _ run: ArcadeRun) -> ArcadeValue {
        instant.map { .date(ArcadeDate(instant: $0, zone: run.context.timeZone)) } ?? .null
    }

    static func currentTime(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let track = try track("TrackCurrentTime", run)
        return date(track.times[track.current], run)
    }

    static func startTime(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        date(try track("TrackStartTime", run).times[0], run)
    }

    /// Milliseconds from the first observation to the current one.
    static func duration(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let track = try track("TrackDuration", run)
        guard let start = track.times[0], let now = track.times[track.current] else { return .null }
        return .number((Double(now.microsecondsSince1970) - Double(start.microsecondsSince1970)) / 1_000)
    }

    // MARK: Windows

    private static func motions(
        _ arguments: ArcadeArguments, _ function: String, _ run: ArcadeRun, _ value: (ArcadeTrack.Motion) -> Double?
    ) throws(ArcadeFailure) -> ArcadeValue {
        let track = try track(function, run)
        let places = try places(arguments[0], arguments[1], track, function, run)
        return try run.makeArray(track.motions[places].map { self.value(value($0)) })
    }

    static func accelerationWindow(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try motions(arguments, "TrackAccelerationWindow", run, \.acceleration)
    }

    static func distanceWindow(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try motions(arguments, "TrackDistanceWindow", run) { $0.distance }
    }

    static func speedWindow(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try motions(arguments, "TrackSpeedWindow", run, \.speed)
    }

    static func fieldWindow(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let track = try track("TrackFieldWindow", run)
        let name = try run.name(run.text(arguments[0]))
        var values: [ArcadeValue] = []
        for place in try places(arguments[1], arguments[2], track, "TrackFieldWindow", run) {
            guard let value = track.rows[place].value(named: name) else {
                throw ArcadeFailure(.outOfRange, "TrackFieldWindow: there is no field '\(name.spelling.prefix(80))'")
            }
            values.append(ArcadeValue(value, in: run))
        }
        return try run.makeArray(values)
    }

    static func geometryWindow(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let track = try track("TrackGeometryWindow", run)
        let places = try places(arguments[0], arguments[1], track, "TrackGeometryWindow", run)
        return try run.makeArray(track.rows[places].map { $0.geometry.map { .geometry($0) } ?? .null })
    }

    static func window(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let track = try track("TrackWindow", run)
        let places = try places(arguments[0], arguments[1], track, "TrackWindow", run)
        return try run.makeArray(track.rows[places].map { .feature(ArcadeFeature(row: $0)) })
    }
}
