// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteModel
import Synchronization

/// The answer to a query, and how it changes, for as long as somebody reads.
///
/// It begins with the entities that match, as `added`, in the order of their ids. From then on every change comes exactly once: an entity is `added` or
/// `updated` by an observation that matches and is the newest of its entity, `removed` by one that does not, and when it is gone. Whoever applies the changes in
/// their order has the answer.
///
/// A consumer that falls behind by more changes than the buffer holds loses none: those that wait are replaced by the difference between what it has been
/// told and what is true when it reads on, so that several changes of one entity become one or none. ``coalescedChangeCount`` counts them.
///
/// Where the parameters are wrong, the sequence has no element, and ``error`` says why; ``validated()`` throws it.
public struct ContinuousDynamicEntityQuery: AsyncSequence, Sendable {
    public typealias Element = DynamicEntityQueryChange
    public typealias Failure = Never

    /// What is wrong with the parameters; nil where nothing is.
    public let error: (any Error)?

    private let subscription: Subscription?

    init(_ values: DynamicEntityQueryParameters.Values, capacity: Int, of owner: EntityStore) {
        do {
            subscription = try Subscription(values, capacity: capacity, of: owner)
            error = nil
        } catch {
            subscription = nil
            self.error = error
        }
    }

    /// This query, or what is wrong with its parameters:
    ///
    ///     for await change in try source.continuousQuery(parameters).validated() { … }
    public func validated() throws -> ContinuousDynamicEntityQuery {
        if let error { throw error }
        return self
    }

    /// How many changes this consumer was, or will be, told together with others because it was too slow.
    public var coalescedChangeCount: Int { subscription?.core.coalescedCount ?? 0 }

    /// The next change, if there is one now.
    func nextAvailable() -> DynamicEntityQueryChange? {
        guard let subscription, case .change(let change) = subscription.core.nextAvailable(of: subscription.owner) else { return nil }
        return change
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(subscription: subscription)
    }

    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let subscription: Subscription?

        public mutating func next() async -> DynamicEntityQueryChange? {
            await next(isolation: nil)
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> DynamicEntityQueryChange? {
            guard let subscription else { return nil }
            return await subscription.core.next(of: subscription.owner, isolation: actor)
        }
    }

    /// A query's place at the store; letting go of it ends the query.
    fileprivate final class Subscription: Sendable {
        let core: ContinuousQueryCore
        let owner: EntityStore
        private let identifier: Int

        init(_ values: DynamicEntityQueryParameters.Values, capacity: Int, of owner: EntityStore) throws {
            guard values.time == nil else {
                throw DynamicEntityError(
                    .unsupportedQuery,
                    "A continuous query follows the newest observations and cannot be as of a time; leave `time` nil, or ask queryDynamicEntities(using:)."
                )
            }
            let now = owner.timing.now()
            (core, identifier) = try owner.state.withLock { state in
                let query = try TrackQuery(values, fields: state.store.schema.namedFields, now: now)
                let core = ContinuousQueryCore(query: query, capacity: capacity)
                core.begin(in: state.store, of: owner)
                state.nextQuery += 1
                state.queries[state.nextQuery] = core
                return (core, state.nextQuery)
            }
            self.owner = owner
        }

        deinit {
            owner.state.withLock { state in _ = state.queries.removeValue(forKey: identifier) }
        }
    }
}

extension DynamicEntityDataSource {
    /// The entities that match `parameters`, and from then on who comes to match, still does, and no longer does.
    ///
    ///     for await change in source.continuousQuery(parameters) {
    ///         switch change.kind { … }
    ///     }
    ///
    /// The parameters are read once; later changes of them have no effect. Where they are wrong, for instance the where clause, the sequence is empty and
    /// its ``ContinuousDynamicEntityQuery/error`` says why. ``DynamicEntityQueryParameters/time`` must be nil. With
    /// ``DynamicEntityQueryParameters/nearest``, changes are judged batch by batch. The where clause may name the fields that are known when the query begins.
    ///
    /// - Parameters:
    ///   - parameters: what entities have to fulfil.
    ///   - bufferSize: how many changes wait for a consumer that is busy before they are put together; at least 1.
    /// - Returns: the changes, for one consumer.
    public func continuousQuery(
        _ parameters: DynamicEntityQueryParameters, bufferSize: Int = 10_000
    ) -> ContinuousDynamicEntityQuery {
        ContinuousDynamicEntityQuery(parameters.values, capacity: bufferSize, of: entityStore)
    }
}
