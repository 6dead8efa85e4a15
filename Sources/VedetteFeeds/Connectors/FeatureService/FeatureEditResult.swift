// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What a service made of one edit.
public struct FeatureEditResult: Sendable {
    /// What was to be done.
    public enum Operation: Hashable, Sendable {
        case add
        case update
        case delete
    }

    public let operation: Operation
    /// The number by which the service knows the feature; nil for one that it did not add.
    public let objectID: Int64?
    /// Why the service did not do it; nil where it did.
    public let error: FeedError?

    /// Whether it was not done.
    public var didCompleteWithErrors: Bool { error != nil }
}
