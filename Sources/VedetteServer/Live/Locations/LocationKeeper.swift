// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteLocation
import VedetteModel

/// Starts a location source, and starts it again, after a pause, each time that it fails.
struct LocationKeeper: Sendable {
    let location: SharedLocation
    let timing: SourceTiming

    /// Runs until it is cancelled; the source goes on, unless it is still starting then.
    ///
    /// A source that has come to its end, or that somebody else stops, is left stopped.
    func run() async {
        let source = location.description.dataSource
        var restart = LocationRestart()
        // Why it fails is the source's to say, by its status and error.
        try? await source.start()
        for await status in source.$status {
            switch status {
            case .started: restart.didStart(at: timing.now())
            case .failedToStart:
                location.failures.add(1)
                let pause = restart.didFail(at: timing.now(), chance: timing.random())
                guard (try? await timing.sleep(pause)) != nil else { return }
                if source.status == .failedToStart { try? await source.start() }
            case .stopped, .starting, .stopping: break
            }
        }
    }
}
