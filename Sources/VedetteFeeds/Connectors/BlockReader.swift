// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Reads bytes as they come, a block as soon as there is one.
package final class BlockReader {
    private let input: BlockBuffer

    /// - Throws: ``FeedError`` where the source cannot be opened.
    package convenience init(_ address: FeedAddress) async throws {
        self.init(try await address.open())
    }

    init(_ source: any ByteSource) {
        input = BlockBuffer(source)
    }

    /// The next bytes; nil at the end.
    package func next() async throws -> [UInt8]? {
        try await input.fill()
        let bytes = Array(input.bytes)
        input.drop(bytes.count)
        return bytes.isEmpty ? nil : bytes
    }
}
