// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteExpressions
import VedetteValues

/// Asked of observations on their way, as a filter of a subscriber asks: each for itself, so ``TrackQuery/time`` and ``TrackQuery/nearest``, which are
/// about tracks, are not looked at.
extension TrackQuery {
    /// Whether an observation of a batch fulfils the conditions on track id, attributes and position. Fields are found by name; one that the batch
    /// does not have is null.
    ///
    /// - Complexity: O(fields of the where clause); many observations are cheaper together: ``indexesOfMatches(in:)``.
    package func matches(_ batch: ObservationBatch, index: Int) -> Bool {
        guard isWanted(batch, index), isInPlace(batch, index) else { return false }
        guard let condition else { return true }
        return batch.withRows(index..<index + 1, of: condition) { rows in
            var test = condition.test(of: rows)
            return test.matches(0)
        }
    }

    /// The indexes of the observations of a batch that fulfil the conditions, in order.
    package func indexesOfMatches(in batch: ObservationBatch) -> [Int] {
        var indexes: [Int] = []
        func add(_ index: Int) {
            if isWanted(batch, index), isInPlace(batch, index) { indexes.append(index) }
        }
        guard let condition else {
            for index in 0..<batch.count { add(index) }
            return indexes
        }
        var start = 0
        while start < batch.count {
            // Rows are as wide as the schema was when they came.
            let end = batch.endOfEqualRows(from: start)
            batch.withRows(start..<end, of: condition) { rows in
                condition.forEachMatch(in: rows) { row in
                    add(start + row)
                    return true
                }
            }
            start = end
        }
        return indexes
    }

    private func isWanted(_ batch: ObservationBatch, _ index: Int) -> Bool {
        trackIDs == nil || isWanted(trackID: batch.text(batch.trackRanges[index]))
    }

    private func isInPlace(_ batch: ObservationBatch, _ index: Int) -> Bool {
        isInPlace(batch.position(at: index))
    }
}

extension ObservationBatch {
    /// What rows without any values are said to begin at; never freed.
    // Nothing is ever written or read there.
    nonisolated(unsafe) private static let nowhere = UnsafePointer(UnsafeMutablePointer<UInt64>.allocate(capacity: 1))

    private func width(of index: Int) -> Int {
        (index + 1 < rowStarts.count ? rowStarts[index + 1] : values.count) - rowStarts[index]
    }

    /// The end of the rows from `start` on that are as wide as the first.
    fileprivate func endOfEqualRows(from start: Int) -> Int {
        let width = width(of: start)
        var end = start + 1
        while end < count, self.width(of: end) == width { end += 1 }
        return end
    }

    /// Calls `body` with rows of one width as a where clause reads them.
    fileprivate func withRows<Result>(_ range: Range<Int>, of condition: BoundWhereClause, _ body: (PackedRows) -> Result) -> Result {
        let width = width(of: range.lowerBound)
        let columns = condition.packedColumns { name in schema.column(named: name).flatMap { $0 < width ? $0 : nil } }
        return bytes.withUnsafeBufferPointer { bytes in
            let texts = PackedTexts(places: bytes.baseAddress, lengthBits: Self.lengthBits)
            return values.withUnsafeBytes { values in
                // A packed value is its bits and nothing else. Without a column nothing is read, so where the rows lie does not matter then.
                let first = values.baseAddress.map { $0.assumingMemoryBound(to: UInt64.self) + rowStarts[range.lowerBound] }
                return body(
                    PackedRows(words: first ?? Self.nowhere, stride: width, count: range.count, columns: columns, texts: texts))
            }
        }
    }
}
