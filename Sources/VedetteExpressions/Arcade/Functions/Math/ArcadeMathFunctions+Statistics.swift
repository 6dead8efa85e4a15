// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What is worked out of many numbers: those of one array, or all arguments, or a field of a feature set.
///
/// Each is cast to a number, so that NaN among them makes NaN; null is left out. Of no numbers at all come null, and 0 as a sum.
extension ArcadeMathFunctions {
    static func average(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try statistic(.average, arguments, run) { $0.isEmpty ? nil : mean($0) }
    }

    static func max(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try statistic(.max, arguments, run) { numbers in
            numbers.contains(where: \.isNaN) ? .nan : numbers.max()
        }
    }

    static func min(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try statistic(.min, arguments, run) { numbers in
            numbers.contains(where: \.isNaN) ? .nan : numbers.min()
        }
    }

    /// The standard deviation of a population.
    static func stdev(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try statistic(.stdev, arguments, run) { variance($0)?.squareRoot() }
    }

    static func sum(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try statistic(.sum, arguments, run) { $0.reduce(0, +) }
    }

    /// The variance of a population.
    static func variance(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try statistic(.variance, arguments, run, of: variance)
    }

    private static func statistic(
        _ statistic: ArcadeStatistic, _ arguments: ArcadeArguments, _ run: ArcadeRun, of compute: ([Double]) -> Double?
    ) throws(ArcadeFailure) -> ArcadeValue {
        if case .featureSet = arguments[0] { return try ArcadeFeatureSetFunctions.statistic(statistic, arguments, run) }
        var numbers: [Double] = []
        if arguments.count == 1, case .array(let array) = arguments[0] {
            try run.charge(1 + array.elements.count >> 2)
            numbers.reserveCapacity(array.elements.count)
            for element in array.elements {
                if case .text(let text) = element { try run.charge(1 + text.utf8.count >> 3) }
                add(element, to: &numbers, run)
            }
        } else {
            try run.charge(1 + arguments.count >> 2)
            for index in 0..<arguments.count { add(arguments[index], to: &numbers, run) }
        }
        return compute(numbers).map(ArcadeValue.number) ?? .null
    }

    private static func add(_ value: ArcadeValue, to numbers: inout [Double], _ run: ArcadeRun) {
        if case .null = value { return }
        numbers.append(run.number(value))
    }

    private static func mean(_ numbers: [Double]) -> Double { numbers.reduce(0, +) / Double(numbers.count) }

    private static func variance(_ numbers: [Double]) -> Double? {
        guard !numbers.isEmpty else { return nil }
        let mean = mean(numbers)
        return numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count)
    }
}
