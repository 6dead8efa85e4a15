// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteTesting

@testable import VedetteGeometry

/// PROJ's program for geodesics, run once for many lines.
enum GeodProgram {
    static let url: URL? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init) + ["/usr/bin"]
        return folders.map { URL(fileURLWithPath: $0).appendingPathComponent("geod") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    /// The numbers of each line that it answers. Input and output are files: a pipe that fills up would stop both.
    static func run(_ options: [String], lines: [String]) throws -> [[Double]] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("geod-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (folder.appendingPathComponent("input"), folder.appendingPathComponent("output"))
        try (lines.joined(separator: "\n") + "\n").write(to: input, atomically: true, encoding: .utf8)
        try Data().write(to: output)
        let process = Process()
        process.executableURL = url
        // All the digits that a number has, so that nothing is rounded away.
        process.arguments = options + ["+ellps=WGS84", "-f", "%.15f", "-F", "%.10f"]
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return try String(contentsOf: output, encoding: .utf8).split(separator: "\n").map { line in
            line.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        }
    }
}

@Suite("PROJ's geod program", .enabled(if: GeodProgram.url != nil, "needs the program geod: install proj-bin"))
struct GeodTests {
    private struct Pair {
        var (latitude1, longitude1, latitude2, longitude2): (Double, Double, Double, Double)
        var first: Point { Point(latitude: latitude1, longitude: longitude1) }
        var second: Point { Point(latitude: latitude2, longitude: longitude2) }
        var ends: String { "\(latitude1) \(longitude1) \(latitude2) \(longitude2)" }
    }

    /// 10,000 pairs: anywhere, near to each other, nearly antipodal, on one meridian, at the poles, on the equator, and twice the same
    /// place.
    private static let pairs: [Pair] = {
        var random = SeededRandomNumberGenerator(seed: 10_000)
        return (0..<10_000).map { index in
            let (latitude, longitude) = (random.number(-90, 90), random.number(-180, 180))
            var pair = Pair(
                latitude1: latitude, longitude1: longitude, latitude2: random.number(-90, 90), longitude2: random.number(-180, 180))
            let far = pow(10, random.number(-9, 0))
            switch index % 10 {
            case 0, 1:
                pair.latitude2 = max(-90, min(90, -latitude + far * random.number(-1, 1)))
                pair.longitude2 = longitude + 180 + far * random.number(-1, 1)
            case 2: pair.longitude2 = longitude
            case 3: pair.latitude1 = random.unit() < 0.5 ? 90 : -90
            case 4:
                pair.latitude2 = max(-90, min(90, latitude + far * random.number(-1, 1)))
                pair.longitude2 = longitude + far * random.number(-1, 1)
            case 5: (pair.latitude1, pair.latitude2) = (0, 0)
            case 6 where index % 20 == 6: (pair.latitude2, pair.longitude2) = (latitude, longitude)
            default: break
            }
            if pair.longitude2 > 180 { pair.longitude2 -= 360 }
            return pair
        }
    }()

    /// How far apart two directions are, in degrees.
    private func turn(_ first: Double, _ second: Double) -> Double { abs((first - second).remainder(dividingBy: 360)) }

    /// By how many metres the end of a geodesic moves for a radian that its direction turns by.
    private func reducedLength(_ pair: Pair) -> Double {
        let start = (latitude: pair.latitude1, longitude: pair.longitude1)
        let way = Geodesic.inverse(from: start, to: (pair.latitude2, pair.longitude2))
        let step = 1e-4
        let ends = [-step, step].map { Geodesic.direct(from: start, azimuth: way.azimuth1 + $0, metres: way.metres) }
        let apart = Geodesic.inverse(from: (ends[0].latitude, ends[0].longitude), to: (ends[1].latitude, ends[1].longitude)).metres
        return apart / (2 * step * .pi / 180)
    }

    @Test("distances agree to 15 nm, and directions to 1e-9° where they are well defined")
    func inverse() throws {
        let answers = try GeodProgram.run(["-I"], lines: Self.pairs.map(\.ends))
        try #require(answers.count == Self.pairs.count)
        var (worstMetres, worstDegrees, worstSideways) = (0.0, 0.0, 0.0)
        var looseCount = 0
        for (pair, answer) in zip(Self.pairs, answers) {
            try #require(answer.count == 3)
            let ours = try #require(GeometryEngine.geodeticDistance(from: pair.first, to: pair.second))
            worstMetres = max(worstMetres, abs(ours.distance.value - answer[2]))
            // Its second azimuth looks back.
            let off = max(turn(ours.azimuth1.value, answer[0]), turn(ours.azimuth2.value + 180, answer[1]))
            // Between places that nearly coincide or are nearly antipodal, the last bit of a coordinate turns the azimuth: the program,
            // which takes degrees to radians and back, has other last bits. There what the turn moves the other end by must stay below 15
            // nm.
            let length = reducedLength(pair)
            if length > 1_000 {
                worstDegrees = max(worstDegrees, off)
            } else if ours.distance.value > 0 {
                looseCount += 1
                worstSideways = max(worstSideways, off * .pi / 180 * length)
            }
        }
        print(
            "geod: distances within \(worstMetres * 1e9) nm, azimuths within \(worstDegrees)°; \(looseCount) ill-conditioned ones within "
                + "\(worstSideways * 1e9) nm sideways")
        #expect(worstMetres <= 15e-9 && worstDegrees <= 1e-9 && worstSideways <= 15e-9)
    }

    @Test("the direct problem arrives within 15 nm, in a direction within 1e-9°")
    func direct() throws {
        var random = SeededRandomNumberGenerator(seed: 20_000)
        let moves = Self.pairs.map { pair in (pair: pair, azimuth: random.number(-180, 180), metres: random.number(0, 20_000_000)) }
        let answers = try GeodProgram.run([], lines: moves.map { "\($0.pair.latitude1) \($0.pair.longitude1) \($0.azimuth) \($0.metres)" })
        try #require(answers.count == moves.count)
        var (worstMetres, worstDegrees) = (0.0, 0.0)
        for (move, answer) in zip(moves, answers) {
            try #require(answer.count == 3)
            let ours = try #require(GeometryEngine.geodeticMove([move.pair.first], distance: move.metres, azimuth: move.azimuth).first)
            let there = Point(latitude: answer[0], longitude: answer[1])
            worstMetres = max(worstMetres, try #require(GeometryEngine.geodeticDistance(from: ours, to: there)).distance.value)
            let arrival = Geodesic.direct(from: (move.pair.latitude1, move.pair.longitude1), azimuth: move.azimuth, metres: move.metres)
            // Near a pole the direction turns with the longitude, whose last bits the program rounds otherwise.
            worstDegrees = max(worstDegrees, turn(arrival.azimuth + 180, answer[2]) * cos(ours.y * .pi / 180))
        }
        print("geod: the direct problem within \(worstMetres * 1e9) nm and \(worstDegrees)°")
        #expect(worstMetres <= 15e-9 && worstDegrees <= 1e-9)
    }
}
