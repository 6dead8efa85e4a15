// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Collects the fences of a file and sees to it that their ids differ.
package struct FenceCollector {
    private let decoder: FenceDecoder
    package private(set) var fences: [FenceFeature] = []
    private var lines: [String: Int] = [:]

    private let threadCount: Int

    package init(decoder: FenceDecoder, threadCount: Int = 1) {
        (self.decoder, self.threadCount) = (decoder, threadCount)
    }

    package mutating func add(
        _ records: [FeedRecord], in bytes: UnsafeRawBufferPointer, issues: inout [FeedIssue]
    ) throws(FeedError) {
        for (record, outcome) in zip(records, decode(records, in: bytes)) {
            switch outcome {
            case .failure(let issue): issues.append(issue)
            case .success(let fence): try add(fence, line: record.line)
            }
        }
    }

    /// Adds a fence that was read elsewhere.
    ///
    /// - Parameters:
    ///   - fence: a fence.
    ///   - line: where it comes from.
    /// - Throws: where there is one of this id.
    package mutating func add(_ fence: FenceFeature, line: Int) throws(FeedError) {
        if let other = lines.updateValue(line, forKey: fence.id) {
            throw FeedError(
                .duplicateFence, line: line,
                "two fences have the id \"\(Excerpt.of(fence.id))\", \(other == line ? "both on this line" : "here and on line \(other)"); take the ids from another property with --fence-id-field (id-field in a configuration)"
            )
        }
        fences.append(fence)
    }

    /// What is read of each record, by several threads where there is much of it.
    private func decode(_ records: [FeedRecord], in bytes: UnsafeRawBufferPointer) -> [Result<FenceFeature, FeedIssue>] {
        let work = SharedWork(decoder: decoder, records: records, bytes: bytes)
        guard threadCount > 1, bytes.count >= Self.minimumShare else { return records.map { work.decode($0) } }
        // More shares than threads: fences differ in size.
        let shares = min(records.count, 4 * threadCount)
        let outcomes = Mutex(Array(repeating: [Result<FenceFeature, FeedIssue>](), count: shares))
        SharedThreads.perform(shares, threads: threadCount) { share in
            let part = work.records[work.records.count * share / shares..<work.records.count * (share + 1) / shares].map { work.decode($0) }
            outcomes.withLock { $0[share] = part }
        }
        return outcomes.withLock { $0.flatMap { $0 } }
    }

    /// Below this, in bytes, handing records to another thread is not worth the while.
    private static let minimumShare = 1 << 16

    // Sendable by hand: it is only read, while the bytes stay where they are.
    private struct SharedWork: @unchecked Sendable {
        let decoder: FenceDecoder
        let records: [FeedRecord]
        let bytes: UnsafeRawBufferPointer

        func decode(_ record: FeedRecord) -> Result<FenceFeature, FeedIssue> { decoder.decode(record, in: bytes) }
    }
}
