// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteValues

@testable import VedetteExpressions

@Suite("Members of geometries")
struct ArcadeGeometryMembersTests {
    private let run = ArcadeRun(context: ArcadeContext(now: Instant(microsecondsSince1970: 0)))

    private func member(_ name: String, of json: String) throws -> ArcadeValue? {
        try ArcadeGeometryMembers.value(of: try Geometry.fromJSON(json), named: ArcadeName(name), in: run)
    }

    @Test(
        "Numbers, texts and booleans of each kind, in any case",
        arguments: [
            (#"{"x":1.5,"y":2,"z":3,"m":4}"#, "x", "1.5"), (#"{"x":1,"y":2,"z":3,"m":4}"#, "Y", "2.0"),
            (#"{"x":1,"y":2,"z":3,"m":4}"#, "z", "3.0"), (#"{"x":1,"y":2,"z":3,"m":4}"#, "M", "4.0"),
            (#"{"x":1,"y":2}"#, "z", "null"), (#"{"x":1,"y":2}"#, "m", "null"), (#"{"x":"NaN","y":"NaN"}"#, "x", "null"),
            (#"{"x":1,"y":2,"z":3}"#, "hasZ", "true"), (#"{"x":1,"y":2,"z":3}"#, "hasm", "false"), (#"{"x":1,"y":2}"#, "TYPE", "point"),
            (#"{"points":[]}"#, "type", "multipoint"), (#"{"paths":[]}"#, "type", "polyline"), (#"{"rings":[]}"#, "type", "polygon"),
            (#"{"xmin":1,"ymin":2,"xmax":3,"ymax":4}"#, "type", "extent"), (#"{"xmin":1,"ymin":2,"xmax":3,"ymax":4}"#, "xMin", "1.0"),
            (#"{"xmin":1,"ymin":2,"xmax":3,"ymax":4}"#, "ymin", "2.0"), (#"{"xmin":1,"ymin":2,"xmax":3,"ymax":4}"#, "XMAX", "3.0"),
            (#"{"xmin":1,"ymin":2,"xmax":3,"ymax":4}"#, "ymax", "4.0"), (#"{"xmin":1,"ymin":2,"xmax":3,"ymax":4}"#, "zMin", "null"),
            (#"{"xmin":1,"ymin":2,"xmax":3,"ymax":4,"zmin":5,"zmax":6}"#, "zMax", "6.0"),
            (#"{"xmin":1,"ymin":2,"xmax":3,"ymax":4}"#, "mMax", "null"), (#"{"x":1,"y":2}"#, "spatialReference", "null"),
        ])
    func simpleMembers(json: String, name: String, expected: String) throws {
        let text =
            switch try member(name, of: json) {
            case .number(let value): "\(value)"
            case .text(let value): value
            case .boolean(let value): "\(value)"
            case .null: "null"
            default: "?"
            }
        #expect(text == expected)
    }

    @Test("A member that another kind has is none", arguments: ["rings", "xMin", "points", "colour", ""])
    func noMember(name: String) throws {
        #expect(try member(name, of: #"{"x":1,"y":2}"#) == nil)
    }

    @Test("Rings are arrays of points, the first again at the end; paths are as they are")
    func rings() throws {
        func points(_ value: ArcadeValue?) -> [[Double]] {
            guard case .array(let parts) = value, case .array(let part)? = parts.elements.first else { return [] }
            return part.elements.map { element in
                guard case .geometry(let geometry) = element, let point = geometry as? Point else { return [] }
                return [point.x, point.y] + (point.z.map { [$0] } ?? [])
            }
        }
        #expect(points(try member("rings", of: #"{"rings":[[[0,0],[0,1],[1,1],[0,0]]]}"#)) == [[0, 0], [0, 1], [1, 1], [0, 0]])
        #expect(points(try member("paths", of: #"{"hasZ":true,"paths":[[[0,0,5],[0,1,6]]]}"#)) == [[0, 0, 5], [0, 1, 6]])
    }

    @Test("A spatial reference has its ids")
    func spatialReference() throws {
        let value = try member("spatialReference", of: #"{"x":1,"y":2,"spatialReference":{"wkid":102100}}"#)
        guard case .dictionary(let dictionary) = value, case .number(let wkid)? = dictionary["WKID"],
            case .number(let latest)? = dictionary["latestWkid"]
        else {
            Issue.record("no dictionary")
            return
        }
        #expect((wkid, latest) == (102_100, 3857))
    }

    @Test("What is larger than the limits is refused before it is made")
    func limits() throws {
        let many = Coordinates(x: Array(repeating: 0, count: 300_000), y: Array(repeating: 0, count: 300_000))
        #expect(throws: ArcadeFailure.self) {
            try ArcadeGeometryMembers.value(
                of: Multipoint(coordinates: many, spatialReference: nil), named: ArcadeName("points"), in: run)
        }
    }

    @Test("Loops ask for the points of a geometry again and again, and what they change is theirs alone")
    func loops() {
        let loop = """
            var line = Densify(Polyline({paths: [[[0, 0], [600, 0]]]}), 1); var sum = 0;
            for (var i in line.paths[0]) { sum += line.paths[0][i].x }
            sum
            """
        #expect(ScriptAnswer.text(of: loop) == "180300")
        let change = """
            var p = Multipoint({points: [[1, 2], [3, 4]]}); var a = p.points; a[0] = 'x'; Push(a, 1); Erase(p.points, 0);
            [Count(p.points), p.points[0].x, Count(a)]
            """
        #expect(ScriptAnswer.text(of: change) == "[2, 1, 3]")
        #expect(ScriptAnswer.text(of: "Count(Multipoint({points: []}).points)") == "0")
    }

    @Test("Every name listed is a member")
    func names() throws {
        for json in [
            #"{"x":1,"y":2}"#, #"{"points":[]}"#, #"{"paths":[]}"#, #"{"rings":[]}"#, #"{"xmin":1,"ymin":2,"xmax":3,"ymax":4}"#,
        ] {
            let geometry = try Geometry.fromJSON(json)
            for name in ArcadeGeometryMembers.names(of: geometry) { #expect(try member(name, of: json) != nil, "\(name)") }
        }
    }
}
