// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What one edit did to a feature table.
public struct FeatureTableChange: Hashable, Sendable {
    /// Object ids of new features, in the order in which they were added.
    public let addedObjectIDs: [Int64]
    /// Object ids of features whose attributes or geometry may have changed.
    public let updatedObjectIDs: [Int64]
    /// Object ids of features that are gone.
    public let deletedObjectIDs: [Int64]

    package init(added: [Int64] = [], updated: [Int64] = [], deleted: [Int64] = []) {
        (addedObjectIDs, updatedObjectIDs, deletedObjectIDs) = (added, updated, deleted)
    }

    package var isEmpty: Bool { addedObjectIDs.isEmpty && updatedObjectIDs.isEmpty && deletedObjectIDs.isEmpty }
}
