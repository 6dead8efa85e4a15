// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

@testable import VedetteLocation

/// The payload of a binary message, built field by field from its documented layout, and the packets that carry it.
struct BinaryMessage {
    enum Order {
        case big
        case little
    }

    private let order: Order
    private(set) var bytes: [UInt8]

    init(_ order: Order, count: Int) {
        self.order = order
        bytes = Array(repeating: 0, count: count)
    }

    /// Puts a whole number of `size` bytes at an offset; a negative one as its two's complement.
    mutating func set(_ offset: Int, size: Int, _ value: Int) {
        for index in 0..<size {
            let place = order == .big ? size - 1 - index : index
            bytes[offset + place] = UInt8(truncatingIfNeeded: value >> (8 * index))
        }
    }

    mutating func set(_ offset: Int, _ value: Double) {
        set(offset, size: 8, Int(bitPattern: UInt(value.bitPattern)))
    }

    mutating func set(_ offset: Int, _ value: Float) {
        set(offset, size: 4, Int(value.bitPattern))
    }

    /// A0 A2, length, payload, sum, B0 B3.
    var sirf: [UInt8] {
        let sum = bytes.reduce(0) { $0 + Int($1) } & 0x7FFF
        return [0xA0, 0xA2, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes + [UInt8(sum >> 8), UInt8(sum & 255), 0xB0, 0xB3]
    }

    /// B5 62, kind, length, payload, two sums.
    func ubx(_ kind: Int) -> [UInt8] {
        let body = [UInt8(kind >> 8), UInt8(kind & 255), UInt8(bytes.count & 255), UInt8(bytes.count >> 8)] + bytes
        var first: UInt8 = 0, second: UInt8 = 0
        for byte in body {
            first &+= byte
            second &+= first
        }
        return [0xB5, 0x62] + body + [first, second]
    }

    /// DLE, kind, data with DLE doubled, DLE ETX.
    func tsip(_ kind: UInt8) -> [UInt8] {
        [0x10, kind] + bytes.flatMap { $0 == 0x10 ? [0x10, 0x10] : [$0] } + [0x10, 0x03]
    }
}

extension GNSSDecoder {
    /// All reports of a stream, pushed in pieces of one length.
    static func reports(of bytes: [UInt8], pieces length: Int? = nil) -> (reports: [GNSSReport], damage: GNSSDamage) {
        var decoder = GNSSDecoder(), reports: [GNSSReport] = [], notes: [GNSSNote] = []
        let length = length ?? max(bytes.count, 1)
        for start in stride(from: 0, to: bytes.count, by: length) {
            decoder.push(bytes[start..<min(bytes.count, start + length)], reports: &reports, notes: &notes)
        }
        decoder.finish(reports: &reports, notes: &notes)
        return (reports, decoder.damage)
    }

    static func fixes(of bytes: [UInt8]) -> [GNSSFix] {
        reports(of: bytes).reports.compactMap { if case .fix(let fix, _) = $0 { fix } else { nil } }
    }

    static func skies(of bytes: [UInt8]) -> [GNSSSky] {
        reports(of: bytes).reports.compactMap { if case .sky(let sky) = $0 { sky } else { nil } }
    }
}
