// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Which entity came or went.
public struct DynamicEntityInfo: Sendable {
    public let dynamicEntity: DynamicEntity
}

/// Which observation came or went.
public struct DynamicEntityObservationInfo: Sendable {
    public let observation: DynamicEntityObservation
}

/// What happened to one entity. There can be a purge without a new observation.
public struct DynamicEntityChangedInfo: Sendable {
    /// The observation that came in, where one did.
    public let receivedObservation: DynamicEntityObservation?
    /// The observation that was purged, where one was.
    public let purgedObservation: DynamicEntityObservation?
    /// Whether the entity is gone with it.
    public let dynamicEntityWasPurged: Bool
}
