// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// `Point`, `Multipoint`, `Polyline`, `Polygon`, `Extent`, `Geometry`; `SetGeometry`.
enum ArcadeGeometryConstructors {
    static func geometry(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try run.made(try ArcadeGeometryReader.geometry(from: arguments[0], "Geometry", in: run))
    }

    static func point(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try make(Point.self, "Point", "x and y", arguments, run)
    }

    static func multipoint(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try make(Multipoint.self, "Multipoint", "points", arguments, run)
    }

    static func polyline(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try make(Polyline.self, "Polyline", "paths", arguments, run)
    }

    static func polygon(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        if case .geometry(let geometry) = arguments[0], geometry is Envelope { return try run.made(geometry.edged) }
        return try make(Polygon.self, "Polygon", "rings", arguments, run)
    }

    /// Of a geometry or a feature the box around it, with heights where it has any; of a description the box itself.
    static func extent(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let geometry = try ArcadeGeometryReader.geometry(from: arguments[0], "Extent", in: run) else { return .null }
        guard !(geometry is Envelope) else { return try run.made(geometry) }
        try run.chargePass(over: geometry)
        let box = geometry.extent
        guard !box.isEmpty else { return .null }
        var (low, high) = (Double.infinity, -Double.infinity)
        for heights in geometry.runs.compactMap(\.z) {
            for height in heights where !height.isNaN { (low, high) = (min(low, height), max(high, height)) }
        }
        return try run.made(
            ArcadeGeometryReader.extent(
                xMin: box.xMin, yMin: box.yMin, xMax: box.xMax, yMax: box.yMax, zMin: low <= high ? low : nil,
                zMax: low <= high ? high : nil, spatialReference: geometry.spatialReference))
    }

    static func setGeometry(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard case .feature(let feature) = arguments[0] else {
            throw ArcadeFailure(.type, "SetGeometry takes a feature and a geometry, not a \(arguments[0].typeName)")
        }
        guard feature.isMutable else {
            throw ArcadeFailure(
                .immutable, "SetGeometry cannot change a feature that was handed in; take a copy of it with Feature()")
        }
        feature.geometry = try arguments.geometry(1, "SetGeometry", in: run)
        return .null
    }

    private static func make<Shape: Geometry>(
        _ shape: Shape.Type, _ function: String, _ members: String, _ arguments: ArcadeArguments, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> ArcadeValue {
        guard let geometry = try ArcadeGeometryReader.geometry(from: arguments[0], function, in: run) else { return .null }
        guard geometry is Shape else {
            throw ArcadeFailure(
                .type, "\(function) takes \(members), but this is a \(ArcadeGeometryMembers.typeName(of: geometry)); Geometry takes any")
        }
        return try run.made(geometry)
    }
}
