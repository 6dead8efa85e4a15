// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Vedette
import VedetteServer

/// Tells on standard error what is wrong with a location source, for as long as the server runs: each trouble once, until it is another one or all
/// was well.
final class LocationTeller: Sendable {
    private let location: LiveLocation
    private let told = Mutex<String?>(nil)

    init(_ location: LiveLocation) {
        self.location = location
    }

    func run() async {
        let source = location.dataSource
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in for await error in source.$error { tell(error) } }
            group.addTask { [self] in
                // Each attempt to start begins without an error; only one that goes well ends the trouble.
                for await status in source.$status where status == .started && source.error == nil { told.withLock { $0 = nil } }
            }
        }
    }

    private func tell(_ error: (any Error)?) {
        guard let error else { return }
        let text = "\(error)"
        let isNew = told.withLock { told in
            defer { told = text }
            return told != text
        }
        if isNew { Diagnostics.write("vedette: \(location.name): \(text)") }
    }
}
