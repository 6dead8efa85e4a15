// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteGeometry

/// A stream of your own for a ``CustomDynamicEntityDataSource``.
public protocol CustomDynamicEntityFeed {
    associatedtype Events: AsyncSequence where Events.Element == CustomDynamicEntityFeedEvent

    /// What happens, in order. Throwing ends the connection with that error; ending ends it without one.
    var events: Events { get }
}

/// Something that a feed reports.
public enum CustomDynamicEntityFeedEvent: Sendable {
    /// An observation. The attributes must have a value for the source's entity id field. The geometry must be a point, or nil.
    case newObservation(geometry: Geometry?, attributes: [String: any Sendable])
    /// The entity with this track id is no more: it and its observations are removed.
    case deleteEntity(id: String)
}
