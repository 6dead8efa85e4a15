// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteGeometry

@testable import VedetteFeeds

/// Reads a feed that comes in pieces, as a command does, and notes what comes out.
struct FeedHarness {
    struct Outcome: Equatable {
        /// Each observation as a GeoJSON feature.
        var features: [String] = []
        var ordinals: [UInt64] = []
        var issues: [String] = []
        var error: String?
    }

    var options: FeedOptions

    init(_ options: FeedOptions = FeedOptions()) {
        self.options = options
    }

    /// Reads `bytes` cut into pieces that end at `cuts`.
    func read(_ bytes: [UInt8], cuts: [Int] = []) -> Outcome {
        var outcome = Outcome()
        var framer = FeedFramer(options: options)
        var decoder: RecordDecoder?
        var batch = ObservationBatch()
        var pending: [UInt8] = []
        var start = 0
        let ends = cuts + [bytes.count, bytes.count]
        for (turn, end) in ends.enumerated() {
            pending += bytes[start..<end]
            start = end
            do throws(FeedError) {
                var failure: FeedError?
                var used = 0
                pending.withUnsafeBytes { buffer in
                    var records: [FeedRecord] = []
                    var issues: [FeedIssue] = []
                    do throws(FeedError) {
                        used = try framer.frame(buffer, isEnd: turn == ends.count - 1, records: &records, issues: &issues)
                    } catch {
                        failure = error
                    }
                    if let layout = framer.layout {
                        decoder = decoder ?? RecordDecoder(format: layout.format, header: framer.header, options: options)
                    }
                    batch.removeAll()
                    decoder?.decode(records, in: buffer, into: &batch, issues: &issues)
                    issues.sort { $0.line < $1.line }
                    outcome.issues += issues.map(\.description)
                    for index in 0..<batch.count {
                        var output: [UInt8] = []
                        FeatureWriter.append(batch, at: index, to: &output)
                        outcome.features.append(String(decoding: output.dropLast(), as: UTF8.self))
                        outcome.ordinals.append(batch.ordinals[index])
                    }
                }
                if let failure { throw failure }
                pending.removeFirst(used)
            } catch {
                outcome.error = error.description
                return outcome
            }
        }
        return outcome
    }

    func read(_ text: String, cuts: [Int] = []) -> Outcome { read(Array(text.utf8), cuts: cuts) }
}
