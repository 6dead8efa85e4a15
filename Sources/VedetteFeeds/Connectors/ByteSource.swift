// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Bytes that come one piece after the other.
protocol ByteSource: AnyObject, Sendable {
    /// Reads at least one byte into `buffer`, as soon as there is one; returns how many, 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) async throws -> Int
}

extension FeedAddress {
    func open() async throws -> any ByteSource {
        switch self {
        case .file(let path): try FileByteSource(path: path)
        case .standardInput: FileByteSource(descriptor: STDIN_FILENO, name: name)
        case .url(let url): try await HTTPByteSource(url: url)
        }
    }
}
