// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Vedette
import VedetteFeeds
import VedetteFences
import VedetteGeotriggers

/// Which events there are.
struct FenceRuleArguments: ParsableArguments {
    enum Rule: String, ExpressibleByArgument, CaseIterable {
        case enter
        case exit
        case enterOrExit = "enter-or-exit"

        var type: FenceRuleType {
            switch self {
            case .enter: .enter
            case .exit: .exit
            case .enterOrExit: .enterOrExit
            }
        }
    }

    enum Accuracy: String, ExpressibleByArgument, CaseIterable {
        case geometry
        case geometryWithAccuracy = "geometry-with-accuracy"
    }

    enum Relationship: String, ExpressibleByArgument, CaseIterable {
        case enterIntersectsExitDoesNotIntersect = "enter-intersects-exit-does-not-intersect"
        case enterContainsExitDoesNotContain = "enter-contains-exit-does-not-contain"
        case enterContainsExitDoesNotIntersect = "enter-contains-exit-does-not-intersect"

        var relationship: FenceRelationship {
            switch self {
            case .enterIntersectsExitDoesNotIntersect: .enterIntersectsExitDoesNotIntersect
            case .enterContainsExitDoesNotContain: .enterContainsExitDoesNotContain
            case .enterContainsExitDoesNotIntersect: .enterContainsExitDoesNotIntersect
            }
        }
    }

    enum Detection: String, ExpressibleByArgument, CaseIterable {
        case fixes
        case path
    }

    @Option(
        help:
            "Which of the two are written: enter, exit or enter-or-exit. What a track is in is known all the same. Default: enter-or-exit.")
    var rule = Rule.enterOrExit

    @Option(
        help: ArgumentHelp(
            "What a fix is: geometry, the point alone, or geometry-with-accuracy, the disc of its horizontal accuracy. Default: geometry.",
            valueName: "mode"))
    var accuracy = Accuracy.geometry

    @Option(
        help: ArgumentHelp(
            "The field that holds the horizontal accuracy, in metres. Default: horizontalAccuracy, accuracy or hacc, whichever has a number.",
            valueName: "name"))
    var accuracyField: String?

    @Option(
        help: ArgumentHelp(
            "When a disc has entered and exited: enter-intersects-exit-does-not-intersect, enter-contains-exit-does-not-contain or enter-contains-exit-does-not-intersect. Default: the first. For points all three are the same.",
            valueName: "name"))
    var relationship = Relationship.enterIntersectsExitDoesNotIntersect

    @Option(
        help:
            "What is judged: fixes, each by itself, or path, the straight way between two fixes, with the time and place of each crossing. Default: fixes."
    )
    var detection = Detection.fixes

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --detection path: fixes further apart in time have no way between them. Default: 600.", valueName: "seconds"))
    var maximumGap: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --detection path: fixes that would need a higher speed, in metres a second, have no way between them. Default: no limit.",
            valueName: "speed"))
    var maximumSpeed: Double?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Write dwelled once a stay has lasted so long. Default: never.", valueName: "seconds"))
    var dwell: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Write entered only once a track has been in for so long. Default: at once.", valueName: "seconds"))
    var minimumIn: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Write exited only once a track has been out for so long. Default: at once.", valueName: "seconds"))
    var minimumOut: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Write silent when no fix has come for so long from a track that is in. Default: never.", valueName: "seconds"))
    var silence: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Write speeding when a track that is in becomes faster, in metres a second. Default: never.", valueName: "speed")
    )
    var speedAbove: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Write slow when a track that is in becomes slower, in metres a second. Default: never.", valueName: "speed"))
    var speedBelow: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How far the speed must come back past a limit before it can be crossed again, in metres a second. Default: 0.5.",
            valueName: "speed"))
    var speedHysteresis: Double?

    @Option(
        help: ArgumentHelp(
            "The field that holds the speed, in metres a second. Default: speed or velocity; a fix without one has the speed of the way from the one before.",
            valueName: "name"))
    var speedField: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How much older than the newest of its track a fix may come and still be judged in its order. Default: 0.", valueName: "seconds"
        ))
    var allowedLateness: Double?

    /// No time of an event can be further away: what is longer is a mistake.
    private static let longestDuration = 1e9

    func validate() throws {
        let durations = [
            ("--maximum-gap", maximumGap), ("--dwell", dwell), ("--minimum-in", minimumIn), ("--minimum-out", minimumOut),
            ("--silence", silence), ("--allowed-lateness", allowedLateness),
        ]
        for (name, value) in durations {
            guard let value else { continue }
            guard value >= 0, value <= Self.longestDuration else {
                throw ValidationError("\(name) must be seconds from 0 to \(Int(Self.longestDuration)).")
            }
        }
        let speeds = [
            ("--maximum-speed", maximumSpeed), ("--speed-above", speedAbove), ("--speed-below", speedBelow),
            ("--speed-hysteresis", speedHysteresis),
        ]
        for (name, value) in speeds {
            guard let value else { continue }
            guard value >= 0, value.isFinite else { throw ValidationError("\(name) must be metres a second, 0 or more.") }
        }
        if detection == .path, accuracy == .geometryWithAccuracy {
            throw ValidationError("The way between two fixes is judged by points: leave out --detection path, or --accuracy.")
        }
        if detection == .fixes, maximumGap != nil || maximumSpeed != nil {
            throw ValidationError("--maximum-gap and --maximum-speed are for --detection path.")
        }
        if accuracy == .geometry, accuracyField != nil {
            throw ValidationError("--accuracy-field is for --accuracy geometry-with-accuracy.")
        }
        if !hasSpeedLimit, speedHysteresis != nil || speedField != nil {
            throw ValidationError("--speed-hysteresis and --speed-field are for --speed-above and --speed-below.")
        }
    }

    /// The name of the trigger in event ids.
    private static let triggerID = "fence"

    var engineOptions: FenceEngineOptions {
        func microseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1e6).rounded()) }
        var options = FenceEngineOptions(triggerID: Self.triggerID)
        if detection == .path {
            var path = FencePathOptions()
            if let maximumGap { path.maximumGap = microseconds(maximumGap) }
            path.maximumSpeed = maximumSpeed
            options.detection = .path(path)
        }
        options.usesAccuracy = accuracy == .geometryWithAccuracy
        options.relationship = relationship.relationship
        options.allowedLateness = allowedLateness.map(microseconds) ?? 0
        options.rules.dwell = dwell.map(microseconds)
        options.rules.minimumIn = minimumIn.map(microseconds)
        options.rules.minimumOut = minimumOut.map(microseconds)
        options.rules.silence = silence.map(microseconds)
        (options.rules.speedAbove, options.rules.speedBelow) = (speedAbove, speedBelow)
        if let speedHysteresis { options.rules.speedHysteresis = speedHysteresis }
        return options
    }

    /// How long after a fix an event can name it as the one that decided, in microseconds.
    var longestWait: Int64 {
        let options = engineOptions
        let rules = [options.rules.dwell, options.rules.minimumIn, options.rules.minimumOut, options.rules.silence].compactMap { $0 }
        return options.allowedLateness + (rules.max() ?? 0)
    }

    /// The fields that are wanted besides track, time and place.
    func setFields(of options: inout FixOptions) {
        if accuracy == .geometryWithAccuracy { options.accuracyFields = accuracyField.map { [$0] } ?? FixOptions.accuracyNames }
        if hasSpeedLimit { options.speedFields = speedField.map { [$0] } ?? FixOptions.speedNames }
        options.feed.requiredColumns += accuracyField.map { [FeedOptions.Column($0, "accuracy", "--accuracy-field")] } ?? []
        options.feed.requiredColumns += speedField.map { [FeedOptions.Column($0, "speed", "--speed-field")] } ?? []
    }

    private var hasSpeedLimit: Bool { speedAbove != nil || speedBelow != nil }

    /// What to say where a number that was asked for was in no fix; nil where that may well be.
    func complaint(hasAccuracies: Bool, hasSpeeds: Bool) -> String? {
        func listed(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
        if accuracy == .geometryWithAccuracy, !hasAccuracies {
            let names = accuracyField.map { [$0] } ?? FixOptions.accuracyNames
            return
                "no fix has its accuracy as a number in \(listed(names)): each was judged as a point; name the field with --accuracy-field"
        }
        if hasSpeedLimit, let speedField, !hasSpeeds {
            return
                "no fix has its speed as a number in \(listed([speedField])) (--speed-field): speeds were told from the way between fixes"
        }
        return nil
    }
}
