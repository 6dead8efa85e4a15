// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension DrawnShape: Decodable {
    private enum Keys: String, CodingKey {
        case type, coordinates, circle, corridor
    }

    private struct Circle: Decodable {
        var center: [Double]
        var radiusMetres: Double
    }

    private struct Corridor: Decodable {
        var line: [[Double]]
        var widthMetres: Double
    }

    /// Reads a GeoJSON Polygon, `{"circle":…}` or `{"corridor":…}`.
    ///
    /// - Throws: ``FenceRefusal`` for what is another kind, too large or out of range.
    init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: Keys.self) else {
            throw Self.refusal("the geometry must be a GeoJSON Polygon, a circle or a corridor")
        }
        if container.contains(.circle) {
            guard let circle = try? container.decode(Circle.self, forKey: .circle), FenceLimits.radius.contains(circle.radiusMetres) else {
                throw Self.refusal("a circle needs a center [longitude, latitude] and radiusMetres from 1 to 1000000")
            }
            self = .circle(center: try Self.place(circle.center), radius: circle.radiusMetres)
        } else if container.contains(.corridor) {
            guard let corridor = try? container.decode(Corridor.self, forKey: .corridor), FenceLimits.width.contains(corridor.widthMetres)
            else {
                throw Self.refusal("a corridor needs a line of [longitude, latitude] and widthMetres from 1 to 1000000")
            }
            let line = try Self.run(corridor.line)
            guard line.count >= 2 else { throw Self.refusal("the line of a corridor needs two places or more") }
            try Self.check([line])
            self = .corridor(line, width: corridor.widthMetres)
        } else {
            guard (try? container.decode(String.self, forKey: .type)) == "Polygon",
                let coordinates = try? container.decode([[[Double]]].self, forKey: .coordinates)
            else { throw Self.refusal("the geometry must be a GeoJSON Polygon, a circle or a corridor") }
            var rings: [[Place]] = []
            for ring in coordinates {
                var places = try Self.run(ring)
                if let first = places.first, places.last == first { places.removeLast() }
                guard places.count >= 3 else { throw Self.refusal("a polygon needs three different corners or more") }
                rings.append(places)
            }
            guard !rings.isEmpty else { throw Self.refusal("a polygon needs three different corners or more") }
            try Self.check(rings.map { $0 + $0.prefix(1) }, closed: rings.count)
            self = .polygon(rings)
        }
    }

    private static func refusal(_ message: String) -> FenceRefusal { FenceRefusal("bad-geometry", .geometry, message) }

    private static func place(_ numbers: [Double]) throws -> Place {
        guard numbers.count >= 2, abs(numbers[0]) <= 540, abs(numbers[1]) <= 90 else {
            throw refusal("a place must be [longitude, latitude] in degrees, −540…540 and −90…90")
        }
        return Place(longitude: numbers[0], latitude: numbers[1])
    }

    /// Places, each different from the one before.
    private static func run(_ places: [[Double]]) throws -> [Place] {
        var result: [Place] = []
        for numbers in places {
            let next = try place(numbers)
            if result.last != next { result.append(next) }
        }
        return result
    }

    private static func check(_ runs: [[Place]], closed: Int = 0) throws {
        let count = runs.reduce(0) { $0 + $1.count } - closed
        guard count <= FenceLimits.vertices else {
            throw FenceRefusal("too-large", .geometry, "a fence may have \(FenceLimits.vertices) vertices; this one has \(count)")
        }
        for run in runs {
            for (first, second) in zip(run, run.dropFirst()) where abs(second.longitude - first.longitude) > 180 {
                throw refusal("an edge goes more than half round the Earth; set a vertex on the way")
            }
        }
    }

    /// What ``init(from:)`` reads.
    var json: [UInt8] {
        func run(_ places: [Place]) -> [UInt8] { LiveMessages.array(places.map { LiveMessages.place($0.longitude, $0.latitude) }) }
        var object = LiveMessages.Object()
        var inner = LiveMessages.Object()
        switch self {
        case .polygon(let rings):
            object.add("type", "Polygon")
            object.add("coordinates", raw: LiveMessages.array(rings.map { run($0 + $0.prefix(1)) }))
        case .circle(let center, let radius):
            inner.add("center", raw: LiveMessages.place(center.longitude, center.latitude))
            inner.add("radiusMetres", radius)
            object.add("circle", raw: inner.text)
        case .corridor(let line, let width):
            inner.add("line", raw: run(line))
            inner.add("widthMetres", width)
            object.add("corridor", raw: inner.text)
        }
        return object.text
    }
}
