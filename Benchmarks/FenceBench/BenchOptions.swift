// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

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
    var passes = 5
    var count = 2_000

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
        guard places.count == 2 else { throw UsageError(message: "it takes a file of fences and one of tracks") }
        (fences, tracks) = (places[0], places[1])
    }
}
