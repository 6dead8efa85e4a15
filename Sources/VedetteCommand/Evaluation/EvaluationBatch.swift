// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteFeeds

/// Reads lines and writes one for each, in order, whatever is wrong with them.
enum EvaluationBatch {
    /// How long a line may be, in bytes.
    private static let maximumLineLength = 4 << 20
    /// What waits longer or is more than this is written.
    private static let (longestWait, largestOutput) = (Duration.milliseconds(40), 1 << 16)

    /// - Parameters:
    ///   - address: where the lines come from.
    ///   - answer: appends the line that answers a line.
    /// - Throws: where the lines cannot be read, or the answers not be written.
    static func run(_ address: FeedAddress, _ answer: (UnsafeRawBufferPointer, inout [UInt8]) -> Void) async throws {
        let lines = try await LineReader(address, maximumLength: maximumLineLength)
        let clock = ContinuousClock()
        var written = clock.now
        while let block = try await lines.next() {
            var output: [UInt8] = []
            var issues = block.issues[...]
            for var record in block.records {
                // A byte order mark, which some editors put before the first line.
                if record.line == 1, block.bytes[record.range].starts(with: [0xEF, 0xBB, 0xBF]) {
                    record.range = record.range.dropFirst(3)
                }
                while let issue = issues.first, issue.line < record.line {
                    append(issue, to: &output)
                    issues.removeFirst()
                }
                answer(UnsafeRawBufferPointer(rebasing: block.bytes[record.range]), &output)
                if output.count > largestOutput || clock.now - written > longestWait {
                    try StandardOutput.write(output)
                    (output, written) = ([], clock.now)
                }
            }
            for issue in issues { append(issue, to: &output) }
            try StandardOutput.write(output)
            written = clock.now
        }
    }

    private static func append(_ issue: FeedIssue, to output: inout [UInt8]) {
        EvaluationWriter.append(id: Array("null".utf8), error: "\(issue)", at: 0, to: &output)
    }
}
