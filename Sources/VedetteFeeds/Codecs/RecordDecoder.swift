// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteDynamicEntities
import VedetteGeometry

/// Turns records into observations: a core that any thread can have a copy of.
package struct RecordDecoder: Sendable {
    private enum Codec: Sendable {
        case features(FeatureDecoder)
        case rows(CSVDecoder)
        case items(SyndicationDecoder)
        case points(GPXDecoder)
        case fixes(GNSSFixDecoder)
    }

    private var codec: Codec

    /// - Parameters:
    ///   - format: what the records are written in.
    ///   - header: the header row; only CSV has one.
    ///   - options: which members say what.
    package init(format: FeedFormat, header: CSVHeader?, options: FeedOptions) {
        if format == .rss {
            codec = .items(SyndicationDecoder(options: options))
        } else if format == .gpx {
            codec = .points(GPXDecoder(options: options))
        } else if format == .nmea {
            codec = .fixes(GNSSFixDecoder(options: options))
        } else if let header {
            codec = .rows(CSVDecoder(header: header, options: options))
        } else {
            codec = .features(FeatureDecoder(dialect: format == .esrijson ? .esri : .geoJSON, options: options))
        }
    }

    /// The fields that hold track ids and times, as far as records have shown them: named by the options, or found by their names.
    ///
    /// The track id of a JSON feature that has an `id` of its own is in no field; it is called `id`.
    package var fieldNames: (track: String?, time: String?) {
        switch codec {
        case .features(let decoder): (decoder.trackFieldName, decoder.timeFieldName)
        case .rows(let decoder): decoder.fieldNames
        case .items(let decoder): (decoder.trackFieldName, decoder.timeFieldName)
        case .points(let decoder): decoder.fieldNames
        case .fixes: (nil, nil)
        }
    }

    /// Adds an observation to `batch` for each record, or an issue where it is none. A document of items or points is one record with many observations.
    ///
    /// - Complexity: O(bytes).
    package mutating func decode(
        _ records: some Sequence<FeedRecord>, in bytes: UnsafeRawBufferPointer, into batch: inout ObservationBatch,
        issues: inout [FeedIssue]
    ) {
        switch codec {
        case .features(var decoder):
            for record in records { decoder.decode(record, in: bytes, into: &batch, issues: &issues) }
            codec = .features(decoder)
        case .rows(var decoder):
            for record in records { decoder.decode(record, in: bytes, into: &batch, issues: &issues) }
            codec = .rows(decoder)
        case .items(var decoder):
            for record in records { decoder.decode(record, in: bytes, into: &batch, issues: &issues) }
            codec = .items(decoder)
        case .points(let decoder):
            for record in records { decoder.decode(record, in: bytes, into: &batch, issues: &issues) }
        case .fixes(let decoder):
            for record in records { decoder.decode(record, into: &batch, issues: &issues) }
        }
    }
}
