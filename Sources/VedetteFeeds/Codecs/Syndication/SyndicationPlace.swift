// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// Where an item of a feed says that it is: GeoRSS Simple, GeoRSS GML, or the W3C's Basic Geo vocabulary. The first point counts.
struct SyndicationPlace {
    private(set) var latitude: String?
    private(set) var longitude: String?
    private var altitudeText: String?
    /// What else than a point there is, such as `polygon`.
    private(set) var otherGeometry: String?
    /// A spatial reference that is not WGS 84.
    private var unknownReference: String?
    private var isWrong: String?

    // MARK: Collecting

    /// Takes the text of a `georss:point`: latitude, longitude.
    mutating func addPoint(_ text: String) {
        addPosition(text, reference: nil)
    }

    /// Takes the text of a `gml:pos` in a spatial reference; nil for WGS 84, latitude first.
    mutating func addPosition(_ text: String, reference: String?) {
        let numbers = text.split { $0 == "," || $0.isWhitespace }.map(String.init)
        guard !numbers.isEmpty, latitude == nil, longitude == nil, isWrong == nil else { return }
        guard numbers.count == 2 || numbers.count == 3 else {
            isWrong = text
            return
        }
        var isLongitudeFirst = false
        if let reference {
            switch Self.known(reference) {
            case .latitudeFirst: break
            case .longitudeFirst: isLongitudeFirst = true
            case .other: unknownReference = reference
            }
        }
        (latitude, longitude) = isLongitudeFirst ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
        if numbers.count == 3 { altitudeText = altitudeText ?? numbers[2] }
    }

    mutating func addLatitude(_ text: String) { if latitude == nil, !text.isEmpty { latitude = text } }
    mutating func addLongitude(_ text: String) { if longitude == nil, !text.isEmpty { longitude = text } }
    mutating func addAltitude(_ text: String) { if altitudeText == nil, !text.isEmpty { altitudeText = text } }
    mutating func addOther(_ name: String) { otherGeometry = otherGeometry ?? name }

    private enum Reference {
        case latitudeFirst
        case longitudeFirst
        case other
    }

    private static func known(_ name: String) -> Reference {
        let name = name.uppercased()
        if name.hasSuffix("CRS84") { return .longitudeFirst }
        // EPSG:4326 has latitude first (OGC 05-096r1), as GML of GeoRSS has anyway.
        return name.hasSuffix(":4326") || name.hasSuffix("#4326") || name.hasSuffix("/4326") ? .latitudeFirst : .other
    }

    // MARK: The place

    /// The altitude in metres; nil for none, or for one that is no number.
    var altitude: Double? { altitudeText.flatMap { Self.number($0) } }

    /// The position; nil where there is none.
    ///
    /// - Throws: ``RecordError`` where what is said is no place on Earth, or in a spatial reference that is not WGS 84.
    func position() throws(RecordError) -> GridPosition? {
        if let isWrong { throw RecordError(.invalidPosition, "the point \"\(Excerpt.of(isWrong))\" is not latitude and longitude") }
        if let unknownReference {
            throw RecordError(.invalidPosition, "the spatial reference \"\(Excerpt.of(unknownReference))\" is not WGS 84; use EPSG:4326")
        }
        guard let latitude, let longitude else { return nil }
        guard let y = Self.number(latitude), let x = Self.number(longitude) else {
            throw RecordError(.invalidPosition, "the position \"\(Excerpt.of(latitude)), \(Excerpt.of(longitude))\" is not two numbers")
        }
        if let position = GridPosition(longitude: x, latitude: y) { return position }
        throw RecordError(
            .invalidPosition,
            abs(y) > 90
                ? "the latitude \(Excerpt.of(latitude)) is not within −90…90 (latitude comes first in these feeds)"
                : "the longitude \(Excerpt.of(longitude)) is not within −180…180")
    }

    /// A decimal number, as XML Schema has it; nil for others, such as infinities.
    private static func number(_ text: String) -> Double? {
        let isDecimal = text.utf8.allSatisfy { byte in
            byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
                || byte | 0x20 == UInt8(ascii: "e")
        }
        return isDecimal ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
    }
}
