// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Where a feed puts what it delivers. What a connection that has ended still delivers is ignored, and counted as
/// ``ObservationRejection/connectionEnded``.
package struct FeedSink: Sendable {
    /// The columns that the store has.
    package let schema: @Sendable () -> ObservationSchema
    /// Takes a batch of observations.
    package let ingest: @Sendable (ObservationBatch) -> Void
    /// Deletes the entity with that track id.
    package let delete: @Sendable (String) -> Void
    /// Counts an observation that could not be taken.
    package let reject: @Sendable (ObservationRejection) -> Void
    /// Counts attributes of observations that were taken without them.
    package let rejectAttributes: @Sendable (AttributeRejection, Int) -> Void
}
