// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The fields that scripts asked for and a fix did not have. One that no fix has is more often misspelt than not.
package final class FixAbsences: Sendable {
    private let asked = Mutex(Set<String>())
    /// A script can make up names without end.
    private static let limit = 100

    package init() {}

    func note(_ name: String) {
        asked.withLock { if $0.count < Self.limit { $0.insert(name) } }
    }

    /// Those among them that none of these decoders has read a value for, in order.
    package func misspelt(_ decoders: [FixDecoder]) -> [String] {
        let known = decoders.reduce(into: Set<String>()) { $0.formUnion($1.fieldNames) }
        return asked.withLock { $0.filter { !known.contains($0.lowercased()) } }.sorted()
    }
}
