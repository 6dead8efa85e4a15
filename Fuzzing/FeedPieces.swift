// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteFeeds
import VedetteGeotriggers

/// Hands bytes to a framer as a connector does: what is left of a piece comes again with the next one behind it.
enum FeedPieces {
    /// - Parameters:
    ///   - bytes: the feed.
    ///   - seed: where it is cut; nil for one piece.
    ///   - options: how to read it.
    ///   - body: gets each run of records, with the bytes that they lie in and the framer.
    /// - Returns: what is wrong with records, and with the feed as a whole.
    static func read(
        _ bytes: UnsafeRawBufferPointer, pieces seed: UInt8?, options: FeedOptions,
        _ body: ([FeedRecord], UnsafeRawBufferPointer, FeedFramer, inout [FeedIssue]) throws(FeedError) -> Void
    ) -> (issues: [FeedIssue], failure: FeedError?) {
        var framer = FeedFramer(options: options)
        var issues: [FeedIssue] = []
        var state = UInt32(seed ?? 0)
        // No larger than what is in it, so that a step too far is seen.
        var held: [UInt8] = []
        var place = 0
        do throws(FeedError) {
            while true {
                let isEnd = place == bytes.count
                state = state &* 1_664_525 &+ 1_013_904_223
                let end = seed == nil ? bytes.count : min(bytes.count, place + 1 + Int(state >> 26))
                held = Array(held + bytes[place..<end])
                place = end
                var records: [FeedRecord] = []
                let wasFound = framer.layout != nil
                var consumed = 0
                var failure: FeedError?
                held.withUnsafeBytes { held in
                    do throws(FeedError) {
                        consumed = try framer.frame(held, isEnd: isEnd, records: &records, issues: &issues)
                        if !wasFound, framer.layout != nil { try framer.checkHead() }
                    } catch {
                        failure = error
                    }
                    do throws(FeedError) {
                        if !records.isEmpty { try body(records, held, framer, &issues) }
                    } catch {
                        failure = error
                    }
                }
                if let failure { throw failure }
                require((0...held.count).contains(consumed), "no more is done with than was there")
                held.removeFirst(consumed)
                if isEnd { return (issues, nil) }
            }
        } catch {
            return (issues, error)
        }
    }
}

/// What came of a feed.
struct FeedOutcome: Equatable {
    /// The observations, as GeoJSON lines.
    private(set) var output: [UInt8] = []
    private(set) var issues: [String] = []
    private(set) var failure: String?

    init(_ bytes: UnsafeRawBufferPointer, pieces seed: UInt8?, options: FeedOptions) {
        var batch = ObservationBatch()
        var decoder: RecordDecoder?
        let (issues, failure) = FeedPieces.read(bytes, pieces: seed, options: options) {
            records, bytes, framer, issues throws(FeedError) in
            guard let layout = framer.layout else { fatalError("records come of a feed whose format is known") }
            var current = decoder ?? RecordDecoder(format: layout.format, header: framer.header, options: options)
            current.decode(records, in: bytes, into: &batch, issues: &issues)
            decoder = current
        }
        // Where a feed breaks inside a long record, its length is told only if that was known before.
        self.issues = issues.filter { failure == nil || $0.code != .tooLong }.map(\.description).sorted()
        self.failure = failure?.description
        // In another spatial reference nothing is where it seems to be, and connectors hand out none of it.
        if failure?.code == .unsupportedSpatialReference {
            self.issues = []
            return
        }
        for index in 0..<batch.count { FeatureWriter.append(batch, at: index, to: &output) }
    }
}

extension FeedOutcome: CustomStringConvertible {
    var description: String {
        "\(String(decoding: output, as: UTF8.self))\(issues)\(failure.map { " \($0)" } ?? "")"
    }
}

/// What came of a file of fences.
struct FenceOutcome: Equatable {
    private(set) var ids: [String] = []
    private(set) var attributes: [[UInt8]] = []
    private(set) var geometries: [[UInt8]] = []
    private(set) var issues: [String] = []
    private(set) var failure: String?

    init(_ bytes: UnsafeRawBufferPointer, pieces seed: UInt8?, idField: String?) {
        var collector = FenceCollector(decoder: FenceDecoder(idField: idField, keepsGeometry: true))
        let (issues, failure) = FeedPieces.read(bytes, pieces: seed, options: FeedOptions(format: .geojson)) {
            records, bytes, _, issues throws(FeedError) in
            try collector.add(records, in: bytes, issues: &issues)
        }
        self.issues = issues.map(\.description).sorted()
        self.failure = failure?.description
        guard failure == nil else { return }
        // A file of fences for which there is no room is far larger than what is tried here.
        guard let fences = try? FenceSet(collector.fences) else {
            self.failure = "there is no room for the fences"
            return
        }
        (ids, attributes, geometries) = (fences.index.ids, fences.attributes, fences.geometries)
    }
}
