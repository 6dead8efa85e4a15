// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// How two geometries lie to each other. Of null, and of a feature without geometry, nothing is true.
package enum ArcadeGeometryRelations {
    static func intersects(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try filtered(.intersects, "Intersects", arguments, run)
    }

    static func contains(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try filtered(.contains, "Contains", arguments, run)
    }

    static func within(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try filtered(.within, "Within", arguments, run)
    }

    static func crosses(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try filtered(.crosses, "Crosses", arguments, run)
    }

    static func touches(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try filtered(.touches, "Touches", arguments, run)
    }

    static func overlaps(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try filtered(.overlaps, "Overlaps", arguments, run)
    }

    static func envelopeIntersects(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try filtered(.envelopeIntersects, "EnvelopeIntersects", arguments, run)
    }

    static func disjoint(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let (first, second) = try pair("Disjoint", arguments, run) else { return .boolean(false) }
        return .boolean(try !holds(.intersects, first, second, "Disjoint", in: run))
    }

    static func relate(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let pattern = try run.text(arguments[2])
        guard pattern.utf8.count == 9, pattern.utf8.allSatisfy({ "TF012*tf".utf8.contains($0) }) else {
            throw ArcadeFailure(
                .invalidArgument, "Relate takes a relation of nine characters, each of T, F, *, 0, 1 and 2, such as 'T*F**F***'")
        }
        guard let (one, other) = try pair("Relate", arguments, run) else { return .boolean(false) }
        let (first, second) = try run.alignedForRelation(one, other, "Relate")
        try run.chargeRelation(first, second)
        return .boolean(GeometryEngine.isGeometry(first, relatedTo: second, byRelation: pattern))
    }

    /// `Equals`: of geometries, or features with geometries, whether they are the same set of positions; of anything else whether `==` holds.
    static func equals(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        switch (arguments[0], arguments[1]) {
        case (.geometry, .geometry), (.geometry, .feature), (.feature, .geometry):
            guard let first = try arguments.geometry(0, "Equals", in: run), let second = try arguments.geometry(1, "Equals", in: run)
            else { return .boolean(false) }
            return .boolean(try areEqual(first, second, in: run))
        case (.feature(let one), .feature(let other)):
            guard let first = one.geometry, let second = other.geometry else { return .boolean(one === other) }
            return .boolean(try areEqual(first, second, in: run))
        default:
            try run.charge(1)
            return .boolean(run.areEqual(arguments[0], arguments[1]))
        }
    }

    /// Whether two geometries are the same set of positions, however their vertices are ordered. Two empty ones of one kind are.
    package static func areEqual(_ first: Geometry, _ second: Geometry, in run: ArcadeRun) throws(ArcadeFailure) -> Bool {
        guard first !== second else { return true }
        guard first.dimension == second.dimension else { return false }
        guard !first.isEmpty, !second.isEmpty else { return first.isEmpty && second.isEmpty }
        let (first, second) = try run.alignedForRelation(first, second, "Equals")
        try run.chargePass(over: first, second)
        if first == second { return true }
        guard areClose(first, second) else { return false }
        try run.chargeRelation(first, second)
        return GeometryEngine.isGeometry(first, equivalentTo: second)
    }

    /// Whether a relation holds; the second geometry is brought to the spatial reference of the first where they differ. The function is
    /// named in failures.
    package static func holds(
        _ relation: ArcadeSpatialRelation, _ first: Geometry, _ second: Geometry, _ function: String, in run: ArcadeRun
    ) throws(ArcadeFailure) -> Bool {
        guard !first.isEmpty, !second.isEmpty else { return false }
        let (first, second) = try run.alignedForRelation(first, second, function)
        try run.chargePass(over: first, second)
        // None of the relations holds where boxes have nothing in common, and most pairs end here.
        guard areClose(first, second) else { return false }
        if relation == .envelopeIntersects { return true }
        try run.chargeRelation(first, second)
        return switch relation {
        case .intersects: GeometryEngine.isGeometry(first, intersecting: second)
        case .contains: GeometryEngine.doesGeometry(first, contain: second)
        case .within: GeometryEngine.isGeometry(first, within: second)
        case .crosses: GeometryEngine.isGeometry(first, crossing: second)
        case .touches: GeometryEngine.isGeometry(first, touching: second)
        case .overlaps: GeometryEngine.isGeometry(first, overlapping: second)
        case .envelopeIntersects: true
        }
    }

    /// Whether the boxes around two geometries have something in common.
    static func areClose(_ first: Geometry, _ second: Geometry) -> Bool {
        let (one, other) = (first.extent, second.extent)
        return one.xMin <= other.xMax && other.xMin <= one.xMax && one.yMin <= other.yMax && other.yMin <= one.yMax
    }

    private static func filtered(
        _ relation: ArcadeSpatialRelation, _ function: String, _ arguments: ArcadeArguments, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> ArcadeValue {
        if ArcadeFeatureSetFunctions.concerns(arguments) {
            return try ArcadeFeatureSetFunctions.spatialFilter(relation, arguments, run)
        }
        guard let (first, second) = try pair(function, arguments, run) else { return .boolean(false) }
        return .boolean(try holds(relation, first, second, function, in: run))
    }

    private static func pair(
        _ function: String, _ arguments: ArcadeArguments, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> (Geometry, Geometry)? {
        guard let first = try arguments.geometry(0, function, in: run), let second = try arguments.geometry(1, function, in: run) else {
            return nil
        }
        return (first, second)
    }
}
