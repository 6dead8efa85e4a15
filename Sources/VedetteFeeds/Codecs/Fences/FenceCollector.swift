// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Collects the fences of a file and sees to it that their ids differ.
package struct FenceCollector {
    private let decoder: FenceDecoder
    package private(set) var fences: [FenceFeature] = []
    private var lines: [String: Int] = [:]

    package init(decoder: FenceDecoder) {
        self.decoder = decoder
    }

    package mutating func add(
        _ records: [FeedRecord], in bytes: UnsafeRawBufferPointer, issues: inout [FeedIssue]
    ) throws(FeedError) {
        for record in records {
            switch decoder.decode(record, in: bytes) {
            case .failure(let issue): issues.append(issue)
            case .success(let fence):
                if let line = lines.updateValue(record.line, forKey: fence.id) {
                    throw FeedError(
                        .duplicateFence, line: record.line,
                        "two fences have the id \"\(Excerpt.of(fence.id))\", here and on line \(line); take the ids from another property with --fence-id-field (id-field in a configuration)"
                    )
                }
                fences.append(fence)
            }
        }
    }
}
