// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette
import VedetteServer

/// A location that `vedette serve` shows, as it is configured.
struct ServeLocation: Decodable {
    /// Where locations come from.
    enum Kind: String, CaseIterable {
        /// The space station, asked of a service.
        case iss
        /// A satellite, computed from its orbit.
        case orbit
        /// Along a line.
        case simulated
        /// A receiver, or what one has written.
        case nmea
        /// A recording with times.
        case gpx
        /// The daemon that reads receivers.
        case gpsd
    }

    var name: String
    var kind: Kind
    var url: String?
    /// In seconds.
    var interval: Double?
    /// Two-line elements: a path, or the lines themselves.
    var elements: String?
    /// Longitudes and latitudes.
    var line: [[Double]]?
    var file: String?
    /// Metres a second of a simulation; how many times as fast as it was recorded of a recording.
    var speed: Double?
    /// In metres.
    var accuracy: Double?
    var repeats: Bool?
    /// Locations of a simulation a second.
    var rate: Double?
    var device: String?
    var host: String?
    var port: Int?
    var symbol: LiveLocation.Symbol?
    var autoPanMode: LocationDisplay.AutoPanMode?
    var zoomScale: Double?
    /// In seconds.
    var path: Double?
    /// In seconds.
    var staleAfter: Double?

    init(name: String, kind: Kind) {
        (self.name, self.kind) = (name, kind)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.strictContainer(keyedBy: Keys.self)
        name = try container.decode(String.self, forKey: .name)
        _ = try container.decode(String.self, forKey: .kind)
        kind = try container.choice(.kind, of: Kind.allCases.map { ($0.rawValue, $0) }) ?? .iss
        url = try container.decodeIfPresent(String.self, forKey: .url)
        interval = try container.decodeIfPresent(Double.self, forKey: .interval)
        elements = try container.decodeIfPresent(String.self, forKey: .elements)
        line = try container.decodeIfPresent([[Double]].self, forKey: .line)
        file = try container.decodeIfPresent(String.self, forKey: .file)
        speed = try container.decodeIfPresent(Double.self, forKey: .speed)
        accuracy = try container.decodeIfPresent(Double.self, forKey: .accuracy)
        repeats = try container.decodeIfPresent(Bool.self, forKey: .repeats)
        rate = try container.decodeIfPresent(Double.self, forKey: .rate)
        device = try container.decodeIfPresent(String.self, forKey: .device)
        host = try container.decodeIfPresent(String.self, forKey: .host)
        port = try container.decodeIfPresent(Int.self, forKey: .port)
        symbol = try container.choice(.symbol, of: LiveLocation.Symbol.allCases.map { ($0.rawValue, $0) })
        autoPanMode = try container.choice(.autoPan, of: Self.autoPanModes)
        zoomScale = try container.decodeIfPresent(Double.self, forKey: .zoomScale)
        path = try container.decodeIfPresent(Double.self, forKey: .path)
        staleAfter = try container.decodeIfPresent(Double.self, forKey: .staleAfter)
        try checkKeys(container)
        try checkValues(container)
    }

    private static let autoPanModes: [(String, LocationDisplay.AutoPanMode)] = [
        ("off", .off), ("recenter", .recenter), ("navigation", .navigation), ("compass-navigation", .compassNavigation),
    ]

    /// A key that would do nothing is a mistake; so is one that is needed and not there.
    private func checkKeys(_ container: KeyedDecodingContainer<Keys>) throws {
        let uses: [(keys: [Keys], kinds: [Kind])] = [
            ([.url], [.iss]), ([.interval], [.iss, .orbit]), ([.elements], [.iss, .orbit]), ([.line, .accuracy, .rate], [.simulated]),
            ([.file], [.simulated, .nmea, .gpx]), ([.speed, .repeats], [.simulated, .nmea, .gpx]), ([.device], [.nmea, .gpsd]),
            ([.host, .port], [.gpsd]),
        ]
        for use in uses where !use.kinds.contains(kind) {
            guard let key = use.keys.first(where: { container.contains($0) }) else { continue }
            let kinds = use.kinds.map { "\"\($0.rawValue)\"" }.joined(separator: " and ")
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container,
                debugDescription: "is a key of locations of kind \(kinds), and this is one of kind \"\(kind.rawValue)\"")
        }
        switch kind {
        case .gpx: _ = try container.decode(String.self, forKey: .file)
        case .nmea:
            try container.require(.kind, "with one of file and device, and not with both", (file == nil) != (device == nil))
            try container.require(
                .device, "without speed and repeat: a device goes on at its own pace", device == nil || (speed == nil && repeats == nil))
            try container.require(
                .repeats, "left out: standard input cannot be read again", file != "-" || repeats != true)
        case .simulated: try container.require(.kind, "with one of line and file, and not with both", (file == nil) != (line == nil))
        case .iss, .orbit, .gpsd: break
        }
    }

    private func checkValues(_ container: KeyedDecodingContainer<Keys>) throws {
        func require(_ key: Keys, _ range: String, _ value: Double?, _ isRight: (Double) -> Bool) throws {
            try container.require(key, range, value.map(isRight) ?? true)
        }
        try container.require(.url, "an http or https address", url.map { Self.isWebAddress($0) } ?? true)
        try require(.interval, "from 0.05 to 604800 seconds", interval) { (0.05...604_800).contains($0) }
        try container.require(
            .line, "two or more places [longitude, latitude] in degrees",
            line.map { $0.count >= 2 && $0.allSatisfy { $0.count == 2 && abs($0[0]) <= 540 && abs($0[1]) <= 90 } } ?? true)
        try require(.speed, kind == .simulated ? "from 0.001 to 100000 metres a second" : "from 0.001 to 100000 times as fast", speed) {
            (0.001...100_000).contains($0)
        }
        try require(.accuracy, "0 metres or more", accuracy) { $0 >= 0 && $0.isFinite }
        try require(.rate, "from 0.001 to 1000 locations a second", rate) { (0.001...1_000).contains($0) }
        try container.require(.port, "from 1 to 65535", port.map { (1...65_535).contains($0) } ?? true)
        try require(.zoomScale, "from 1 to 1000000000, or 0 to leave the scale", zoomScale) { $0 == 0 || (1...1e9).contains($0) }
        try require(.staleAfter, "above 0 seconds", staleAfter) { $0 > 0 && $0.isFinite }
        try require(.path, "from 0 to 604800 seconds", path) { (0...604_800).contains($0) }
    }

    static func isWebAddress(_ text: String) -> Bool {
        let parts = URLComponents(string: text)
        return ["http", "https"].contains(parts?.scheme) && parts?.host?.isEmpty == false
    }

    enum Keys: String, CodingKey, CaseIterable {
        case name
        case kind
        case url
        case interval
        case elements = "tle"
        case line
        case file
        case speed
        case accuracy
        case repeats = "repeat"
        case rate
        case device
        case host
        case port
        case symbol
        case autoPan = "auto-pan"
        case zoomScale = "zoom-scale"
        case path
        case staleAfter = "stale-after"
    }
}

extension KeyedDecodingContainer {
    /// One of several values by its name; nil where the key is missing.
    fileprivate func choice<Value>(_ key: Key, of values: [(name: String, value: Value)]) throws -> Value? {
        guard let name = try decodeIfPresent(String.self, forKey: key) else { return nil }
        if let found = values.first(where: { $0.name == name }) { return found.value }
        throw DecodingError.dataCorruptedError(
            forKey: key, in: self,
            debugDescription: "there is no \(key.stringValue) \"\(name)\"; there are \(values.map(\.name).joined(separator: ", "))")
    }
}
