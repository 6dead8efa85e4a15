// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteExpressions
import VedetteGeometry
import VedetteValues

/// The track functions, over the track of the documents: six observations a minute apart, with 60, 80, 30, 35 and 25 m between them.
@Suite struct ArcadeTrackTests {
    static let metres = [0.0, 60, 80, 30, 35, 25]

    static func track(current: Int) -> ArcadeTrack {
        var place = Point(x: 10, y: 50, spatialReference: .wgs84)
        var observations: [(row: any ArcadeRow, time: Instant?)] = []
        for (index, step) in metres.enumerated() {
            let end = Geodesic.direct(from: (place.y, place.x), azimuth: 90, metres: step)
            place = Point(x: end.longitude, y: end.latitude, spatialReference: .wgs84)
            let row = ArcadeAttributesRow([(name: "MyField", value: .integer(Int64(index + 1) * 10))], geometry: place)
            observations.append((row, Instant(microsecondsSince1970: Int64(index) * 60_000_000)))
        }
        return ArcadeTrack(observations, current: current)
    }

    static func run(_ track: ArcadeTrack?) -> ArcadeRun {
        var context = ArcadeContext(now: Instant(microsecondsSince1970: 0))
        context.track = track
        return ArcadeRun(context: context)
    }

    static func call(_ name: String, _ arguments: [Double], current: Int) throws -> ArcadeValue {
        let definition = try #require(ArcadeFunctionCatalogue.definition(named: name))
        return try definition.body(ArcadeArguments(arguments.map { .number($0) }), run(track(current: current)))
    }

    @Test(arguments: [
        ("TrackAccelerationAt", [1.0], 0, 0.0167), ("TrackAccelerationAt", [3], 0, -0.0139), ("TrackAccelerationAt", [-1], 2, 0.0167),
        ("TrackCurrentAcceleration", [], 0, 0), ("TrackCurrentAcceleration", [], 2, 0.0056),
        ("TrackCurrentDistance", [], 0, 0), ("TrackCurrentDistance", [], 2, 140), ("TrackCurrentDistance", [], 5, 230),
        ("TrackDistanceAt", [2], 0, 140), ("TrackDistanceAt", [-1], 2, 60),
        ("TrackCurrentSpeed", [], 2, 1.3333), ("TrackCurrentSpeed", [], 0, 0), ("TrackSpeedAt", [-1], 3, 1.3333),
        ("TrackDuration", [], 0, 0), ("TrackDuration", [], 5, 300_000), ("TrackIndex", [], 0, 0), ("TrackIndex", [], 4, 4),
    ])
    func aNumberIsThatOfAnObservation(name: String, arguments: [Double], current: Int, expected: Double) throws {
        let value = try #require(try Self.call(name, arguments, current: current).asNumber)
        #expect(abs(value - expected) < 1e-4, "\(value)")
    }

    @Test(
        arguments: [
            ("TrackDistanceWindow", -1.0, 2.0, 2, [60.0, 140, 170]), ("TrackSpeedWindow", -1, 2, 2, [1, 1.3333, 0.5]),
            ("TrackAccelerationWindow", 0, 3, 0, [0, 0.0167, 0.0056]), ("TrackDistanceWindow", -10, 10, 3, [0, 60, 140, 170, 205, 230]),
            ("TrackDistanceWindow", 1, 1, 3, []), ("TrackDistanceWindow", 2, -1, 3, []), ("TrackDistanceWindow", 9, 12, 3, []),
            ("TrackSpeedWindow", -.infinity, 0, 1, [0]),
        ] as [(String, Double, Double, Int, [Double])])
    func aWindowHasItsStartAndNotItsEnd(name: String, start: Double, end: Double, current: Int, expected: [Double]) throws {
        guard case .array(let values) = try Self.call(name, [start, end], current: current) else {
            Issue.record("no array")
            return
        }
        let numbers = values.elements.map { $0.asNumber ?? .nan }
        #expect(numbers.count == expected.count)
        #expect(zip(numbers, expected).allSatisfy { abs($0 - $1) < 1e-4 }, "\(numbers)")
    }

    @Test func windowsHoldFieldsGeometriesAndFeatures() throws {
        let run = Self.run(Self.track(current: 1))
        func call(_ name: String, _ arguments: [ArcadeValue]) throws -> [ArcadeValue] {
            guard case .array(let values) = try ArcadeFunctionCatalogue.definition(named: name)!.body(ArcadeArguments(arguments), run)
            else {
                return []
            }
            return values.elements
        }
        #expect(try call("TrackFieldWindow", [.text("myfield"), .number(-1), .number(0)]).map(\.asNumber) == [10])
        #expect(try call("TrackFieldWindow", [.text("MyField"), .number(-2), .number(3)]).map(\.asNumber) == [10, 20, 30, 40])
        #expect(throws: ArcadeFailure.self) { try call("TrackFieldWindow", [.text("other"), .number(0), .number(1)]) }
        let geometries = try call("TrackGeometryWindow", [.number(-1), .number(1)])
        #expect(geometries.count == 2)
        if case .geometry(let point as Point) = geometries[0] { #expect(point.x == 10) } else { Issue.record("no point") }
        let features = try call("TrackWindow", [.number(0), .number(2)])
        #expect(features.count == 2)
        if case .feature(let feature) = features[0] {
            #expect(feature.value(named: ArcadeName("MYFIELD"), in: run)?.asNumber == 20)
        } else {
            Issue.record("no feature")
        }
    }

    @Test func timesAreDates() throws {
        guard case .date(let start) = try Self.call("TrackStartTime", [], current: 3),
            case .date(let now) = try Self.call("TrackCurrentTime", [], current: 3)
        else {
            Issue.record("no dates")
            return
        }
        #expect(start.instant == Instant(microsecondsSince1970: 0))
        #expect(now.instant == Instant(microsecondsSince1970: 180_000_000))
    }

    @Test(arguments: ["TrackDistanceAt", "TrackSpeedAt", "TrackAccelerationAt"])
    func beyondTheTrackIsNull(name: String) throws {
        for index in [6.0, -1, 1e300] { #expect(try Self.call(name, [index], current: 0).isNull) }
        for index in [Double.nan, 0.5, .infinity] {
            #expect(throws: ArcadeFailure.self) { try Self.call(name, [index], current: 0) }
        }
    }

    @Test(arguments: ArcadeTrackFunctions.definitions.map(\.name))
    func withoutATrackTheySaySo(name: String) throws {
        let failure = #expect(throws: ArcadeFailure.self) {
            try ArcadeFunctionCatalogue.definition(named: name)!.body(ArcadeArguments([.number(0), .number(0), .number(0)]), Self.run(nil))
        }
        #expect(failure?.code == .unavailableFunction)
        #expect(failure?.message.hasPrefix(name) == true)
    }

    @Test func whatIsNotKnownIsPassedOver() throws {
        func row(_ x: Double?) -> any ArcadeRow {
            ArcadeAttributesRow([], geometry: x.map { Point(x: $0, y: 0, spatialReference: nil) })
        }
        let time = Instant(microsecondsSince1970: 1_000_000)
        let track = ArcadeTrack([(row(0), time), (row(nil), time), (row(3), nil), (row(7), time)])
        func numbers(_ name: String) throws -> [Double?] {
            let value = try ArcadeFunctionCatalogue.definition(named: name)!.body(
                ArcadeArguments([.number(-3), .number(1)]), Self.run(track))
            guard case .array(let values) = value else { return [] }
            return values.elements.map(\.asNumber)
        }
        // Places without a spatial reference are in a plane; one that is not known is where the last one was.
        #expect(try numbers("TrackDistanceWindow") == [0, 0, 3, 7])
        // No time passed, or it is not known.
        #expect(try numbers("TrackSpeedWindow") == [0, nil, nil, nil])
    }

    @Test(arguments: [(0, 0, 1_000), (5_000, 500, 1_000), (9_999, 999, 1_000)])
    func ofALongTrackAPartIsKept(current: Int, place: Int, count: Int) {
        let rows = (0..<10_000).map { number in
            (row: ArcadeAttributesRow([(name: "n", value: .integer(Int64(number)))]) as any ArcadeRow, time: nil as Instant?)
        }
        let track = ArcadeTrack(rows, current: current)
        #expect(track.rows.count == count)
        #expect(track.current == place)
        #expect(track.rows[track.current].value(named: ArcadeName("n")) == .integer(Int64(current)))
    }

    @Test func anEmptyTrackIsNone() {
        let track = ArcadeTrack([])
        #expect(track.rows.isEmpty && track.current == 0)
    }
}
