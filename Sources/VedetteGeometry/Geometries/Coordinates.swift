// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A run of coordinates in struct-of-arrays form: what geometry objects hold inside.
///
/// `z` and `m` are either nil or as long as `x` and `y`. Units and frame are those of the geometry's spatial reference.
public struct Coordinates: Hashable, Sendable {
    public private(set) var x: [Double]
    public private(set) var y: [Double]
    public private(set) var z: [Double]?
    public private(set) var m: [Double]?

    public init() {
        (x, y, z, m) = ([], [], nil, nil)
    }

    /// - Precondition: all arrays have the same length.
    public init(x: [Double], y: [Double], z: [Double]? = nil, m: [Double]? = nil) {
        precondition(x.count == y.count && (z?.count ?? x.count) == x.count && (m?.count ?? x.count) == x.count)
        (self.x, self.y, self.z, self.m) = (x, y, z, m)
    }

    public var count: Int { x.count }
    public var isEmpty: Bool { x.isEmpty }

    /// Adds a position; a z or m that earlier positions lack makes theirs NaN, and the other way round.
    public mutating func append(x: Double, y: Double, z: Double? = nil, m: Double? = nil) {
        Self.append(z, to: &self.z, count: count)
        Self.append(m, to: &self.m, count: count)
        self.x.append(x)
        self.y.append(y)
    }

    /// Gives the last position a measure; earlier ones that lack one get NaN.
    mutating func setLastMeasure(_ measure: Double) {
        guard !isEmpty else { return }
        var measures = m ?? Array(repeating: .nan, count: count)
        m = nil
        measures[count - 1] = measure
        m = measures
    }

    private static func append(_ value: Double?, to values: inout [Double]?, count: Int) {
        if value != nil, values == nil { values = Array(repeating: .nan, count: count) }
        values?.append(value ?? .nan)
    }

    /// Numbers are compared as numbers, except that NaN, of which empty points are made, equals itself.
    public static func == (lhs: Coordinates, rhs: Coordinates) -> Bool {
        func areEqual(_ first: [Double]?, _ second: [Double]?) -> Bool {
            guard let first, let second else { return first == nil && second == nil }
            return first.count == second.count && zip(first, second).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) }
        }
        return areEqual(lhs.x, rhs.x) && areEqual(lhs.y, rhs.y) && areEqual(lhs.z, rhs.z) && areEqual(lhs.m, rhs.m)
    }

    public func hash(into hasher: inout Hasher) {
        // NaNs of any kind hash alike, since they are equal.
        for value in x { hasher.combine(value.isNaN ? .nan : value) }
        for value in y { hasher.combine(value.isNaN ? .nan : value) }
        hasher.combine(x.count)
    }

    /// The positions as points.
    func points(spatialReference: SpatialReference?) -> [Point] {
        (0..<count).map { index in
            Point(x: x[index], y: y[index], z: z?[index], m: m?[index], spatialReference: spatialReference)
        }
    }

    init(_ points: some Sequence<Point>) {
        self.init()
        for point in points { append(x: point.x, y: point.y, z: point.z, m: point.m) }
    }
}
