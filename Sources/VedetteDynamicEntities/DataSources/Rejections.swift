// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Why an observation was not taken in.
public enum ObservationRejection: String, Hashable, Sendable, CaseIterable {
    /// It had no value, or none that can be an id, in the entity id field.
    case noEntityID
    /// Its geometry was not a point.
    case notAPoint
    /// Its position was outside −180…180° and −90…90°, or could not be projected there.
    case invalidPosition
    /// It came from a connection that had ended. Deletions that came so are counted here too.
    case connectionEnded
}

/// Why an observation was taken in without one of its attributes.
public enum AttributeRejection: String, Hashable, Sendable, CaseIterable {
    /// No field has its name, or another attribute was nearer to that name.
    case undeclared
    /// Its value does not fit the type of its field; it became null.
    case wrongType
}
