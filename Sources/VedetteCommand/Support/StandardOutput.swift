// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Standard output, written in whole lines only, so that an interruption never cuts one.
enum StandardOutput {
    /// The reader of standard output has had enough, as in `vedette decode FILE | head`: no failure, but the end.
    struct ClosedPipe: Error {}

    private static let lock = Mutex(())

    /// Writes lines that the caller has gathered.
    static func write(_ lines: [UInt8]) throws {
        guard !lines.isEmpty else { return }
        try lock.withLock { _ in
            guard Diagnostics.writeAll(lines, to: STDOUT_FILENO) else {
                if errno == EPIPE { throw ClosedPipe() }
                throw CommandFailure("standard output cannot be written: \(String(cString: strerror(errno)))")
            }
        }
    }

    /// Runs `body` while nothing is being written, for the end of the process.
    static func whileQuiet(_ body: () -> Void) {
        lock.withLock { _ in body() }
    }
}
