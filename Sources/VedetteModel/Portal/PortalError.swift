// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A portal item was to be loaded, and there are no portals here.
public struct PortalError: Error, Hashable, Sendable {
    public let item: PortalItem.ID?
}

extension PortalError: CustomStringConvertible {
    public var description: String {
        let name = item.map { "the portal item \($0.rawValue)" } ?? "a portal item"
        return "\(name) cannot be loaded: there are no portals here; name the service or the file itself"
    }
}
