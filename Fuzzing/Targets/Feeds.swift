// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteFeeds
import VedetteModel

// Feeds: the first byte says where the others are cut, and the same must come of them as if they were not.
extension FuzzTarget {
    static let geoJSONFeed = FuzzTarget("geojson-feed") { feed($0, .geojson) }
    static let esriJSONFeed = FuzzTarget("esrijson-feed") { feed($0, .esrijson) }
    static let csvFeed = FuzzTarget("csv-feed") { feed($0, .csv) }
    static let rssFeed = FuzzTarget("rss-feed") { feed($0, .rss) }
    static let gpx = FuzzTarget("gpx") { feed($0, .gpx) }

    private static func values(_ lines: [UInt8]) -> [JSONValue?] {
        lines.split(separator: UInt8(ascii: "\n")).map { line in
            Array(line).withUnsafeBytes { try? JSONValue(text: $0) }
        }
    }

    private static func feed(_ bytes: UnsafeRawBufferPointer, _ format: FeedFormat) {
        guard let choice = bytes.first else { return }
        let text = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        var options = FeedOptions(format: choice & 4 == 0 ? format : nil)
        options.requiresTrack = choice & 1 == 0
        if choice & 2 != 0 { options.maximumRecordLength = 200 }
        let whole = FeedOutcome(text, pieces: nil, options: options)
        let cut = FeedOutcome(text, pieces: choice, options: options)
        require(whole == cut, "cut or whole, a feed says the same:\n\(whole)\n\(cut)")

        guard format != .rss, format != .gpx, !isMarkup(text) else {
            // Extensions may be called as GeoJSON's readers call times and tracks: what was written need not be read as the same.
            for line in whole.output.split(separator: UInt8(ascii: "\n")) {
                _ = mustRead(String(decoding: line, as: UTF8.self)) { try Array(line).withUnsafeBytes { try JSONValue(text: $0) } }
            }
            return
        }
        // What was read, written as GeoJSON, is read as the same.
        var second = FeedOptions(format: .geojson)
        second.requiresTrack = false
        let again = whole.output.withUnsafeBytes { FeedOutcome($0, pieces: nil, options: second) }
        require(again.issues.isEmpty && again.failure == nil, "what was written is right: \(again)")
        // The members of an object have no order.
        require(values(again.output) == values(whole.output), "what was written comes back:\n\(whole)\n\(again)")
    }

    /// Whether a feed whose format is not told may be taken for RSS or GPX.
    private static func isMarkup(_ text: UnsafeRawBufferPointer) -> Bool {
        text.prefix(100).contains(UInt8(ascii: "<"))
    }

    /// A file of fences, cut in the same way.
    static let fenceFile = FuzzTarget("fence-file") { bytes in
        guard let choice = bytes.first else { return }
        let text = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        let whole = FenceOutcome(text, pieces: nil, idField: choice & 1 == 0 ? nil : "name")
        let cut = FenceOutcome(text, pieces: choice, idField: choice & 1 == 0 ? nil : "name")
        require(whole == cut, "cut or whole, a file says the same:\n\(whole)\n\(cut)")
        for json in whole.attributes + whole.geometries where !json.isEmpty {
            _ = mustRead(String(decoding: json, as: UTF8.self)) { try json.withUnsafeBytes { try JSONValue(text: $0) } }
        }
    }
}
