// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What changed in the answer to a continuous query.
public struct DynamicEntityQueryChange: Sendable {
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// The entity matches, and did not before.
        case added
        /// The entity matches still, by another observation.
        case updated
        /// The entity matches no longer, or is gone.
        case removed
    }

    public let kind: Kind

    public let dynamicEntity: DynamicEntity

    /// The observation that decided: for `added` and `updated` the one that matches, for `removed` the one that does not; nil where the entity is gone, or
    /// others are nearer now.
    public let observation: DynamicEntityObservation?
}
