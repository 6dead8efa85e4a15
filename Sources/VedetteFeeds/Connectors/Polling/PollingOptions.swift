// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How an address is asked again and again.
public struct PollingOptions: Sendable {
    /// Seconds from the beginning of one request to that of the next. A request that takes longer is followed by the next at once, but two are never
    /// under way together. Less than 0.05, and what is no number, counts as 0.05; more than a week as a week.
    public var interval = 10.0

    /// How long a request may take from its beginning to the last byte of its answer, in seconds. A feature service has its own
    /// (``FeatureServiceOptions/requestTimeout``).
    public var requestTimeout = 30.0

    /// The largest answer to one request, in bytes, after decompression. A feature service has its own
    /// (``FeatureServiceOptions/maximumAnswerLength``).
    public var maximumAnswerLength = 1 << 26

    /// The longest pause after requests that failed, in seconds. The first is one interval, each later one twice as long, each shortened by chance
    /// by up to a quarter. An interval that is longer is used as it is.
    public var maximumPause = 300.0

    /// So many failures in a row, while connected, are a lost connection; fewer are counted in the statistics and no more. At least 1.
    public var failuresUntilLost = 3

    /// Whether each answer holds every entity there is, so that those that it does not name any more are deleted. An answer in which
    /// anything is wrong, or that is empty, deletes nothing.
    public var deletesMissingEntities = false

    /// Sent with each request, such as `Authorization`; not to another host that the address redirects to.
    public var headers: [String: String] = [:]

    public init() {}
}
