// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// Reads positions from values: points, arrays of two to four numbers, dictionaries with `x` and `y`.
struct ArcadePositionReader {
    let run: ArcadeRun
    let function: String

    /// That of the first point that had one.
    private(set) var reference: SpatialReference?
    /// Whether a position was an array of four numbers, so that the third are heights.
    private(set) var hasFourth = false

    init(run: ArcadeRun, function: String) {
        (self.run, self.function) = (run, function)
    }

    /// The runs of a path or ring list.
    mutating func readRuns(_ value: ArcadeValue, _ name: String) throws(ArcadeFailure) -> [Coordinates] {
        guard case .array(let array) = value else {
            throw ArcadeFailure(.type, "\(function) takes \(name) as an array of arrays of points, not as a \(value.typeName)")
        }
        var runs: [Coordinates] = []
        for element in array.elements { runs.append(try readRun(element)) }
        return runs
    }

    /// The positions of one array.
    mutating func readRun(_ value: ArcadeValue) throws(ArcadeFailure) -> Coordinates {
        guard case .array(let array) = value else {
            throw ArcadeFailure(
                .type, "\(function) takes an array of points, each a Point or an array of numbers, not a \(value.typeName)")
        }
        try run.charge(1 + array.elements.count)
        try run.chargeGeometry(positions: array.elements.count)
        var positions = Coordinates()
        for element in array.elements {
            switch element {
            case .geometry(let geometry):
                guard let point = geometry as? Point else { throw noPoint(element) }
                append(point, to: &positions)
            case .feature(let feature):
                guard let point = feature.geometry as? Point else { throw noPoint(element) }
                append(point, to: &positions)
            case .array(let numbers):
                let numbers = numbers.elements
                guard (2...4).contains(numbers.count) else {
                    throw ArcadeFailure(
                        .invalidArgument, "\(function) takes positions of 2 to 4 numbers: [x, y], [x, y, z] or [x, y, z, m]")
                }
                if numbers.count == 4 { hasFourth = true }
                positions.append(
                    x: try coordinate(numbers[0]), y: try coordinate(numbers[1]),
                    z: numbers.count > 2 ? optional(numbers[2]) : nil, m: numbers.count > 3 ? optional(numbers[3]) : nil)
            case .dictionary(let dictionary):
                guard let x = dictionary["x"], let y = dictionary["y"] else { throw noPoint(element) }
                positions.append(
                    x: try coordinate(x), y: try coordinate(y), z: dictionary["z"].map { optional($0) },
                    m: dictionary["m"].map { optional($0) })
            default: throw noPoint(element)
            }
        }
        return positions
    }

    private mutating func append(_ point: Point, to positions: inout Coordinates) {
        if reference == nil { reference = point.spatialReference }
        positions.append(x: point.x, y: point.y, z: point.z, m: point.m)
    }

    /// A number that says where; NaN, as of an empty point, for null.
    func coordinate(_ value: ArcadeValue) throws(ArcadeFailure) -> Double {
        switch value {
        case .number(let number): return number
        case .null, .text("NaN"): return .nan
        default:
            let number = run.number(value)
            guard !number.isNaN else {
                throw ArcadeFailure(.invalidArgument, "\(function) takes coordinates that are numbers, not a \(value.typeName)")
            }
            return number
        }
    }

    /// A height or measure; NaN where it is none.
    func optional(_ value: ArcadeValue) -> Double {
        if case .null = value { .nan } else { run.number(value) }
    }

    private func noPoint(_ value: ArcadeValue) -> ArcadeFailure {
        ArcadeFailure(.type, "\(function) takes points, each a Point or an array of numbers such as [x, y], not a \(value.typeName)")
    }
}
