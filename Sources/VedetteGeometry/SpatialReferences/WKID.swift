// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The well-known id of a spatial reference, as EPSG or Esri number it.
public struct WKID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: Int

    /// Fails for a number that is not positive.
    public init?(rawValue: Int) {
        guard rawValue > 0 else { return nil }
        self.rawValue = rawValue
    }

    /// Fails for a number that is not positive.
    public init?(_ rawValue: Int) {
        self.init(rawValue: rawValue)
    }

    private init(known rawValue: Int) {
        self.rawValue = rawValue
    }

    /// WGS 84 longitude and latitude (EPSG:4326).
    public static let wgs84 = WKID(known: 4326)
    /// Web Mercator (EPSG:3857), which older Esri data call 102100.
    public static let webMercator = WKID(known: 3857)
}

extension WKID {
    /// The number that EPSG uses today for this id, where Esri has an older one for the same thing.
    var current: WKID {
        switch rawValue {
        case 102_100, 102_113, 900_913: .webMercator
        default: self
        }
    }
}
