// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// Geometries among the arguments of a call, and as its results.
extension ArcadeArguments {
    /// The geometry at `index`, or that of a feature; nil for null, and for a feature without one.
    package func geometry(_ index: Int, _ function: String, in run: ArcadeRun) throws(ArcadeFailure) -> Geometry? {
        try run.geometry(of: self[index], "\(function) takes a geometry or a feature")
    }

    /// The point at `index`, or that of a feature; nil for null, a feature without one, and an empty point.
    func point(_ index: Int, _ function: String, in run: ArcadeRun) throws(ArcadeFailure) -> Point? {
        guard let geometry = try run.geometry(of: self[index], "\(function) takes a point or a feature with one") else { return nil }
        guard let point = geometry as? Point else {
            throw ArcadeFailure(
                .type,
                "\(function) takes a point or a feature with one, not a \(ArcadeGeometryMembers.typeName(of: geometry)); take its Centroid")
        }
        return point.isEmpty ? nil : point
    }

    /// The geometry at `index`, or that of a feature, or what `shape` makes of an array of points; nil as for ``geometry(_:_:in:)``, and
    /// for an empty array.
    func geometry(
        _ index: Int, _ function: String, in run: ArcadeRun, orPointsAs shape: ArcadePointsShape
    ) throws(ArcadeFailure) -> Geometry? {
        guard case .array(let array) = self[index] else {
            return try run.geometry(of: self[index], "\(function) takes a geometry, a feature or an array of points")
        }
        return try run.geometry(ofPoints: array, as: shape, function)
    }

    /// The number at `index`, which must be one.
    func number(_ index: Int, _ function: String, _ what: String, in run: ArcadeRun) throws(ArcadeFailure) -> Double {
        let number = run.number(self[index])
        guard number.isFinite, self[index].typeName != "Null" else {
            throw ArcadeFailure(.invalidArgument, "\(function) takes \(what) as a number")
        }
        return number
    }
}

/// What an array of points stands for.
enum ArcadePointsShape {
    case line, ring
}

extension ArcadeRun {
    /// The geometry that a value is or has; nil for null and for a feature without one.
    func geometry(of value: ArcadeValue, _ wanted: String) throws(ArcadeFailure) -> Geometry? {
        switch value {
        case .null: return nil
        case .geometry(let geometry): return geometry
        case .feature(let feature):
            try charge(1)
            return feature.geometry
        default: throw ArcadeFailure(.type, "\(wanted), not a \(value.typeName)")
        }
    }

    /// The line through points, or the area inside them: an array of points, or of arrays of numbers.
    func geometry(ofPoints array: ArcadeArray, as shape: ArcadePointsShape, _ function: String) throws(ArcadeFailure) -> Geometry? {
        var reader = ArcadePositionReader(run: self, function: function)
        let positions = try reader.readRun(.array(array))
        guard !positions.isEmpty else { return nil }
        let reference = reader.reference ?? context.spatialReference
        return switch shape {
        case .line: Polyline(lines: [positions], spatialReference: reference)
        case .ring: Polygon(rings: [positions], spatialReference: reference)
        }
    }

    // MARK: Results

    /// A geometry as a result, counted by its size; null for none.
    package func made(_ geometry: Geometry?) throws(ArcadeFailure) -> ArcadeValue {
        guard let geometry else { return .null }
        try chargeGeometry(positions: geometry.positionCount, hasZ: geometry.hasZ, hasM: geometry.hasM)
        return .geometry(geometry)
    }

    /// A geometry as a result; null where it has no positions.
    func madeOrNull(_ geometry: Geometry) throws(ArcadeFailure) -> ArcadeValue {
        geometry.isEmpty ? .null : try made(geometry)
    }

    /// Counts what a geometry of so many positions takes.
    func chargeGeometry(positions: Int, hasZ: Bool = false, hasM: Bool = false) throws(ArcadeFailure) {
        let (bytes, isTooMuch) = positions.multipliedReportingOverflow(by: 16 + (hasZ ? 8 : 0) + (hasM ? 8 : 0))
        try chargeValue(bytes: isTooMuch ? .max : bytes)
    }

    // MARK: Spatial references

    /// `geometry` in the spatial reference of `other`, where both have one and they differ.
    func aligned(_ geometry: Geometry, with other: Geometry, _ function: String) throws(ArcadeFailure) -> Geometry {
        guard let from = geometry.spatialReference, let to = other.spatialReference, from !== to, from != to else { return geometry }
        return try projected(geometry.edged, into: to, function)
    }

    /// `geometry` in another spatial reference.
    private func projected(_ geometry: Geometry, into reference: SpatialReference, _ function: String) throws(ArcadeFailure) -> Geometry {
        // The first way between two systems that are not the two of the web is looked up for milliseconds.
        let isUsual = [geometry.spatialReference, reference].allSatisfy { $0 == .wgs84 || $0 == .webMercator }
        try charge(geometry.positionCount * (isUsual ? 1 : 4) + (isUsual ? 10 : 2_000))
        do {
            return try GeometryEngine.projected(geometry, into: reference)
        } catch {
            throw ArcadeFailure(
                .invalidArgument,
                "\(function) takes geometries of one spatial reference, or of two with a way from one to the other: "
                    + ((error as? GeometryError)?.message ?? "\(error)"))
        }
    }

    /// Two geometries in one spatial reference, for asking how they lie: points are brought to what has edges, which are not straight on
    /// another map.
    func alignedForRelation(
        _ first: Geometry, _ second: Geometry, _ function: String
    ) throws(ArcadeFailure) -> (Geometry, Geometry) {
        guard first.dimension == 0, second.dimension != 0 else { return (first, try aligned(second, with: first, function)) }
        return (try aligned(first, with: second, function), second)
    }
}

extension Geometry {
    /// How many positions there are; four for an envelope.
    var positionCount: Int {
        self is Envelope ? 4 : runs.reduce(0) { $0 + $1.count }
    }

    /// The geometry itself; an envelope as the polygon that it is, which can be projected and turned.
    var edged: Geometry {
        guard let envelope = self as? Envelope else { return self }
        guard !envelope.isEmpty else { return Polygon(rings: [], spatialReference: spatialReference) }
        let (x, y) = (
            [envelope.xMin, envelope.xMin, envelope.xMax, envelope.xMax], [envelope.yMin, envelope.yMax, envelope.yMax, envelope.yMin]
        )
        return Polygon(rings: [Coordinates(x: x, y: y)], spatialReference: spatialReference)
    }

    /// The runs of positions that segments join: of an envelope its corners.
    var segmentRuns: [Coordinates] { edged.runs }
}
