// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What the elements of GPX mean, in versions 1.0 and 1.1 (https://www.topografix.com/gpx.asp).
enum GPXVocabulary {
    /// Garmin's extensions of points, whose fields are known by their own names: `hr`, `cad`, `atemp`, `speed`, `course`.
    private static let pointExtensions: Set = [
        "http://www.garmin.com/xmlschemas/TrackPointExtension/v1", "http://www.garmin.com/xmlschemas/TrackPointExtension/v2",
        "http://www.garmin.com/xmlschemas/GpxExtensions/v3",
    ]

    /// Whether a document that begins with this element is GPX: `gpx`, in whatever namespace, or in none, as some devices write it.
    static func isRoot(_ name: XMLName) -> Bool { name.local == "gpx" }

    /// The fields of a point in the order of the schemas, without `ele` and `time`.
    static let fields = [
        "speed", "course", "magvar", "geoidheight", "name", "cmt", "desc", "src", "link", "url", "urlname", "sym", "type", "fix", "sat",
        "hdop", "vdop", "pdop", "ageofdgpsdata", "dgpsid",
    ]

    /// Of them those that are numbers.
    static let numbers: Set = ["speed", "course", "magvar", "geoidheight", "sat", "hdop", "vdop", "pdop", "ageofdgpsdata", "dgpsid"]

    /// Fields that say what a point belongs to. An extension of such a name is called `ext_…`.
    static let places: Set = ["kind", "trk", "trkseg", "rte", "ele"]

    /// What the field of an extension is called: by its own name where it is GPX's or Garmin's, else with its prefix, as in `power_watts`. The
    /// namespace of the document's own elements is `core`.
    static func fieldName(_ name: XMLName, core: String?) -> String {
        let isKnown = name.namespace == core || name.prefix.isEmpty || name.namespace.map { pointExtensions.contains($0) } ?? false
        let text = isKnown ? name.local : "\(name.prefix)_\(name.local)"
        return places.contains(text) ? "ext_\(text)" : text
    }
}
