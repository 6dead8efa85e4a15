// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteModel

/// What happens, as it happens. For one observation streams are told in this order: ``receivedEntities``, ``receivedObservations``, the entity's own
/// `changes`; then of what was purged for it ``purgedObservations``, ``purgedEntities``, and the `changes` of those entities.
///
/// Each stream begins when it is asked for, and is independent of the others. Where nobody listens, nothing is made.
extension DynamicEntityDataSource {
    /// Every observation as it comes in.
    public var receivedObservations: EventStream<DynamicEntityObservationInfo> { entityStore.receivedObservations.stream() }
    /// Every observation that is purged by a limit or deleted by its feed.
    public var purgedObservations: EventStream<DynamicEntityObservationInfo> { entityStore.purgedObservations.stream() }
    /// Every entity as its first observation comes in.
    public var receivedEntities: EventStream<DynamicEntityInfo> { entityStore.receivedEntities.stream() }
    /// Every entity as its last observation is purged by a limit, or as it is deleted by its feed.
    public var purgedEntities: EventStream<DynamicEntityInfo> { entityStore.purgedEntities.stream() }

    /// As ``receivedObservations-swift.property``, with a buffer of another size or policy.
    public func receivedObservations(
        bufferSize: Int, policy: EventBuffering.Policy = .keepNewest
    ) -> EventStream<DynamicEntityObservationInfo> {
        entityStore.receivedObservations.stream(EventBuffering(size: bufferSize, policy: policy))
    }

    /// As ``purgedObservations-swift.property``, with a buffer of another size or policy.
    public func purgedObservations(
        bufferSize: Int, policy: EventBuffering.Policy = .keepNewest
    ) -> EventStream<DynamicEntityObservationInfo> {
        entityStore.purgedObservations.stream(EventBuffering(size: bufferSize, policy: policy))
    }

    /// As ``receivedEntities-swift.property``, with a buffer of another size or policy.
    public func receivedEntities(bufferSize: Int, policy: EventBuffering.Policy = .keepNewest) -> EventStream<DynamicEntityInfo> {
        entityStore.receivedEntities.stream(EventBuffering(size: bufferSize, policy: policy))
    }

    /// As ``purgedEntities-swift.property``, with a buffer of another size or policy.
    public func purgedEntities(bufferSize: Int, policy: EventBuffering.Policy = .keepNewest) -> EventStream<DynamicEntityInfo> {
        entityStore.purgedEntities.stream(EventBuffering(size: bufferSize, policy: policy))
    }
}
