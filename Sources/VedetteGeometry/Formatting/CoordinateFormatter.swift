// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Writes places as text and reads them, as people write latitudes and longitudes.
public enum CoordinateFormatter {
    /// How degrees are written.
    public enum LatitudeLongitudeFormat: Hashable, Sendable {
        /// `33.4352N 112.0101W`
        case decimalDegrees
        /// `33 26.11N 112 00.61W`
        case degreesDecimalMinutes
        /// `33 26 06.7N 112 00 36.4W`
        case degreesMinutesSeconds
    }

    /// Writes a place.
    ///
    /// - Parameters:
    ///   - point: in any spatial reference that can be projected; without one, in WGS 84.
    ///   - format: how degrees are written.
    ///   - decimalPlaces: digits after the point of the last number, from 0 to 16; beyond that, the nearer of these.
    /// - Returns: latitude and longitude in WGS 84 with `N` or `S` and `E` or `W`. Empty for an empty point, one that cannot be projected, and one
    ///   with a latitude beyond 90°. Longitudes are brought to −180…180°.
    public static func latitudeLongitudeString(from point: Point, format: LatitudeLongitudeFormat, decimalPlaces: Int) -> String {
        let places = min(max(decimalPlaces, 0), 16)
        let reference = point.spatialReference ?? .wgs84
        let placed = reference.isWGS84 ? point : GeometryEngine.project(point, into: .wgs84)
        guard let placed, !placed.isEmpty, abs(placed.y) <= 90, placed.x.isFinite else { return "" }
        let turned = placed.x - 360 * ((placed.x + 180) / 360).rounded(.down)
        // The rim of the map stays on the side that it was on.
        let longitude = turned == -180 && placed.x > 0 ? 180 : turned
        let north = DegreeText.write(placed.y.magnitude, format, places, degreeDigits: 2) + (placed.y < 0 ? "S" : "N")
        let east = DegreeText.write(longitude.magnitude, format, places, degreeDigits: 3) + (longitude < 0 ? "W" : "E")
        return "\(north) \(east)"
    }

    /// Reads a place: a latitude and a longitude in degrees, in degrees and minutes, or in degrees, minutes and seconds.
    ///
    /// Latitude goes first unless letters say otherwise. `N`, `S`, `E` and `W` may stand before or behind their numbers, or signs may stand for them;
    /// `°`, `'`, `"` and their relatives, commas and blanks part numbers.
    ///
    /// - Parameters:
    ///   - text: at most 1,000 characters.
    ///   - spatialReference: what the point is wanted in; nil for WGS 84.
    /// - Returns: nil for a text that is no such place, and for a place that is not in that spatial reference.
    public static func point(fromLatitudeLongitudeString text: String, spatialReference: SpatialReference?) -> Point? {
        guard text.utf8.count <= 1_000, let place = DegreeText.read(text) else { return nil }
        let point = Point(latitude: place.latitude, longitude: place.longitude)
        guard let spatialReference, !spatialReference.isWGS84 else { return point }
        return GeometryEngine.project(point, into: spatialReference)
    }
}
