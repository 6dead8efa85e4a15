// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How patient a ``ServiceFeatureTable`` is, and how much it takes.
public struct FeatureServiceOptions: Sendable {
    /// How long one request may take from its beginning to the last byte of its answer, in seconds. A connection has to come about within
    /// ten of them.
    public var requestTimeout = 60.0

    /// How often a question is asked again after no connection came about, one broke off, or the service was too busy (429, 502, 503, 504). One
    /// that got no answer within ``requestTimeout`` is not asked again; edits are not unless no connection came about.
    public var retryCount = 3

    /// The pause before the first repetition, in seconds; each later one is twice as long. A service's own wish (`Retry-After`) is
    /// followed up to ``maximumRetryDelay``.
    public var retryDelay = 0.5

    /// The longest pause, in seconds.
    public var maximumRetryDelay = 30.0

    /// The largest answer to one request, in bytes.
    public var maximumAnswerLength = 1 << 26

    /// The most features that a query collects over all its pages.
    public var maximumFeatureCount = 1_000_000

    /// A file with certificates of authorities to trust, in PEM format, in place of those that the system trusts; nil for these.
    public var certificateAuthorityFile: String?

    public init() {}
}
