// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The coordinate system that coordinates are meant in, and the one of heights where that is known.
///
/// Two references are equal if the current ids of their systems are: `102100` and `3857` are the same thing. A system without an id, made
/// from well-known text, equals one that PROJ finds equivalent. A reference with a vertical system never equals one without.
public final class SpatialReference: Sendable {
    /// The id that the reference was made with, or that PROJ recognised its text by; nil for a text that nobody has numbered.
    public let wkid: WKID?

    /// The id of the system of heights, where it has one.
    public let verticalWKID: WKID?

    /// The ids that are current now, where they were said.
    let latestWKID: WKID?
    let latestVerticalWKID: WKID?

    /// The text that the reference was made from.
    let statedText: String?

    /// What places are in, and what heights are in.
    let horizontal: CoordinateSystem
    let vertical: CoordinateSystem?

    /// Makes a reference from a well-known id, for example `SpatialReference(wkid: .wgs84)`.
    ///
    /// Whether PROJ knows the ids shows when they are used: what is projected is refused, ``isGeographic`` and ``isProjected`` are false.
    ///
    /// Optional, as programs for the ArcGIS Maps SDK expect it, and never nil today: `SpatialReference(wkid: wkid)!` and use without the mark both compile.
    ///
    /// - Parameters:
    ///   - wkid: of the system of places, from EPSG or Esri.
    ///   - verticalWKID: of the system of heights, where there is one.
    public convenience init!(wkid: WKID, verticalWKID: WKID? = nil) {
        self.init(wkid: wkid, latestWKID: nil, verticalWKID: verticalWKID)
    }

    /// Makes a reference from ids as Esri JSON writes them: the one that it was first given, and the one that stands for it now.
    ///
    /// - Parameters:
    ///   - wkid: of the system of places.
    ///   - latestWKID: what that is called now; equality goes by it.
    ///   - verticalWKID: of the system of heights.
    ///   - latestVerticalWKID: what that is called now.
    public init(wkid: WKID, latestWKID: WKID?, verticalWKID: WKID? = nil, latestVerticalWKID: WKID? = nil) {
        (self.wkid, self.latestWKID) = (wkid, latestWKID)
        (self.verticalWKID, self.latestVerticalWKID) = (verticalWKID, latestVerticalWKID)
        statedText = nil
        horizontal = .id(latestWKID ?? wkid.current)
        vertical = (latestVerticalWKID ?? verticalWKID).map { .id($0) }
    }

    /// Makes a reference from well-known text: WKT 1 in the dialects of OGC, GDAL and Esri, or WKT 2.
    ///
    /// - Parameter wkText: of a geographic or projected system, alone or with one of heights; at most 100,000 bytes. A system that EPSG
    ///   or Esri has numbered gets that number. Any other text fails.
    public convenience init?(wkText: String) {
        guard let reference = try? CoordinateSystemText.read(wkText) else { return nil }
        self.init(reference)
    }

    init(_ text: CoordinateSystemText) {
        (wkid, verticalWKID) = (text.horizontal.id, text.vertical?.id)
        (latestWKID, latestVerticalWKID) = (nil, nil)
        (statedText, horizontal, vertical) = (text.text, text.horizontal, text.vertical)
    }

    /// WGS 84 longitude and latitude in degrees (EPSG:4326).
    public static let wgs84 = SpatialReference(wkid: .wgs84, latestWKID: nil)

    /// Web Mercator in metres (EPSG:3857).
    public static let webMercator = SpatialReference(wkid: .webMercator, latestWKID: nil)

    /// Whether coordinates are longitude and latitude on WGS 84.
    var isWGS84: Bool { horizontal == .id(.wgs84) }

    /// The same system of places, said nothing of heights.
    var withoutHeights: SpatialReference { vertical == nil ? self : SpatialReference(horizontalOf: self) }

    private init(horizontalOf other: SpatialReference) {
        (wkid, latestWKID, horizontal) = (other.wkid, other.latestWKID, other.horizontal)
        (verticalWKID, latestVerticalWKID, vertical, statedText) = (nil, nil, nil, other.horizontal.text)
    }
}

extension SpatialReference: Hashable {
    public static func == (lhs: SpatialReference, rhs: SpatialReference) -> Bool {
        lhs === rhs || (lhs.horizontal == rhs.horizontal && lhs.vertical == rhs.vertical)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(horizontal)
        hasher.combine(vertical)
    }
}

extension SpatialReference: CustomStringConvertible {
    public var description: String {
        let place = wkid.map { "WKID \($0.rawValue)" } ?? "\"\(name)\""
        return verticalWKID.map { "\(place) with heights in WKID \($0.rawValue)" } ?? place
    }
}
