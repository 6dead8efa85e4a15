// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What a data source does to load and to run its stream.
package struct FeedDriver: Sendable {
    /// Finds out what the stream is about.
    package var load: @Sendable () async throws -> Void
    /// Opens the stream (anew, where it broke off), calls its first argument once it is open, and hands everything to the sink until the stream ends.
    package var run: @Sendable (_ onOpen: @escaping @Sendable () -> Void, _ sink: FeedSink) async throws -> Void

    /// What the stream is about, as far as that is known.
    package var info: @Sendable () -> DynamicEntityDataSourceInfo?
    /// Whether a stream that broke off is opened again; where not, the source has failed.
    package var canReconnect: Bool

    package init(
        info: @escaping @Sendable () -> DynamicEntityDataSourceInfo? = { nil },
        canReconnect: Bool = false,
        load: @escaping @Sendable () async throws -> Void = {},
        run: @escaping @Sendable (_ onOpen: @escaping @Sendable () -> Void, _ sink: FeedSink) async throws -> Void
    ) {
        (self.info, self.canReconnect, self.load, self.run) = (info, canReconnect, load, run)
    }
}

/// Where a feed puts what it delivers. What a connection that has ended still delivers is ignored.
package struct FeedSink: Sendable {
    /// The columns that the store has.
    package let schema: @Sendable () -> ObservationSchema
    /// Takes a batch of observations.
    package let ingest: @Sendable (ObservationBatch) -> Void
    /// Deletes the entity with that track id.
    package let delete: @Sendable (String) -> Void
    /// Counts an observation that could not be taken.
    package let reject: @Sendable (ObservationRejection) -> Void
}
