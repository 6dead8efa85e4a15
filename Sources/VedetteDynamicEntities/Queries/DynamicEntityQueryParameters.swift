// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What a query asks for. Without any condition, every entity.
public final class DynamicEntityQueryParameters: Sendable {
    private let ids = Mutex<[String]>([])

    public init() {}

    /// The track ids to look for; empty for any.
    public var trackIDs: [String] {
        get { ids.withLock { $0 } }
        set { ids.withLock { $0 = newValue } }
    }

    public func addTrackID(_ trackID: String) {
        ids.withLock { $0.append(trackID) }
    }

    public func addTrackIDs(_ trackIDs: some Sequence<String>) {
        let added = Array(trackIDs)
        ids.withLock { $0.append(contentsOf: added) }
    }

    public func removeTrackID(_ trackID: String) {
        ids.withLock { $0.removeAll { $0 == trackID } }
    }

    public func removeAllTrackIDs() {
        ids.withLock { $0 = [] }
    }
}
