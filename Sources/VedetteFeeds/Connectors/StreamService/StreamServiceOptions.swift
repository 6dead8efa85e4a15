// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How patient an ``ArcGISStreamService`` is, how much it takes, and what it asks for.
public struct StreamServiceOptions: Sendable {
    /// How long a request for the description or a page of the latest observations may take, in seconds.
    public var requestTimeout = 60.0

    /// How long the connection of a socket may take to come about, and how long the handshakes behind it, in seconds each.
    public var connectTimeout = 10.0

    /// How often the service is asked for a sign of life, in seconds; nil for never.
    public var pingInterval: Double? = 20.0

    /// How long it may take to give one, in seconds. Beyond that the connection is lost.
    public var pongTimeout = 20.0

    /// The longest message, in bytes, 1 MiB at least and 64 MiB at most. A longer one ends the connection with the code 1009.
    public var maximumMessageLength = 1 << 24

    /// Whether the latest observation of each entity is fetched from the service's archive, where it has one, whenever a connection has been opened.
    public var fetchesLatestObservations = true

    /// The fields that are asked for; none for all. The entity id and the times are always asked for.
    public var outFields: [String] = []

    /// Whether the first message tells the service the format and the spatial reference, as JavaScript clients do since 4.17.
    ///
    /// Sockets that were made for those wait for it; a stream service of ArcGIS Server takes the same from the address, and might take the
    /// message for a filter. So it is false unless set.
    public var sendsFormat = false

    /// A file with certificates of authorities to trust, in PEM format, in place of those that the system trusts; nil for these.
    public var certificateAuthorityFile: String?

    public init() {}

    var webSocket: WebSocketOptions {
        var options = WebSocketOptions()
        (options.connectTimeout, options.handshakeTimeout) = (connectTimeout, connectTimeout)
        (options.pingInterval, options.pongTimeout) = (pingInterval.map { max($0, 0.001) }, pongTimeout)
        options.maximumMessageLength = min(max(maximumMessageLength, 1 << 20), 1 << 26)
        options.trustRootsFile = certificateAuthorityFile
        return options
    }

    var requests: FeatureServiceOptions {
        var options = FeatureServiceOptions()
        (options.requestTimeout, options.certificateAuthorityFile) = (requestTimeout, certificateAuthorityFile)
        return options
    }
}
