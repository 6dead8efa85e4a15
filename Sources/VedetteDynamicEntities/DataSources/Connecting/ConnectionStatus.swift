// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How a data source stands with its stream.
public enum ConnectionStatus: Hashable, Sendable {
    /// Not connected, and not trying; the first status of every source.
    case disconnected
    /// A connection is being made.
    case connecting
    /// Connected: observations flow.
    case connected
    /// Connecting failed, or the connection was lost for good; `connectionError` says why.
    case failed
}
