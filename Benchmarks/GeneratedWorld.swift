// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Fences and fixes all over the United States, the same for the same numbers: a few large coasts and regions, many neighbourhoods, and most
/// of them around cities, where half of the tracks are too.
enum GeneratedWorld {
    /// SplitMix64, with the distributions that the world is made of.
    struct Random {
        var state: UInt64

        static func mix(_ value: UInt64) -> UInt64 {
            var mixed = value &+ 0x9E37_79B9_7F4A_7C15
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }

        /// Uniform in [0, 1).
        mutating func unit() -> Double {
            state &+= 0x9E37_79B9_7F4A_7C15
            return Double(Self.mix(state) >> 11) * 0x1p-53
        }

        mutating func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

        mutating func logUniform(_ low: Double, _ high: Double) -> Double { low * exp(unit() * log(high / low)) }

        mutating func gaussian() -> Double {
            let (a, b) = (unit() + 1e-300, unit())
            return sqrt(-2 * log(a)) * cos(2 * .pi * b)
        }

        mutating func index(_ count: Int) -> Int { Int(unit() * Double(count)) }
    }

    /// A place in 1e-7 degree.
    struct Place: Equatable {
        var longitude: Int32
        var latitude: Int32

        init(_ longitude: Double, _ latitude: Double) {
            self.longitude = Int32((longitude * 1e7).rounded(.toNearestOrAwayFromZero))
            self.latitude = Int32((latitude * 1e7).rounded(.toNearestOrAwayFromZero))
        }
    }

    private static let west = -125.0
    private static let east = -66.5
    private static let south = 24.5
    private static let north = 49.5

    private static let cities: [(x: Double, y: Double)] = {
        var random = Random(state: 42)
        return (0..<200).map { _ in
            let x = random.uniform(west + 1, east - 1)
            return (x, random.uniform(south + 1, north - 1))
        }
    }()

    private static func clamp(_ value: Double, _ low: Double, _ high: Double) -> Double { min(max(value, low), high) }

    // MARK: Fences

    /// Rings, not closed: 5 % of 500 to 5,000 vertices and 20 to 200 km, 25 % of 64 to 256 and 1 to 20 km, the rest of 16 to 32 and 0.1 to 2 km.
    static func fences(_ count: Int) -> [[Place]] { (0..<count).map(fence) }

    private static func fence(_ number: Int) -> [Place] {
        var random = Random(state: Random.mix(1_000_003 &* UInt64(number) &+ 7))
        let kind = random.unit()
        let (count, width): (Int, Double) =
            if kind < 0.05 {
                (Int(random.logUniform(500, 5_000)), random.logUniform(20, 200))
            } else if kind < 0.3 {
                (Int(random.uniform(64, 257)), random.logUniform(1, 20))
            } else {
                (Int(random.uniform(16, 33)), random.logUniform(0.1, 2))
            }
        var x: Double
        var y: Double
        if kind >= 0.05, random.unit() < 0.5 {
            let city = cities[random.index(cities.count)]
            x = city.x + 0.3 * random.gaussian()
            y = city.y + 0.25 * random.gaussian()
        } else {
            x = random.uniform(west, east)
            y = random.uniform(south, north)
        }
        x = clamp(x, west + 0.01, east - 0.01)
        y = clamp(y, south + 0.01, north - 0.01)
        let waves = waves(count, &random)
        let (kilometresX, kilometresY) = (111.32 * cos(y * .pi / 180), 110.57)
        return (0..<count).map { vertex in
            let angle = 2 * .pi * (Double(vertex) + 0.3 * (random.unit() - 0.5)) / Double(count)
            var reach = 1.0
            for (order, wave) in waves.enumerated() { reach += wave.height * cos(Double(order + 1) * angle + wave.phase) }
            reach = clamp(reach + (count < 40 ? 0.05 : 0.03) * (random.unit() - 0.5), 0.25, 1.9)
            return Place(x + width / 2 * reach * cos(angle) / kilometresX, y + width / 2 * reach * sin(angle) / kilometresY)
        }
    }

    /// The waves that a ring's outline is made of, longest first.
    private static func waves(_ count: Int, _ random: inout Random) -> [(height: Double, phase: Double)] {
        let orders = count < 40 ? 3 : count < 300 ? 7 : 40
        let amplitude = count < 40 ? 0.15 : 0.35
        return (0..<orders).map { order in
            let height = amplitude * random.unit() / pow(Double(order + 1), 0.8)
            return (height, random.uniform(0, 2 * .pi))
        }
    }

    // MARK: Tracks

    /// A fix of a track, by number.
    struct Fix {
        var track: UInt32
        var place: Place
    }

    private struct Track {
        var random: Random
        var city: Int?
        var (x, y) = (0.0, 0.0)
        var (targetX, targetY) = (0.0, 0.0)
        var speed = 0.0

        init(_ number: Int) {
            random = Random(state: Random.mix(77_777 &+ UInt64(number) &* 31))
            city = random.unit() < 0.5 ? random.index(cities.count) : nil
            pick()
            (x, y) = (targetX, targetY)
            pick()
        }

        /// Chooses where to go next.
        private mutating func pick() {
            if let city {
                targetX = cities[city].x + 0.3 * random.gaussian()
                targetY = cities[city].y + 0.25 * random.gaussian()
                speed = random.uniform(5, 40)
            } else {
                targetX = random.uniform(west, east)
                targetY = random.uniform(south, north)
                speed = random.uniform(5, 250)
            }
            targetX = clamp(targetX, west, east)
            targetY = clamp(targetY, south, north)
        }

        /// Goes on for a second.
        mutating func advance() {
            let (metresX, metresY) = (111_320 * cos(y * .pi / 180), 110_570.0)
            let (dx, dy) = ((targetX - x) * metresX, (targetY - y) * metresY)
            let distance = sqrt(dx * dx + dy * dy)
            if distance <= speed {
                (x, y) = (targetX, targetY)
                pick()
            } else {
                x += dx / distance * speed / metresX
                y += dy / distance * speed / metresY
            }
        }
    }

    /// Each track once a second, in a scattered order.
    static func fixes(tracks count: Int, seconds: Int) -> [Fix] {
        var tracks = (0..<count).map { Track($0) }
        var stride = Int(Double(count) * 0.3819) | 1
        while greatestCommonDivisor(stride, count) != 1 { stride += 2 }
        var fixes: [Fix] = []
        fixes.reserveCapacity(count * seconds)
        for second in 0..<seconds {
            let start = Int(Random.mix(UInt64(second)) % UInt64(count))
            for place in 0..<count {
                let number = (stride * place + start) % count
                if second > 0 { tracks[number].advance() }
                fixes.append(Fix(track: UInt32(number), place: Place(tracks[number].x, tracks[number].y)))
            }
        }
        return fixes
    }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : greatestCommonDivisor(b, a % b) }
}
