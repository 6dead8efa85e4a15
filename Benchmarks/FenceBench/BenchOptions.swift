// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteFences

struct UsageError: Error {
    let message: String
}

/// What the command line asks for.
struct BenchOptions {
    var measuresEdits = false
    var fences = ""
    var tracks = ""
    var limit = Int.max
    var threads = 1
    var detectsPath = false
    /// Seconds; nil where there is no such rule.
    var dwell: Int?
    var minimumIn: Int?
    var minimumOut: Int?
    var silence: Int?
    var speedAbove: Int?
    var allowedLateness = 0
    /// The accuracy of every fix in metres; 0: fixes are points.
    var accuracy = 0
    var hasRules = false
    var passes = 5
    var count = 2_000

    /// Whether a whole engine is needed, or only which fences tracks are in.
    var needsEngine: Bool { detectsPath || accuracy > 0 || allowedLateness > 0 || !rules.isEmpty }

    var rules: FenceRules {
        var rules = FenceRules()
        func microseconds(_ seconds: Int?) -> Int64? { seconds.map { Int64($0) * 1_000_000 } }
        (rules.dwell, rules.silence) = (microseconds(dwell), microseconds(silence))
        (rules.minimumIn, rules.minimumOut) = (microseconds(minimumIn), microseconds(minimumOut))
        rules.speedAbove = speedAbove.map { Double($0) }
        return rules
    }

    /// nil where help is asked for.
    init?(_ arguments: [String]) throws {
        var places: [String] = []
        var rest = arguments[...]
        func number(_ option: String, _ range: ClosedRange<Int>) throws -> Int {
            guard let text = rest.popFirst() else { throw UsageError(message: "\(option) needs a number") }
            guard let value = Int(text), range.contains(value) else {
                throw UsageError(message: "\(option) needs a number from \(range.lowerBound) to \(range.upperBound), not \(text)")
            }
            return value
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": return nil
            case "--limit": limit = try number(argument, 1...1_000_000_000_000)
            case "--threads": threads = try number(argument, 1...256)
            case "--passes": passes = try number(argument, 1...1_000)
            case "--count": count = try number(argument, 1...1_000_000)
            case "--dwell": dwell = try number(argument, 0...1_000_000_000)
            case "--minimum-in": minimumIn = try number(argument, 0...1_000_000_000)
            case "--minimum-out": minimumOut = try number(argument, 0...1_000_000_000)
            case "--silence": silence = try number(argument, 1...1_000_000_000)
            case "--speed-above": speedAbove = try number(argument, 0...1_000_000)
            case "--allowed-lateness": allowedLateness = try number(argument, 0...1_000_000_000)
            case "--accuracy": accuracy = try number(argument, 0...100_000)
            case "--rules": hasRules = true
            case "--detection":
                switch rest.popFirst() {
                case "fixes": detectsPath = false
                case "path": detectsPath = true
                default: throw UsageError(message: "--detection is fixes or path")
                }
            case let option where option.hasPrefix("-"): throw UsageError(message: "there is no option \(option)")
            default: places.append(argument)
            }
        }
        if places.first == "edits" {
            measuresEdits = true
            places.removeFirst()
        }
        if detectsPath, accuracy > 0 { throw UsageError(message: "a path has no accuracy: choose one of --detection path and --accuracy") }
        guard places.count == 2 else { throw UsageError(message: "it takes a file of fences and one of tracks") }
        (fences, tracks) = (places[0], places[1])
    }
}
