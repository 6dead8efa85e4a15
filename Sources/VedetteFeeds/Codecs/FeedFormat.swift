// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How the observations of a feed are written.
public enum FeedFormat: String, Sendable, CaseIterable {
    /// GeoJSON features (RFC 7946): one a line, after record separators (RFC 8142), or in a FeatureCollection.
    case geojson
    /// Esri JSON features: one a line, or in a feature set.
    case esrijson
    /// Comma-separated values with a header row (RFC 4180).
    case csv
    /// RSS 0.9 to 2.0, or Atom 1.0 (RFC 4287): one document, each item an observation with its place in GeoRSS or the W3C's Basic Geo.
    case rss
    /// GPX 1.0 or 1.1: one document, each waypoint, point of a route and point of a track an observation.
    case gpx
    /// What a GNSS receiver sends: NMEA 0183 and the binary protocols of some makers, mixed as they come; each fix an observation.
    case nmea
}
