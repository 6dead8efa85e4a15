// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization
import Vedette
import VedetteServer

/// Runs a live server as a command does: says where it is, stops on a signal, and ends with the status that the signal asks for.
enum Serving {
    static func run(_ server: LiveServer) async throws {
        let wasInterrupted = Atomic(false)
        let watch = SignalWatch(SIGINT) { wasInterrupted.set() }
        do {
            try await server.run { address in
                try? StandardOutput.write(Array("The live page is at \(address)\n".utf8))
            }
        } catch let error as LiveServerError {
            throw CommandFailure(
                status: [.publicAddress, .invalidServiceName, .invalidFenceFile, .invalidView].contains(error.code)
                    ? CommandFailure.badUsage : CommandFailure.workFailed,
                error.message)
        }
        withExtendedLifetime(watch) {}
        if wasInterrupted.value { exit(CommandFailure.interrupted) }
    }

    /// A flag that a signal sets.
    private final class Atomic: Sendable {
        private let state: Mutex<Bool>
        init(_ value: Bool) { state = Mutex(value) }
        var value: Bool { state.withLock { $0 } }
        func set() { state.withLock { $0 = true } }
    }

    private final class SignalWatch {
        private let source: any DispatchSourceSignal

        init(_ number: Int32, _ body: @escaping @Sendable () -> Void) {
            source = DispatchSource.makeSignalSource(signal: number, queue: DispatchQueue(label: "vedette.signal"))
            source.setEventHandler(handler: body)
            source.activate()
        }

        deinit { source.cancel() }
    }
}
