// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Geometry {
    /// Reads an Esri JSON geometry: a point, multipoint, polyline, polygon or envelope, told apart by its members.
    ///
    /// Without a `spatialReference` the geometry has none. `z` and `m` are read where `hasZ` and `hasM` say so.
    ///
    /// - Throws: ``GeometryError`` for text that is not JSON, has none of the geometry members, or is of another class than the one
    ///   that was asked for (`Point.fromJSON` of a line).
    public static func fromJSON(_ text: String) throws -> Self {
        let geometry = try GeometryReader.read(text) { reader in try reader.readEsriJSON() }
        return try checkedClass(of: geometry)
    }

    /// Reads an Esri JSON geometry from UTF-8 data. See ``fromJSON(_:)-(String)``.
    public static func fromJSON(_ data: Data) throws -> Self {
        guard let text = String(data: data, encoding: .utf8) else {
            throw GeometryError(.invalidJSON, "the JSON text is not UTF-8")
        }
        return try fromJSON(text)
    }

    /// The geometry as Esri JSON text.
    public func toJSON() -> String {
        var output: [UInt8] = []
        EsriJSONGeometryWriter.append(self, to: &output)
        return String(decoding: output, as: UTF8.self)
    }
}

extension GeometryReader {
    mutating func readEsriJSON() throws -> Geometry {
        var numbers: [String: Double] = [:]
        var coordinates: (name: String, height: Int?, runs: [Coordinates])?
        var (hasZ, hasM): (Bool?, Bool?)
        var spatialReference: SpatialReference?
        try readMembers { name, reader in
            switch name {
            case "x", "y", "z", "m", "xmin", "ymin", "xmax", "ymax", "zmin", "zmax":
                numbers[name] = try reader.readNumberOrNaN()
            case "points", "paths", "rings":
                guard coordinates == nil else {
                    throw GeometryError(.invalidGeometry, "a geometry has only one of \"points\", \"paths\" and \"rings\"")
                }
                let (height, sink) = try reader.readPositions(EsriCoordinateSink())
                coordinates = (name, height, sink.all.runs)
            case "hasZ": hasZ = try reader.readBoolean()
            case "hasM": hasM = try reader.readBoolean()
            case "spatialReference": spatialReference = try reader.readSpatialReference()
            case "curveRings", "curvePaths":
                throw GeometryError(.invalidGeometry, "curves (\"\(name)\") cannot be read; densify them first")
            default: try reader.skip()
            }
        }
        if let (name, height, positions) = coordinates {
            let wanted = name == "points" ? 1 : 2
            guard height == nil || height == wanted else {
                throw GeometryError(.invalidCoordinate, "\"\(name)\" must be nested \(wanted + 1) deep")
            }
            let runs = Self.sorted(positions, hasZ: hasZ, hasM: hasM)
            switch name {
            case "points": return Multipoint(coordinates: runs.first ?? Coordinates(), spatialReference: spatialReference)
            case "paths": return Polyline(lines: runs, spatialReference: spatialReference)
            default: return Polygon(rings: runs, spatialReference: spatialReference)
            }
        }
        if let x = numbers["x"] {
            return Point(
                x: x, y: numbers["y"] ?? .nan, z: numbers["z"].flatMap { $0.isNaN ? nil : $0 },
                m: numbers["m"].flatMap { $0.isNaN ? nil : $0 },
                spatialReference: spatialReference)
        }
        if let xMin = numbers["xmin"], let yMin = numbers["ymin"], let xMax = numbers["xmax"], let yMax = numbers["ymax"] {
            var zRange: ClosedRange<Double>?
            if let low = numbers["zmin"], let high = numbers["zmax"], low <= high { zRange = low...high }
            return Envelope(corners: (xMin, yMin), (xMax, yMax), zRange: zRange, spatialReference: spatialReference)
        }
        throw Self.noGeometry
    }

    static var noGeometry: GeometryError {
        GeometryError(
            .invalidGeometry, "an Esri JSON geometry needs \"x\" and \"y\", \"points\", \"paths\", \"rings\", or \"xmin\" to \"ymax\"")
    }

    /// Says which of the third and fourth numbers are heights and which measures.
    ///
    /// The third is m where there is an m and no z. What is not said is taken for what it looks like.
    static func sorted(_ positions: [Coordinates], hasZ: Bool?, hasM: Bool?) -> [Coordinates] {
        let hasFourth = positions.contains { $0.m != nil }
        let isThirdMeasure = hasM == true && (hasZ == false || (hasZ == nil && !hasFourth))
        return positions.map { run in
            isThirdMeasure
                ? Coordinates(x: run.x, y: run.y, m: run.z)
                : Coordinates(x: run.x, y: run.y, z: hasZ == false ? nil : run.z, m: hasM == false ? nil : run.m)
        }
    }

    mutating func readBoolean() throws -> Bool {
        try strictly { cursor throws(JSONSyntaxError) in
            let isTrue = try cursor.peekValue() == UInt8(ascii: "t")
            try cursor.readWord(isTrue ? "true" : "false")
            return isTrue
        }
    }
}

/// Writes Esri JSON geometries.
enum EsriJSONGeometryWriter {
    static func append(_ geometry: Geometry, to output: inout [UInt8]) {
        var members = MemberWriter()
        switch geometry {
        case let point as Point:
            members.append("x", point.x, orNaN: true)
            members.append("y", point.y, orNaN: true)
            if let z = point.z { members.append("z", z) }
            if let m = point.m { members.append("m", m) }
        case let envelope as Envelope:
            members.append("xmin", envelope.xMin, orNaN: true)
            members.append("ymin", envelope.yMin, orNaN: true)
            members.append("xmax", envelope.xMax, orNaN: true)
            members.append("ymax", envelope.yMax, orNaN: true)
            if let range = envelope.zRange {
                members.append("zmin", range.lowerBound)
                members.append("zmax", range.upperBound)
            }
        case let multipoint as Multipoint:
            members.appendFlags(geometry)
            members.append("points") { appendRun(multipoint.coordinates, Dimensions(geometry), closing: false, to: &$0) }
        case let line as Polyline:
            members.appendFlags(geometry)
            members.append("paths") { appendRuns(line.lines, geometry, closing: false, to: &$0) }
        case let polygon as Polygon:
            members.appendFlags(geometry)
            members.append("rings") { appendRuns(polygon.lines, geometry, closing: true, to: &$0) }
        default: break
        }
        if let reference = geometry.spatialReference {
            members.append("spatialReference") { reference.esriForm.append(to: &$0) }
        }
        output.append(contentsOf: members.finished())
    }

    /// What each position has beside x and y: asked of the geometry once, which looks at all of its parts for the answer.
    private struct Dimensions {
        let hasZ: Bool
        let hasM: Bool

        init(_ geometry: Geometry) { (hasZ, hasM) = (geometry.hasZ, geometry.hasM) }
    }

    private static func appendRuns(_ runs: [Coordinates], _ geometry: Geometry, closing: Bool, to output: inout [UInt8]) {
        let dimensions = Dimensions(geometry)
        output.append(UInt8(ascii: "["))
        for (index, run) in runs.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            appendRun(run, dimensions, closing: closing, to: &output)
        }
        output.append(UInt8(ascii: "]"))
    }

    private static func appendRun(_ run: Coordinates, _ dimensions: Dimensions, closing: Bool, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "["))
        for index in 0..<(closing && run.count > 0 ? run.count + 1 : run.count) {
            let vertex = index == run.count ? 0 : index
            output.append(contentsOf: (index > 0 ? ",[" : "[").utf8)
            JSONWriter.append(run.x[vertex], to: &output)
            output.append(UInt8(ascii: ","))
            JSONWriter.append(run.y[vertex], to: &output)
            for values in [dimensions.hasZ ? run.z ?? [] : nil, dimensions.hasM ? run.m ?? [] : nil] {
                guard let values else { continue }
                output.append(UInt8(ascii: ","))
                JSONWriter.append(values.isEmpty ? .nan : values[vertex], to: &output)
            }
            output.append(UInt8(ascii: "]"))
        }
        output.append(UInt8(ascii: "]"))
    }

    /// Builds an object member by member.
    private struct MemberWriter {
        private var output: [UInt8] = []

        mutating func append(_ name: String, _ body: (inout [UInt8]) -> Void) {
            output.append(UInt8(ascii: output.isEmpty ? "{" : ","))
            JSONWriter.append(name, to: &output)
            output.append(UInt8(ascii: ":"))
            body(&output)
        }

        mutating func append(_ name: String, _ value: Double, orNaN: Bool = false) {
            append(name) { output in
                if orNaN, !value.isFinite { output.append(contentsOf: "\"NaN\"".utf8) } else { JSONWriter.append(value, to: &output) }
            }
        }

        mutating func appendFlags(_ geometry: Geometry) {
            if geometry.hasZ { append("hasZ") { $0.append(contentsOf: "true".utf8) } }
            if geometry.hasM { append("hasM") { $0.append(contentsOf: "true".utf8) } }
        }

        mutating func finished() -> [UInt8] {
            if output.isEmpty { output.append(UInt8(ascii: "{")) }
            output.append(UInt8(ascii: "}"))
            return output
        }
    }
}
