// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How to read a feed.
public struct FeedOptions: Sendable {
    /// The format; nil to find it out from the first bytes.
    public var format: FeedFormat?
    /// The field that holds the track id; nil for the feature's `id`, else the first of `trackId`, `track_id`, `id`, `MMSI`, `icao24` and `hex`.
    public var trackField: String?
    /// The field that holds the time; nil for the first of `time`, `timestamp` and `t`.
    public var timeField: String?
    /// The column of longitudes in CSV; nil for the first of `lon`, `lng`, `longitude` and `x`, in any case.
    public var longitudeField: String?
    /// The column of latitudes in CSV; nil for the first of `lat`, `latitude` and `y`, in any case.
    public var latitudeField: String?
    /// The longest record, in bytes. A longer one is reported and passed over.
    public var maximumRecordLength = 1 << 20

    /// Columns that CSV must have, spelt as here.
    package var requiredColumns: [Column] = []
    /// Whether attributes are wanted, or only track, time and place. Records are checked as strictly either way.
    package var wantsAttributes = true
    /// Whether a record without a track id is bad.
    package var requiresTrack = true
    /// Whether a record without a position is bad.
    package var requiresPosition = false
    /// Whether features follow the description of a service: times are milliseconds, one that cannot be read is none, and without
    /// ``timeField`` none is looked for.
    package var followsDescription = false
    /// Whether attributes that the batch has no column for are left out.
    package var keepsKnownColumnsOnly = false

    /// Whether a record that holds many observations is read no farther than the first thing wrong with it.
    package var stopsAtFirstIssue = false

    /// A column that somebody asked for.
    package struct Column: Sendable {
        let name: String
        /// What it holds, and which option named it.
        let content: String
        let option: String

        package init(_ name: String, _ content: String, _ option: String) {
            (self.name, self.content, self.option) = (name, content, option)
        }
    }

    public init(format: FeedFormat? = nil, trackField: String? = nil, timeField: String? = nil) {
        (self.format, self.trackField, self.timeField) = (format, trackField, timeField)
    }

    static let trackNames = ["trackId", "track_id", "id", "MMSI", "icao24", "hex"]
    static let timeNames = ["time", "timestamp", "t"]
    static let longitudeNames = ["lon", "lng", "longitude", "x"]
    static let latitudeNames = ["lat", "latitude", "y"]
}
