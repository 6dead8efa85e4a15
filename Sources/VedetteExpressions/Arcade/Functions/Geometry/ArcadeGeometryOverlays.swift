// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// What two geometries have in common, have together, or one has and the other has not. Where nothing is left the result is null.
enum ArcadeGeometryOverlays {
    /// `Intersection`: what both have, in the lower of their dimensions.
    static func intersection(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let first = try arguments.geometry(0, "Intersection", in: run),
            let second = try arguments.geometry(1, "Intersection", in: run)
        else { return .null }
        return try common(first, second, "Intersection", run)
    }

    /// `Clip`: what lies in an extent.
    static func clip(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let first = try arguments.geometry(0, "Clip", in: run), let second = try arguments.geometry(1, "Clip", in: run) else {
            return .null
        }
        try run.chargePass(over: second)
        return try common(first, second.extent, "Clip", run)
    }

    private static func common(
        _ first: Geometry, _ other: Geometry, _ function: String, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> ArcadeValue {
        let second = try run.aligned(other, with: first, function)
        try run.chargePass(over: first, second)
        guard !first.isEmpty, !second.isEmpty, ArcadeGeometryRelations.areClose(first, second) else { return .null }
        try run.chargeNoding(of: [first, second])
        return try run.madeOrNull(try overlaid(first, second, function, run, GeometryEngine.intersection))
    }

    static func difference(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let first = try arguments.geometry(0, "Difference", in: run) else { return .null }
        guard let other = try arguments.geometry(1, "Difference", in: run), !other.isEmpty else { return try run.madeOrNull(first) }
        let second = try run.aligned(other, with: first, "Difference")
        try run.chargePass(over: first, second)
        guard !first.isEmpty, ArcadeGeometryRelations.areClose(first, second) else { return try run.madeOrNull(first) }
        try run.chargeNoding(of: [first, second])
        return try run.madeOrNull(try overlaid(first, second, "Difference", run, GeometryEngine.difference))
    }

    static func symmetricDifference(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let first = try arguments.geometry(0, "SymmetricDifference", in: run)
        let other = try arguments.geometry(1, "SymmetricDifference", in: run)
        guard let first, !first.isEmpty else { return try other.map { other throws(ArcadeFailure) in try run.madeOrNull(other) } ?? .null }
        guard let other, !other.isEmpty else { return try run.madeOrNull(first) }
        try checkDimensions([first, other], "SymmetricDifference")
        let second = try run.aligned(other, with: first, "SymmetricDifference")
        try run.chargeNoding(of: [first, second])
        return try run.madeOrNull(try overlaid(first, second, "SymmetricDifference", run, GeometryEngine.symmetricDifference))
    }

    /// `Union`: of geometries and features, each an argument or in arrays; null among them is left out.
    static func union(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        var geometries: [Geometry] = []
        func add(_ value: ArcadeValue) throws(ArcadeFailure) {
            guard let geometry = try run.geometry(of: value, "Union takes geometries and features, or an array of them"), !geometry.isEmpty
            else { return }
            geometries.append(
                try geometries.first.map { first throws(ArcadeFailure) in
                    try run.aligned(geometry, with: first, "Union")
                } ?? geometry)
        }
        for index in 0..<arguments.count {
            guard case .array(let array) = arguments[index] else {
                try add(arguments[index])
                continue
            }
            try run.charge(array.elements.count)
            for element in array.elements { try add(element) }
        }
        guard let first = geometries.first else { return .null }
        try checkDimensions(geometries, "Union")
        try run.chargeNoding(of: geometries)
        if let made = GeometryEngine.union(of: geometries) { return try run.madeOrNull(made.kind(of: first)) }
        for geometry in geometries { try run.chargeMending(of: geometry) }
        let mended = geometries.compactMap { GeometryEngine.simplify($0) }
        guard mended.count == geometries.count, let made = GeometryEngine.union(of: mended) else { throw refused("Union") }
        return try run.madeOrNull(made.kind(of: first))
    }

    /// `Cut`: first what lies on the left of the cutter, then what lies on the right, then each part that it does not touch; an empty array
    /// where it cuts nothing.
    static func cut(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let shape = try arguments.geometry(0, "Cut", in: run), let other = try arguments.geometry(1, "Cut", in: run) else {
            return try run.makeArray([])
        }
        guard shape.dimension != 0, other is Polyline else {
            throw ArcadeFailure(.type, "Cut takes a line or an area, and a line to cut it with")
        }
        guard let cutter = try run.aligned(other, with: shape, "Cut") as? Polyline else { return try run.makeArray([]) }
        // What is cut is put together from pieces, each looked for along the cutter.
        try run.chargeProduct(shape.positionCount, cutter.positionCount, over: 16)
        try run.chargeNoding(of: [shape, cutter])
        try run.chargeNoding(of: [shape, cutter])
        var parts: [ArcadeValue] = []
        for part in GeometryEngine.cut(shape, usingCutter: cutter) { parts.append(try run.made(part)) }
        return try run.makeArray(parts)
    }

    /// `MultiPartToSinglePart`: each line, each area with its holes, or each point on its own.
    static func singleParts(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let shape = try arguments.geometry(0, "MultiPartToSinglePart", in: run) else { return .null }
        try run.charge(1 + shape.positionCount)
        let reference = shape.spatialReference
        var parts: [Geometry]
        switch shape {
        case let points as Multipoint:
            try ArcadeGeometryMembers.chargePoints(points.positionCount, in: run)
            parts = points.points
        case let line as Polyline: parts = line.runs.map { Polyline(lines: [$0], spatialReference: reference) }
        case let area as Polygon:
            // Holes are looked for in each area that may hold them.
            try run.chargeProduct(area.runs.count, area.runs.count + area.positionCount / 8, over: 16)
            parts = area.polygons.map { Polygon(polygons: [$0], spatialReference: reference) }
        default: parts = [shape]
        }
        parts.removeAll { $0.isEmpty }
        var values: [ArcadeValue] = []
        for part in parts { values.append(try run.made(part)) }
        return try run.makeArray(values)
    }

    /// What the operation makes, of mended geometries where it does not take them as they are.
    private static func overlaid(
        _ first: Geometry, _ second: Geometry, _ function: String, _ run: ArcadeRun, _ operation: (Geometry, Geometry) -> Geometry?
    ) throws(ArcadeFailure) -> Geometry {
        if let made = operation(first, second) { return made }
        for geometry in [first, second] { try run.chargeMending(of: geometry) }
        guard let first = GeometryEngine.simplify(first), let second = GeometryEngine.simplify(second), let made = operation(first, second)
        else { throw refused(function) }
        return made
    }

    private static func checkDimensions(_ geometries: [Geometry], _ function: String) throws(ArcadeFailure) {
        guard let dimension = geometries.first?.dimension, geometries.allSatisfy({ $0.dimension == dimension }) else {
            throw ArcadeFailure(.type, "\(function) takes geometries of one kind: all points, all lines or all areas")
        }
    }

    static func refused(_ function: String) -> ArcadeFailure {
        ArcadeFailure(
            .invalidArgument,
            "\(function) cannot be done with these geometries: their coordinates must be finite, and their rings may not cross")
    }
}

extension Geometry {
    /// The geometry itself, a single point as a multipoint where the other is one.
    fileprivate func kind(of other: Geometry) -> Geometry {
        guard other is Multipoint, let point = self as? Point else { return self }
        return Multipoint(points: [point], spatialReference: spatialReference)
    }
}
