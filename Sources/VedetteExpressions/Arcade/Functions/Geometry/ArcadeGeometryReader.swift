// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// Makes geometries of what scripts write: dictionaries and texts in the shape of Esri JSON, features, geometries.
package enum ArcadeGeometryReader {
    /// The geometry that a value describes; nil for null, and for a feature without one.
    ///
    /// A value is a dictionary with `x` and `y`, `points`, `paths`, `rings` or `xmin` to `ymax`, whose positions are arrays of numbers or
    /// points; or the same as JSON; a feature; a geometry. Without a spatial reference it gets that of its first point, or else of the
    /// context. The function is named in failures.
    package static func geometry(
        from value: ArcadeValue, _ function: String, in run: ArcadeRun
    ) throws(ArcadeFailure) -> Geometry? {
        switch value {
        case .null: return nil
        case .geometry(let geometry): return geometry
        case .feature(let feature):
            try run.charge(1)
            return feature.geometry
        case .text(let text): return try geometry(fromJSON: text, function, in: run)
        case .dictionary(let dictionary): return try geometry(from: dictionary, function, in: run)
        default:
            throw ArcadeFailure(.type, "\(function) takes a dictionary, a text with JSON, a feature or a geometry, not a \(value.typeName)")
        }
    }

    private static func geometry(fromJSON text: String, _ function: String, in run: ArcadeRun) throws(ArcadeFailure) -> Geometry {
        try run.charge(12 + text.utf8.count / 6)
        // A spatial reference in words may be looked up for a good while.
        if text.contains("\"wkt\"") { try run.charge(referenceTextSteps) }
        do {
            let geometry = try Geometry.fromJSON(text)
            guard geometry.spatialReference == nil, let reference = run.context.spatialReference else { return geometry }
            return geometry.stated(in: reference)
        } catch {
            throw ArcadeFailure(
                .invalidArgument,
                "\(function) cannot read the text as Esri JSON of a geometry: \((error as? GeometryError)?.message ?? "\(error)")")
        }
    }

    private static func geometry(
        from dictionary: ArcadeDictionary, _ function: String, in run: ArcadeRun
    ) throws(ArcadeFailure) -> Geometry {
        var reader = ArcadePositionReader(run: run, function: function)
        try run.charge(4)
        let stated = try spatialReference(from: dictionary["spatialReference"] ?? .null, function, in: run)
        func reference(of reader: ArcadePositionReader) -> SpatialReference? {
            stated ?? reader.reference ?? run.context.spatialReference
        }
        if let rings = dictionary["rings"] {
            let runs = sorted(try reader.readRuns(rings, "rings"), by: dictionary, reader, in: run)
            return Polygon(rings: runs, spatialReference: reference(of: reader))
        }
        if let paths = dictionary["paths"] {
            let runs = sorted(try reader.readRuns(paths, "paths"), by: dictionary, reader, in: run)
            return Polyline(lines: runs, spatialReference: reference(of: reader))
        }
        if let points = dictionary["points"] {
            let runs = sorted([try reader.readRun(points)], by: dictionary, reader, in: run)
            return Multipoint(coordinates: runs[0], spatialReference: reference(of: reader))
        }
        if dictionary["curveRings"] != nil || dictionary["curvePaths"] != nil {
            throw ArcadeFailure(.invalidArgument, "\(function) cannot make curves; take rings or paths of straight segments")
        }
        if let xMin = dictionary["xmin"], let yMin = dictionary["ymin"], let xMax = dictionary["xmax"], let yMax = dictionary["ymax"] {
            return try extent(
                xMin: reader.coordinate(xMin), yMin: reader.coordinate(yMin), xMax: reader.coordinate(xMax), yMax: reader.coordinate(yMax),
                zMin: dictionary["zmin"].map { reader.optional($0) }, zMax: dictionary["zmax"].map { reader.optional($0) },
                spatialReference: reference(of: reader))
        }
        guard let x = dictionary["x"], let y = dictionary["y"] else {
            throw ArcadeFailure(
                .invalidArgument,
                "\(function) takes a dictionary with x and y, points, paths, rings, or xmin, ymin, xmax and ymax")
        }
        func known(_ name: String) -> Double? {
            dictionary[name].flatMap { value in
                let number = reader.optional(value)
                return number.isNaN ? nil : number
            }
        }
        return Point(
            x: try reader.coordinate(x), y: try reader.coordinate(y), z: known("z"), m: known("m"), spatialReference: reference(of: reader))
    }

    /// An extent between corners; heights only where there are two.
    static func extent(
        xMin: Double, yMin: Double, xMax: Double, yMax: Double, zMin: Double?, zMax: Double?, spatialReference: SpatialReference?
    ) -> Envelope {
        guard let zMin, let zMax, !zMin.isNaN, !zMax.isNaN, !(xMin + yMin + xMax + yMax).isNaN else {
            return Envelope(xMin: xMin, yMin: yMin, xMax: xMax, yMax: yMax, spatialReference: spatialReference)
        }
        return Envelope(
            xRange: min(xMin, xMax)...max(xMin, xMax), yRange: min(yMin, yMax)...max(yMin, yMax), zRange: min(zMin, zMax)...max(zMin, zMax),
            spatialReference: spatialReference)
    }

    /// Says which of the third and fourth numbers are heights and which measures: `hasZ` and `hasM` do, as in Esri JSON.
    private static func sorted(
        _ runs: [Coordinates], by dictionary: ArcadeDictionary, _ reader: ArcadePositionReader, in run: ArcadeRun
    ) -> [Coordinates] {
        func flag(_ name: String) -> Bool? {
            dictionary[name].flatMap { if case .null = $0 { nil } else { run.boolean($0) } }
        }
        let (hasZ, hasM) = (flag("hasZ"), flag("hasM"))
        let isThirdMeasure = hasM == true && (hasZ == false || (hasZ == nil && !reader.hasFourth))
        return runs.map { run in
            if isThirdMeasure { return Coordinates(x: run.x, y: run.y, m: run.m ?? run.z) }
            return Coordinates(x: run.x, y: run.y, z: hasZ == false ? nil : run.z, m: hasM == false ? nil : run.m)
        }
    }

    // MARK: Spatial references

    /// What looking up a spatial reference in words is counted as.
    private static let referenceTextSteps = 20_000

    /// A spatial reference: a dictionary with `wkid` or `wkt`, or a number; nil for null.
    static func spatialReference(
        from value: ArcadeValue, _ function: String, in run: ArcadeRun
    ) throws(ArcadeFailure) -> SpatialReference? {
        var form = EsriSpatialReference()
        switch value {
        case .null: return nil
        case .number: form.wkid = try wkid(value, function, in: run)
        case .dictionary(let dictionary):
            form.wkid = try wkid(dictionary["wkid"], function, in: run)
            form.latestWkid = try wkid(dictionary["latestWkid"], function, in: run)
            form.vcsWkid = try wkid(dictionary["vcsWkid"], function, in: run)
            form.latestVcsWkid = try wkid(dictionary["latestVcsWkid"], function, in: run)
            if case .text(let text)? = dictionary["wkt"], !text.isEmpty {
                if let known = run.context.spatialReference, form.wkid == nil, known.wkText == text { return known }
                try run.charge(referenceTextSteps)
                form.wkt = text
            }
        default:
            throw ArcadeFailure(
                .type, "\(function) takes a spatialReference such as { wkid: 4326 }, not a \(value.typeName)")
        }
        if form.wkt == nil, form.vcsWkid == nil, form.latestVcsWkid == nil {
            switch (form.wkid, form.latestWkid ?? form.wkid) {
            case (4326, 4326): return .wgs84
            case (3857, 3857): return .webMercator
            default: break
            }
        }
        do {
            return try SpatialReference.make(form)
        } catch {
            throw ArcadeFailure(.invalidArgument, "\(function) cannot use the spatial reference: \(error.message)")
        }
    }

    private static func wkid(_ value: ArcadeValue?, _ function: String, in run: ArcadeRun) throws(ArcadeFailure) -> Int? {
        guard let value else { return nil }
        if case .null = value { return nil }
        guard let number = Int(exactly: run.number(value)), number >= 0, number <= Int(Int32.max) else {
            throw ArcadeFailure(.invalidArgument, "\(function) takes a wkid that is a whole number, such as 4326")
        }
        return number
    }
}

extension Geometry {
    /// The same positions, said to be in a spatial reference.
    func stated(in reference: SpatialReference) -> Geometry { rebuilt(runs, in: reference) }

    /// A geometry of the same kind of other runs of positions.
    func rebuilt(_ runs: [Coordinates], in reference: SpatialReference?) -> Geometry {
        switch self {
        case is Point:
            guard let run = runs.first, run.count == 1 else { return self }
            return Point(x: run.x[0], y: run.y[0], z: run.z?[0], m: run.m?[0], spatialReference: reference)
        case is Multipoint: return Multipoint(coordinates: runs.first ?? Coordinates(), spatialReference: reference)
        case is Polyline: return Polyline(lines: runs, spatialReference: reference)
        case is Polygon: return Polygon(rings: runs, spatialReference: reference)
        case let extent as Envelope:
            return ArcadeGeometryReader.extent(
                xMin: extent.xMin, yMin: extent.yMin, xMax: extent.xMax, yMax: extent.yMax, zMin: extent.zRange?.lowerBound,
                zMax: extent.zRange?.upperBound, spatialReference: reference)
        default: return self
        }
    }
}
