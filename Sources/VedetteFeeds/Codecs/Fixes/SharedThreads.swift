// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Work that several threads share.
package enum SharedThreads {
    /// Does `count` pieces of work on so many threads, the caller's among them; comes back when all is done.
    ///
    /// A thread that is done with a piece takes the next.
    package static func perform(_ count: Int, threads: Int, _ body: @Sendable (Int) -> Void) {
        guard threads > 1, count > 1 else {
            for piece in 0..<count { body(piece) }
            return
        }
        let next = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: min(threads, count)) { _ in
            while true {
                let piece = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard piece < count else { return }
                body(piece)
            }
        }
    }
}
