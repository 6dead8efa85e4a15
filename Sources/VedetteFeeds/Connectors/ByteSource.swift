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
        case .file(let path):
            if let unknownScheme, !FileManager.default.fileExists(atPath: path) {
                throw FeedError(.unreadable, "\(path): \(unknownScheme) is not read; name a file, or an http or https address")
            }
            return try FileByteSource(path: path)
        case .standardInput: return FileByteSource(descriptor: STDIN_FILENO, name: name)
        case .url(let url): return try await HTTPByteSource(url: url)
        }
    }
}
