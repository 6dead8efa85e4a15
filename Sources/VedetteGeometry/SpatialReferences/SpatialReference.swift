// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The coordinate system that coordinates are meant in.
///
/// Two references are equal if their current ids are: `102100` and `3857` are the same thing.
public final class SpatialReference: Sendable {
    /// The id that the reference was made with.
    public let wkid: WKID

    /// Makes a reference from a well-known id, for example `SpatialReference(wkid: .wgs84)`.
    ///
    /// Whether PROJ knows the id shows when something is projected.
    public init(wkid: WKID) {
        self.wkid = wkid
    }

    /// WGS 84 longitude and latitude in degrees (EPSG:4326).
    public static let wgs84 = SpatialReference(wkid: .wgs84)

    /// Web Mercator in metres (EPSG:3857).
    public static let webMercator = SpatialReference(wkid: .webMercator)

    /// Whether coordinates are longitude and latitude on WGS 84.
    var isWGS84: Bool { wkid.current == .wgs84 }
}

extension SpatialReference: Hashable {
    public static func == (lhs: SpatialReference, rhs: SpatialReference) -> Bool {
        lhs.wkid.current == rhs.wkid.current
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(wkid.current)
    }
}

extension SpatialReference: CustomStringConvertible {
    public var description: String { "WKID \(wkid.rawValue)" }
}
