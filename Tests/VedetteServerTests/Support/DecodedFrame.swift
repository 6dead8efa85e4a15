// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

@testable import VedetteServer

/// A frame of the live-view protocol, read by the letter of docs/protocol.md.
struct DecodedFrame: Equatable {
    struct Entity: Equatable {
        var number: UInt32
        var longitude: Int32
        var latitude: Int32
        var age: Int32
        var heading: UInt16
        var trail: [[Int32]]
    }

    var isReset: Bool
    var hasMore: Bool
    var source: UInt8
    var sequence: UInt32
    var total: UInt32
    var baseTime: Double
    var newest: Double
    var entities: [Entity] = []
    var removed: [UInt32] = []
    /// Track ids.
    var names: [UInt32: String] = [:]
    /// Labels that are others than the track ids.
    var labels: [UInt32: String] = [:]
    var left: [UInt32] = []
    /// By entity, of a frame with classes.
    var classes: [UInt16] = []
    /// By trail point: age, class, heading.
    var trailAges: [Int32] = []
    var trailClasses: [UInt16] = []
    var trailHeadings: [UInt16] = []
    var isStyled: Bool

    /// nil for bytes that are no frame, or have anything left over.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 48, Array(bytes[0..<4]) == Array("VDF1".utf8) else { return nil }
        func integer<Value: FixedWidthInteger>(_ offset: Int, as type: Value.Type = Value.self) -> Value {
            bytes.withUnsafeBytes { Value(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Value.self)) }
        }
        isReset = bytes[4] & 1 == 1
        hasMore = bytes[4] & 2 == 2
        isStyled = bytes[4] & 4 == 4
        source = bytes[5]
        sequence = integer(8)
        let (n, m, p, b) = (
            Int(integer(12, as: UInt32.self)), Int(integer(16, as: UInt32.self)), Int(integer(20, as: UInt32.self)),
            Int(integer(24, as: UInt32.self))
        )
        total = integer(28)
        baseTime = Double(bitPattern: integer(32))
        newest = Double(bitPattern: integer(40))
        let l = Int(integer(6, as: UInt16.self))
        let style = isStyled ? p * 8 + n * 2 : 0
        guard bytes.count == 48 + n * 20 + m * 4 + p * 8 + l * 4 + style + b else { return nil }
        let columns = 48
        var trail = columns + n * 20 + m * 4
        for index in 0..<n {
            let count = Int(integer(columns + n * 18 + index * 2, as: UInt16.self))
            var points: [[Int32]] = []
            for _ in 0..<count {
                points.append([integer(trail), integer(trail + 4)])
                trail += 8
            }
            entities.append(
                Entity(
                    number: integer(columns + index * 4), longitude: integer(columns + n * 4 + index * 4),
                    latitude: integer(columns + n * 8 + index * 4),
                    age: integer(columns + n * 12 + index * 4), heading: integer(columns + n * 16 + index * 2), trail: points))
        }
        removed = (0..<m).map { integer(columns + n * 20 + $0 * 4) }
        left = (0..<l).map { integer(columns + n * 20 + m * 4 + p * 8 + $0 * 4) }
        if isStyled {
            let begin = columns + n * 20 + m * 4 + p * 8 + l * 4
            trailAges = (0..<p).map { integer(begin + $0 * 4) }
            trailClasses = (0..<p).map { integer(begin + p * 4 + $0 * 2) }
            trailHeadings = (0..<p).map { integer(begin + p * 6 + $0 * 2) }
            classes = (0..<n).map { integer(begin + p * 8 + $0 * 2) }
        }
        var place = bytes.count - b
        while place < bytes.count {
            let (name, label) = (Int(integer(place + 4, as: UInt16.self)), Int(integer(place + 6, as: UInt16.self)))
            guard place + 8 + name + label <= bytes.count else { return nil }
            names[integer(place)] = String(decoding: bytes[place + 8..<place + 8 + name], as: UTF8.self)
            if label > 0 { labels[integer(place)] = String(decoding: bytes[place + 8 + name..<place + 8 + name + label], as: UTF8.self) }
            place += 8 + name + label
        }
        guard place == bytes.count, trail == bytes.count - b - l * 4 - style else { return nil }
    }
}
