// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What a viewer's queries may cost.
enum QueryLimits {
    /// Queries that one viewer runs at a time.
    static let queriesPerViewer = 4
    /// Different queries that a server runs at a time; viewers who ask the same share one.
    static let queriesPerServer = 256
    /// Members that are listed; all are counted.
    static let listed = 200
    /// Entities that match no longer and are still told of; the oldest are left out.
    static let former = 100
    /// Vertices of an area.
    static let vertices = 500
    /// Bytes of a where clause.
    static let whereLength = 4_096
    /// Track ids to look for.
    static let trackIDs = 100
    /// Bytes of a track id, or of a parameter.
    static let textLength = 256
    /// Fields that a viewer names, and entities of which it wants all fields.
    static let names = 32
    /// Metres.
    static let radius = 1.0...9_000_000
    /// A message of results is ended when it has grown to this many bytes.
    static let messageSize = 192 << 10
    /// The most bytes of a row; one that would be longer is told without attributes.
    static let rowSize = 256 << 10
    /// The most bytes of the track id of an entity that is listed.
    static let listedTrackLength = 4_096
    /// The most characters of a text attribute in a row.
    static let attributeLength = 300
}
