// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What a data source does to load and to run its stream.
package struct FeedDriver: Sendable {
    /// Finds out what the stream is about. Runs before the first connection, and again after it has failed.
    package var load: @Sendable () async throws -> Void
    /// Opens the stream (anew, where it broke off), calls its first argument once it is open, and hands everything to the sink until the stream ends.
    ///
    /// Returning is the stream's own end: the source is disconnected. Throwing before it was open fails the connection; throwing later has lost it. It
    /// must end when its task is cancelled. After it has ended its arguments do nothing. A ``ConnectionError`` says whether another attempt can help.
    package var run: @Sendable (_ onOpen: @escaping @Sendable () -> Void, _ sink: FeedSink) async throws -> Void

    /// What the stream is about, as far as that is known.
    package var info: @Sendable () -> DynamicEntityDataSourceInfo?
    /// Whether a stream that was open and broke off is opened again; where not, the source has failed.
    package var canReconnect: Bool
    /// Whether another attempt may follow an error. Asked where ``canReconnect``; the second argument says whether the stream was open when it broke off.
    package var allowsReconnection: @Sendable (_ error: any Error, _ wasOpen: Bool) -> Bool

    package init(
        info: @escaping @Sendable () -> DynamicEntityDataSourceInfo? = { nil },
        canReconnect: Bool = false,
        allowsReconnection: @escaping @Sendable (_ error: any Error, _ wasOpen: Bool) -> Bool = { error, _ in
            (error as? any ConnectionError)?.allowsReconnection ?? true
        },
        load: @escaping @Sendable () async throws -> Void = {},
        run: @escaping @Sendable (_ onOpen: @escaping @Sendable () -> Void, _ sink: FeedSink) async throws -> Void
    ) {
        (self.info, self.canReconnect, self.load, self.run) = (info, canReconnect, load, run)
        self.allowsReconnection = allowsReconnection
    }
}
