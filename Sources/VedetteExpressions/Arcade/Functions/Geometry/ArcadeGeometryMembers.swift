// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// What a script reads of a geometry: `point.x`, `polygon.rings`, `extent.xMin`, `geometry.spatialReference.wkid`.
package enum ArcadeGeometryMembers {
    /// The value of a member, made anew each time; nil where this kind of geometry has no such member.
    ///
    /// Rings are closed: the first point comes again at the end. What is not known (a height where there is none, the coordinates of an empty
    /// point, a spatial reference) is null.
    ///
    /// - Complexity: O(positions) for `points`, `paths` and `rings`, which are charged for before they are made.
    package static func value(
        of geometry: Geometry, named name: ArcadeName, in run: ArcadeRun
    ) throws(ArcadeFailure) -> ArcadeValue? {
        switch name.folded {
        case "type": return .text(typeName(of: geometry))
        case "spatialreference": return try spatialReference(of: geometry, in: run)
        case "hasz":
            try chargeLooking(at: geometry, in: run)
            return .boolean(geometry.hasZ)
        case "hasm":
            try chargeLooking(at: geometry, in: run)
            return .boolean(geometry.hasM)
        default: break
        }
        switch (geometry, name.folded) {
        case (let point as Point, "x"): return number(point.x)
        case (let point as Point, "y"): return number(point.y)
        case (let point as Point, "z"): return number(point.z)
        case (let point as Point, "m"): return number(point.m)
        case (let extent as Envelope, "xmin"): return number(extent.xMin)
        case (let extent as Envelope, "ymin"): return number(extent.yMin)
        case (let extent as Envelope, "xmax"): return number(extent.xMax)
        case (let extent as Envelope, "ymax"): return number(extent.yMax)
        case (let extent as Envelope, "zmin"): return number(extent.zRange?.lowerBound)
        case (let extent as Envelope, "zmax"): return number(extent.zRange?.upperBound)
        case (is Envelope, "mmin"), (is Envelope, "mmax"): return .null
        case (is Multipoint, "points"):
            return .array(try shown(geometry, in: run).first ?? run.register(ArcadeArray([])))
        case (is Polyline, "paths"), (is Polygon, "rings"):
            return try run.makeArray(try shown(geometry, in: run).map { .array($0) })
        default: return nil
        }
    }

    /// The names of the members of a geometry, as documents write them.
    package static func names(of geometry: Geometry) -> [String] {
        let own =
            switch geometry {
            case is Point: ["x", "y", "z", "m"]
            case is Multipoint: ["points"]
            case is Polyline: ["paths"]
            case is Polygon: ["rings"]
            case is Envelope: ["xMin", "yMin", "xMax", "yMax", "zMin", "zMax", "mMin", "mMax"]
            default: [String]()
            }
        return own + ["hasZ", "hasM", "type", "spatialReference"]
    }

    /// What `type` says.
    package static func typeName(of geometry: Geometry) -> String {
        switch geometry {
        case is Point: "point"
        case is Multipoint: "multipoint"
        case is Polyline: "polyline"
        case is Polygon: "polygon"
        case is Envelope: "extent"
        default: "geometry"
        }
    }

    /// A spatial reference as a dictionary: `wkid`, `latestWkid`, `vcsWkid`, `latestVcsWkid`, or `wkt`; null where it is not known.
    static func spatialReference(of geometry: Geometry, in run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let form = geometry.spatialReference?.esriForm else { return .null }
        try run.chargeValue(bytes: 64)
        let dictionary = try run.makeDictionary()
        for (name, id) in [
            ("wkid", form.wkid), ("latestWkid", form.latestWkid), ("vcsWkid", form.vcsWkid), ("latestVcsWkid", form.latestVcsWkid),
        ] {
            if let id { dictionary[name] = .number(Double(id)) }
        }
        if let text = form.wkt { dictionary["wkt"] = try run.makeText(text) }
        return .dictionary(dictionary)
    }

    // MARK: Positions

    /// An array of points for each run of positions. Scripts ask for the same again and again, as loops over `paths[0]` do: the points of the
    /// last geometry are kept, and what a script does to an array does nothing to the next.
    private static func shown(_ geometry: Geometry, in run: ArcadeRun) throws(ArcadeFailure) -> [ArcadeArray] {
        if let shown = run.shownPositions, shown.geometry === geometry {
            var arrays: [ArcadeArray] = []
            for part in shown.parts {
                try run.charge(1 + part.count / 64)
                // A script that changes it takes a copy.
                try run.chargeMemory(part.count * 16)
                arrays.append(run.register(ArcadeArray(part)))
            }
            return arrays
        }
        var parts: [[ArcadeValue]] = []
        var arrays: [ArcadeArray] = []
        for positions in geometry.runs {
            let part = try points(positions, of: geometry, isClosed: geometry is Polygon, in: run)
            try run.chargeValue(bytes: part.count * 16)
            parts.append(part)
            arrays.append(run.register(ArcadeArray(part)))
        }
        run.shownPositions = ArcadeShownPositions(geometry: geometry, parts: parts)
        return arrays
    }

    private static func points(
        _ positions: Coordinates, of geometry: Geometry, isClosed: Bool, in run: ArcadeRun
    ) throws(ArcadeFailure) -> [ArcadeValue] {
        let count = positions.count + (isClosed && !positions.isEmpty ? 1 : 0)
        try chargePoints(count, in: run)
        let reference = geometry.spatialReference
        return (0..<count).map { place in
            let index = place == positions.count ? 0 : place
            return ArcadeValue.geometry(
                Point(
                    x: positions.x[index], y: positions.y[index], z: known(positions.z?[index]), m: known(positions.m?[index]),
                    spatialReference: reference))
        }
    }

    /// Counts points about to be made: each takes about 64 bytes of its own.
    static func chargePoints(_ count: Int, in run: ArcadeRun) throws(ArcadeFailure) {
        var rest = count
        while rest > 0 {
            try run.chargeValue(bytes: min(rest, 1_024) * 64)
            rest -= 1_024
        }
    }

    private static func chargeLooking(at geometry: Geometry, in run: ArcadeRun) throws(ArcadeFailure) {
        try run.charge(1 + geometry.runs.count / 8)
    }

    private static func known(_ value: Double?) -> Double? { value.flatMap { $0.isNaN ? nil : $0 } }

    private static func number(_ value: Double?) -> ArcadeValue { known(value).map(ArcadeValue.number) ?? .null }
}

/// The points of a geometry as a script saw them.
struct ArcadeShownPositions {
    let geometry: Geometry
    let parts: [[ArcadeValue]]
}
