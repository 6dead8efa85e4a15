// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// Has something done before the process ends because it is interrupted (Ctrl-C, SIGINT) or told to end (SIGTERM).
final class EndingSignals {
    private let sources: [any DispatchSourceSignal]

    /// Watches until the object is let go of.
    ///
    /// - Parameter end: cleans up and ends the process with the status that it is handed: 130 for an interruption, 143 for SIGTERM.
    init(end: @escaping @Sendable (_ status: Int32) -> Void) {
        sources = [(SIGINT, CommandFailure.interrupted), (SIGTERM, 143)].map { number, status in
            let source = DispatchSource.makeSignalSource(signal: number, queue: DispatchQueue(label: "vedette.ending"))
            source.setEventHandler { end(status) }
            // Until the source listens, the signal ends the process as ever; it must not be lost in between.
            let isListening = DispatchSemaphore(value: 0)
            source.setRegistrationHandler { isListening.signal() }
            source.activate()
            isListening.wait()
            #if !os(Linux)
            signal(number, SIG_IGN)
            #endif
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
    }
}
