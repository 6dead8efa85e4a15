// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CGEOS
import Synchronization

/// A context of GEOS, which one thread may use at a time, with the last error that GEOS reported in it.
final class GEOSContext {
    let handle: GEOSContextHandle_t
    private let lastMessage = UnsafeMutablePointer<String>.allocate(capacity: 1)

    private init() throws {
        guard let handle = GEOS_init_r() else { throw GeometryError(.operationFailed, "GEOS could not be started") }
        self.handle = handle
        lastMessage.initialize(to: "")
        _ = GEOSContext_setErrorMessageHandler_r(
            handle,
            { message, box in
                guard let message, let box else { return }
                box.assumingMemoryBound(to: String.self).pointee = String(cString: message)
            }, lastMessage)
    }

    deinit {
        GEOS_finish_r(handle)
        lastMessage.deinitialize(count: 1)
        lastMessage.deallocate()
    }

    /// The error of the call that has just failed.
    func failure(_ operation: String) -> GeometryError {
        let reason = lastMessage.pointee.isEmpty ? "GEOS gave no reason" : lastMessage.pointee
        lastMessage.pointee = ""
        return GeometryError(.operationFailed, "\(operation) failed: \(reason)")
    }

    /// Contexts that nobody is using. A context is in here or with one caller, never both.
    private static let idle = Mutex<[Lent]>([])

    /// Hands a context from one thread to another; see `idle` for why that is safe.
    private struct Lent: @unchecked Sendable {
        let context: GEOSContext
    }

    /// Runs `body` with a context of its own.
    static func with<Result>(_ body: (GEOSContext) throws -> Result) throws -> Result {
        let lent = try idle.withLock { $0.popLast() } ?? Lent(context: GEOSContext())
        defer {
            idle.withLock { contexts in
                if contexts.count < 64 { contexts.append(lent) }
            }
        }
        return try body(lent.context)
    }
}
