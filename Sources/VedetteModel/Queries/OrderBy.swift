// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A field to order the features of a query by.
public struct OrderBy: Hashable, Sendable {
    /// Which way an order runs.
    public enum SortOrder: Hashable, Sendable {
        /// Smallest first. A feature without a value goes before all others.
        case ascending
        /// Largest first. A feature without a value goes after all others.
        case descending
    }

    /// The name of a field; letters of either case.
    public var fieldName: String
    public var sortOrder: SortOrder

    /// Texts are ordered by their code points, truth values false first.
    public init(fieldName: String, sortOrder: SortOrder = .ascending) {
        (self.fieldName, self.sortOrder) = (fieldName, sortOrder)
    }
}
