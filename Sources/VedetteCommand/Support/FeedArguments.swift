// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Vedette

/// A format by the name that the command line has for it.
enum FormatArgument: String, ExpressibleByArgument, CaseIterable {
    case geojson
    case esrijson
    case csv
    case rss
    case atom
    case gpx
    case nmea

    var format: FeedFormat {
        switch self {
        case .geojson: .geojson
        case .esrijson: .esrijson
        case .csv: .csv
        case .rss, .atom: .rss
        case .gpx: .gpx
        case .nmea: .nmea
        }
    }
}

/// Options about what a feed looks like, for every command that reads one.
struct FeedShapeArguments: ParsableArguments {
    @Option(
        name: .customLong("format"),
        help:
            "How the feed is written: geojson, esrijson, csv, rss (atom is the same), gpx, or nmea (what a GNSS receiver sends). Default: told from its first bytes."
    )
    var format: FormatArgument?

    @Option(
        name: .customLong("track-field"),
        help: "The field that holds the track id. Default: the feature's id, else trackId, track_id, id, MMSI, icao24 or hex.")
    var trackField: String?

    @Option(
        name: .customLong("time-field"),
        help: "The field that holds the time: RFC 3339 text, or seconds or milliseconds since 1970. Default: time, timestamp or t.")
    var timeField: String?

    @Option(name: .customLong("lon-field"), help: "CSV: the column of longitudes, in degrees. Default: lon, lng, longitude or x.")
    var longitudeField: String?

    @Option(name: .customLong("lat-field"), help: "CSV: the column of latitudes, in degrees. Default: lat, latitude or y.")
    var latitudeField: String?

    /// Whether none is given.
    var isEmpty: Bool {
        format == nil && [trackField, timeField, longitudeField, latitudeField].allSatisfy { $0 == nil }
    }

    var options: FeedOptions {
        var options = FeedOptions(format: format?.format, trackField: trackField, timeField: timeField)
        options.longitudeField = longitudeField
        options.latitudeField = latitudeField
        return options
    }
}

/// Options about how a run goes.
struct RunArguments: ParsableArguments {
    @Flag(help: "End with status 1 at the first bad line. Default: report it, pass over it and go on.")
    var strict = false

    @Flag(help: "At the end, print one JSON object to standard error: counts, seconds, updates a second, peak resident bytes.")
    var stats = false
}
