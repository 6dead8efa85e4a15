// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Standard error.
enum Diagnostics {
    private static let lock = Mutex(())

    /// Whether a person is watching, so that progress may be shown.
    static let isTerminal = isatty(STDERR_FILENO) == 1

    /// Writes a line.
    static func write(_ line: String) {
        lock.withLock { _ in _ = writeAll(Array("\(line)\n".utf8), to: STDERR_FILENO) }
    }

    /// Shows a line that the next one replaces, if a person is watching.
    static func showProgress(_ line: String) {
        guard isTerminal else { return }
        lock.withLock { _ in _ = writeAll(Array("\r\(line)\u{1B}[K".utf8), to: STDERR_FILENO) }
    }

    static func endProgress() {
        guard isTerminal else { return }
        lock.withLock { _ in _ = writeAll(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO) }
    }

    /// Writes all bytes; false where the other end is closed.
    static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var start = 0
            while start < buffer.count {
                guard let base = buffer.baseAddress else { return true }
                let count = Foundation.write(descriptor, base + start, buffer.count - start)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { return false }
                start += count
            }
            return true
        }
    }
}
