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
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: DispatchQueue(label: "vedette.interruption"))
        source.setEventHandler {
            // Where nobody reads what is being written, the line in hand never ends: whoever interrupts twice means it.
            signal(SIGINT, SIG_DFL)
            StandardOutput.whileQuiet {
                report()
                exit(CommandFailure.interrupted)
            }
        }
        source.activate()
    }

    deinit {
        source.cancel()
    }
}
