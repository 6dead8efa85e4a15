// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An ArcGIS portal by its address. It is never asked for anything: see ``PortalItem``.
public final class Portal: Sendable {
    /// Who asks.
    public enum Connection: Hashable, Sendable {
        case anonymous
        case authenticated
    }

    /// nil for ArcGIS Online.
    public let url: URL?
    public let connection: Connection

    public init(url: URL, connection: Connection = .anonymous) {
        (self.url, self.connection) = (url, connection)
    }

    private init(connection: Connection) {
        (url, self.connection) = (nil, connection)
    }

    public static func arcGISOnline(connection: Connection) -> Portal { Portal(connection: connection) }
}
