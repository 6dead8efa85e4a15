// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// Ends the process with status 130 when the user interrupts it (Ctrl-C), between two lines of output.
final class Interruption {
    private let source: any DispatchSourceSignal

    /// Watches until the object is let go of.
    ///
    /// - Parameter report: what to say before the end, for example the counts so far.
    init(report: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: DispatchQueue(label: "vedette.interruption"))
        source.setEventHandler {
            // Where nobody reads what is being written, the line in hand never ends: whoever interrupts twice means it.
            signal(SIGINT, SIG_DFL)
            StandardOutput.whileQuiet {
                report()
                exit(CommandFailure.interrupted)
            }
        }
        // Until the source listens, the signal ends the process as ever; it must not be lost in between.
        let isListening = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { isListening.signal() }
        source.activate()
        isListening.wait()
        #if !os(Linux)
        // On Linux the source takes the place of what the signal does; elsewhere it only watches.
        signal(SIGINT, SIG_IGN)
        #endif
    }

    deinit {
        source.cancel()
    }
}
