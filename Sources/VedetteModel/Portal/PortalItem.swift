// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A map, a layer or a file that a portal knows.
///
/// Items can be named, so that programs that mention some still build. There are no portals here: loading an item fails with a
/// ``PortalError``, and so does loading a map or a layer made from one. Make them of their parts instead: of the address of a service, or a file.
public final class PortalItem: Loadable {
    /// The text by which a portal knows an item.
    public struct ID: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        /// Fails for a text that is empty.
        public init?(rawValue: String) {
            guard !rawValue.isEmpty else { return nil }
            self.rawValue = rawValue
        }

        /// Fails for a text that is empty.
        public init?(_ rawValue: String) { self.init(rawValue: rawValue) }
    }

    public let portal: Portal
    public let id: ID?

    private let loader = Loader()

    public init(portal: Portal, id: ID) {
        (self.portal, self.id) = (portal, id)
    }

    public var loadStatus: LoadStatus { loader.status }
    public var loadError: (any Error)? { loader.error }

    /// - Throws: ``PortalError``, always.
    public func load() async throws {
        try await loader.load { [id] in throw PortalError(item: id) }
    }

    public func retryLoad() async throws {
        try await loader.retry { [id] in throw PortalError(item: id) }
    }

    public func cancelLoad() { loader.cancel() }
}

/// The name that the ArcGIS Maps SDK has for items of any kind.
public typealias Item = PortalItem
