// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteLocation
import VedetteModel

/// What a gpsd says, as far as a client wants to know.
package enum GPSDEvent: Sendable {
    /// Its first words. Nothing comes before them.
    case version(release: String)
    /// The answer to our wish to watch.
    case watching(Bool)
    /// A fix of a device (TPV), with the sky that the device reported last.
    case fix(GNSSFix, GNSSSky)
    /// The satellites in view (SKY).
    case sky(GNSSSky)
    /// True heading in degrees (ATT).
    case heading(Double)
    /// It cannot do what it was asked for.
    case error(String)
}

/// Reads what a gpsd sends (protocol 3, `gpsd_json(5)`), in pieces of any size: a core.
///
/// A line that is no JSON object, and a report with a value that cannot be, are counted and passed over once the peer has shown that it is a gpsd. Reports
/// that say nothing about where the device is (`PPS`, `TOFF`, `AIS`, `RTCM3`, …) are passed over too.
package struct GPSDSession: Sendable {
    /// The longest line that is taken, in bytes. gpsd's own limit is about a sixth of it.
    package static let maximumLineLength = 1 << 16
    /// The most devices whose skies are remembered.
    private static let maximumDeviceCount = 64

    private let device: String?
    private var rest: [UInt8] = []
    private var hasVersion = false
    private var skies: [String: GNSSSky] = [:]
    package private(set) var statistics = GPSDStatistics()

    /// - Parameter device: the only device that is listened to; nil for all.
    package init(device: String?) {
        self.device = device
    }

    /// Takes the next bytes; says what they tell.
    ///
    /// - Throws: ``FeedError`` where the peer is no gpsd, or one of another protocol. Events before that are in `events`.
    package mutating func receive(_ bytes: some Collection<UInt8>, into events: inout [GPSDEvent]) throws(FeedError) {
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: FramingBytes.newline) {
            // A peer that is none is told by its first line, however long that is.
            try append(bytes[start..<end])
            start = bytes.index(after: end)
            let line = rest
            rest.removeAll(keepingCapacity: true)
            try read(line, &events)
        }
        try append(bytes[start...])
    }

    private mutating func append(_ piece: some Collection<UInt8>) throws(FeedError) {
        if !hasVersion, rest.isEmpty, let first = piece.first, first != UInt8(ascii: "{") {
            throw Self.stranger("it begins with \"\(Excerpt.of(Array(piece.prefix(100))))\"")
        }
        guard rest.count + piece.count <= Self.maximumLineLength else {
            throw hasVersion
                ? FeedError(.connectionLost, "it sent a line of more than \(Self.maximumLineLength) bytes")
                : Self.stranger("its first line has more than \(Self.maximumLineLength) bytes")
        }
        rest.append(contentsOf: piece)
    }

    private static func stranger(_ reason: String) -> FeedError {
        FeedError(.invalidAnswer, "it does not speak as a gpsd: \(reason)")
    }

    // MARK: Reports

    private mutating func read(_ line: [UInt8], _ events: inout [GPSDEvent]) throws(FeedError) {
        let text = line.last == 0x0D ? line.dropLast() : line[...]
        guard !text.isEmpty else { return }
        statistics.reportCount += 1
        guard let report = text.withUnsafeBytes({ try? JSONValue(text: $0) }), let kind = report["class"]?.text else {
            guard hasVersion else { throw Self.stranger("its first line is \"\(Excerpt.of(Array(text)))\"") }
            return statistics.malformedReportCount += 1
        }
        guard hasVersion || kind == "VERSION" || kind == "ERROR" else {
            throw Self.stranger("its first line is of the class \(Excerpt.of(kind))")
        }
        switch kind {
        case "VERSION": try readVersion(report, &events)
        case "WATCH": events.append(.watching(report["enable"]?.boolean ?? false))
        case "ERROR": events.append(.error(Excerpt.of(report["message"]?.text ?? "no reason given", limit: 200)))
        case "TPV" where isWanted(report):
            guard let fix = GNSSFix(report) else { return statistics.malformedReportCount += 1 }
            events.append(.fix(fix, report["device"]?.text.flatMap { skies[$0] } ?? GNSSSky()))
        case "SKY" where isWanted(report):
            var sky = GNSSSky(report)
            let device = report["device"]?.text ?? ""
            // Some receivers tell dilutions and satellites in turn: what one report leaves out, the one before it has said.
            if report["satellites"] == nil, let before = skies[device] {
                (sky.satellites, sky.usedCount) = (before.satellites, before.usedCount)
            }
            if skies[device] != nil || skies.count < Self.maximumDeviceCount { skies[device] = sky }
            events.append(.sky(sky))
        case "ATT" where isWanted(report):
            guard let heading = report["heading"]?.finiteNumber, (0...360).contains(heading) else { return }
            events.append(.heading(heading == 360 ? 0 : heading))
        default: statistics.ignoredReportCount += 1
        }
    }

    private func isWanted(_ report: JSONValue) -> Bool { device == nil || report["device"]?.text == device }

    private mutating func readVersion(_ report: JSONValue, _ events: inout [GPSDEvent]) throws(FeedError) {
        if let major = report["proto_major"]?.integer, major != 3 {
            throw FeedError(.invalidAnswer, "it speaks version \(major) of gpsd's protocol, and version 3 is read")
        }
        hasVersion = true
        events.append(.version(release: Excerpt.of(report["release"]?.text ?? "")))
    }
}

extension JSONValue {
    /// A finite number; nil for anything else.
    var finiteNumber: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value.isFinite ? value : nil
        default: nil
        }
    }
}
