// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Geometries go into any encoder, and come from any decoder, in the shape of Esri JSON: a point has members `x` and `y`, a line `paths`,
/// and so on.
///
/// `Geometry` itself decodes to whichever kind the members tell; a kind, `Point` for instance, to that or an error. Decoding throws
/// `DecodingError`, or ``GeometryError`` for members that are none of a geometry. Heights, measures and empty geometries come back as
/// they went.
public protocol EsriJSONCodable: Codable {}

extension Geometry: EsriJSONCodable {
    public func encode(to encoder: any Encoder) throws {
        try EsriGeometryForm(self).encode(to: encoder)
    }
}

extension EsriJSONCodable where Self: Geometry {
    public init(from decoder: any Decoder) throws {
        self = try Geometry.checkedClass(of: EsriGeometryForm(from: decoder).geometry())
    }
}

extension SpatialReference: EsriJSONCodable {
    public func encode(to encoder: any Encoder) throws {
        try esriForm.encode(to: encoder)
    }
}

extension EsriJSONCodable where Self == SpatialReference {
    public init(from decoder: any Decoder) throws {
        guard let reference = try SpatialReference.make(EsriSpatialReference(from: decoder)) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "a spatial reference needs a \"wkid\" or \"wkt\""))
        }
        self = reference
    }
}

/// The members of a geometry in Esri JSON.
private struct EsriGeometryForm: Codable {
    private var x, y, z, m, xmin, ymin, xmax, ymax, zmin, zmax: Number?
    private var hasZ, hasM: Bool?
    private var points: [[Number]]?
    private var paths, rings: [[[Number]]]?
    private var spatialReference: EsriSpatialReference?

    /// A number, or NaN where Esri JSON has `null` or the text `NaN`.
    struct Number: Codable {
        var value: Double
        /// Whether it is one of a position, and not a member by itself.
        var isInList = false

        init(_ value: Double, isInList: Bool = false) {
            (self.value, self.isInList) = (value, isInList)
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                value = .nan
            } else if let text = try? container.decode(String.self) {
                guard text == "NaN" else {
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: "a coordinate is text; write a number")
                }
                value = .nan
            } else {
                value = try container.decode(Double.self)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            // JSON has no word for what is not finite.
            if value.isFinite {
                try container.encode(value)
            } else if isInList {
                try container.encodeNil()
            } else {
                try container.encode("NaN")
            }
        }
    }

    init(_ geometry: Geometry) {
        spatialReference = geometry.spatialReference?.esriForm
        let (withZ, withM) = (geometry.hasZ, geometry.hasM)
        func list(_ run: Coordinates, closing: Bool = false) -> [[Number]] {
            let indices = Array(0..<run.count) + (closing && !run.isEmpty ? [0] : [])
            return indices.map { index in
                let values = [run.x[index], run.y[index]] + (withZ ? [run.z?[index] ?? .nan] : []) + (withM ? [run.m?[index] ?? .nan] : [])
                return values.map { Number($0, isInList: true) }
            }
        }
        switch geometry {
        case let point as Point:
            (x, y, z, m) = (Number(point.x), Number(point.y), point.z.map { Number($0) }, point.m.map { Number($0) })
        case let box as Envelope:
            (xmin, ymin, xmax, ymax) = (Number(box.xMin), Number(box.yMin), Number(box.xMax), Number(box.yMax))
            (zmin, zmax) = (box.zRange.map { Number($0.lowerBound) }, box.zRange.map { Number($0.upperBound) })
        default:
            (hasZ, hasM) = (withZ ? true : nil, withM ? true : nil)
            switch geometry {
            case let multipoint as Multipoint: points = list(multipoint.coordinates)
            case let line as Polyline: paths = line.lines.map { list($0) }
            case let polygon as Polygon: rings = polygon.lines.map { list($0, closing: true) }
            default: break
            }
        }
    }

    func geometry() throws -> Geometry {
        let reference = try spatialReference.flatMap { form throws(GeometryError) in try SpatialReference.make(form) }
        guard [points == nil, paths == nil, rings == nil].count(where: { !$0 }) <= 1 else {
            throw GeometryError(.invalidGeometry, "a geometry has only one of \"points\", \"paths\" and \"rings\"")
        }
        func sorted(_ lists: [[[Number]]]) throws -> [Coordinates] {
            GeometryReader.sorted(try lists.map(Self.run), hasZ: hasZ, hasM: hasM)
        }
        if let points { return Multipoint(coordinates: try sorted([points]).first ?? Coordinates(), spatialReference: reference) }
        if let paths { return Polyline(lines: try sorted(paths), spatialReference: reference) }
        if let rings { return Polygon(rings: try sorted(rings), spatialReference: reference) }
        func optional(_ number: Number?) -> Double? { number.flatMap { $0.value.isNaN ? nil : $0.value } }
        if let x { return Point(x: x.value, y: y?.value ?? .nan, z: optional(z), m: optional(m), spatialReference: reference) }
        guard let xmin, let ymin, let xmax, let ymax else { throw GeometryReader.noGeometry }
        var zRange: ClosedRange<Double>?
        if let low = optional(zmin), let high = optional(zmax), low <= high { zRange = low...high }
        return Envelope(corners: (xmin.value, ymin.value), (xmax.value, ymax.value), zRange: zRange, spatialReference: reference)
    }

    private static func run(_ positions: [[Number]]) throws -> Coordinates {
        var run = Coordinates()
        for position in positions {
            guard position.count >= 2 else { throw GeometryError(.invalidCoordinate, "a position has two numbers at least") }
            func optional(_ index: Int) -> Double? {
                index < position.count && !position[index].value.isNaN ? position[index].value : nil
            }
            run.append(x: position[0].value, y: position[1].value, z: optional(2), m: optional(3))
        }
        return run
    }
}
