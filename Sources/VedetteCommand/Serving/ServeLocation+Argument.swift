// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ServeLocation {
    /// Takes what people write behind `--location`; nil where nobody can tell what it is.
    ///
    /// `iss`, or an address that answers in that shape; `orbit`; `gpsd://HOST:PORT/DEVICE`; a recording in GPX; a line in GeoJSON; a log or
    /// device of a receiver, or `-`.
    init?(argument text: String) {
        let file = URL(fileURLWithPath: text)
        let stem = file.deletingPathExtension().lastPathComponent
        switch text {
        case "iss": self.init(name: "Space station", kind: .iss)
        case "orbit": self.init(name: "Space station", kind: .orbit)
        case "-":
            self.init(name: "Receiver", kind: .nmea)
            self.file = text
        case _ where text.hasPrefix("gpsd://"):
            guard let parts = URLComponents(string: text), parts.query == nil, parts.fragment == nil, parts.user == nil,
                parts.port.map({ (1...65_535).contains($0) }) ?? true
            else { return nil }
            self.init(name: "gpsd", kind: .gpsd)
            // An address of version 6 stands in brackets.
            host = parts.host.map { $0.trimmingCharacters(in: ["[", "]"]) }.flatMap { $0.isEmpty ? nil : $0 }
            port = parts.port
            // gpsd://host and gpsd://host/ mean any device.
            device = parts.path.count > 1 ? parts.path : nil
        case _ where text.hasPrefix("http://") || text.hasPrefix("https://"):
            guard Self.isWebAddress(text) else { return nil }
            self.init(name: "Space station", kind: .iss)
            url = text
        case _ where text.hasPrefix("/dev/"):
            self.init(name: file.lastPathComponent, kind: .nmea)
            device = text
        case _ where text.contains("://"): return nil
        default:
            switch file.pathExtension.lowercased() {
            case "gpx": self.init(name: stem, kind: .gpx)
            case "geojson", "json": self.init(name: stem, kind: .simulated)
            case "nmea", "log", "txt", "ubx", "sirf": self.init(name: stem, kind: .nmea)
            case "tle":
                self.init(name: stem, kind: .orbit)
                elements = text
                return
            default: return nil
            }
            self.file = text
        }
    }
}
