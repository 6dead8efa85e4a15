// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteGeometry

/// A stream of your own for a ``CustomDynamicEntityDataSource``.
///
/// A feed belongs to one connection: its events are read once, from the moment at which the source is connected.
public protocol CustomDynamicEntityFeed {
    associatedtype Events: AsyncSequence where Events.Element == CustomDynamicEntityFeedEvent

    /// What happens, in order.
    ///
    /// Its end is the end of the connection: the source is `disconnected` and keeps what came in. An error means that the connection has failed, with that error
    /// as `connectionError`. Where the error is a ``ConnectionError`` that allows reconnection, the connection is lost: the source makes a new feed, as
    /// ``DynamicEntityDataSource/maximumReconnectionAttempts`` says. When the source is disconnected, the task that reads is cancelled; a sequence that waits must
    /// end then.
    var events: Events { get }
}

/// Something that a feed reports.
public enum CustomDynamicEntityFeedEvent: Sendable {
    /// An observation. The attributes must have a value for the source's entity id field. The geometry must be a point, or nil; without a spatial reference of
    /// its own it has that of the source's info.
    case newObservation(geometry: Geometry?, attributes: [String: any Sendable])
    /// The entity with this track id is no more: it and its observations are removed.
    case deleteEntity(id: String)
}
