// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What a coordinate system is known by.
enum CoordinateSystem: Sendable {
    /// The number that EPSG or Esri uses for it now.
    case id(WKID)
    /// The well-known text of one without a number.
    case text(String)

    var id: WKID? { if case .id(let id) = self { id } else { nil } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
}

extension CoordinateSystem: Hashable {
    static func == (lhs: CoordinateSystem, rhs: CoordinateSystem) -> Bool {
        switch (lhs, rhs) {
        case (.id(let first), .id(let second)): first == second
        case (.text(let first), .text(let second)):
            first == second || (try? ProjectionContext.with { try $0.isEquivalent(first, second) }) ?? false
        default: false
        }
    }

    func hash(into hasher: inout Hasher) {
        // Equivalent texts may differ in every letter.
        hasher.combine(id)
    }
}

/// A well-known text, read by PROJ.
struct CoordinateSystemText: Sendable {
    /// As it was given.
    var text: String
    var horizontal: CoordinateSystem
    var vertical: CoordinateSystem?

    /// The longest text that is read, in bytes.
    static let maximumLength = 100_000

    /// Texts that were read lately: looking for the number of a system that has none takes PROJ a quarter of a second, and every
    /// geometry of a file may bring the same text.
    private static let known = Mutex<[String: CoordinateSystemText]>([:])
    private static let maximumKnownCount = 64

    /// - Throws: ``GeometryError`` for a text that is none, or of a system that has no longitude and latitude or easting and northing.
    static func read(_ text: String) throws -> CoordinateSystemText {
        if let known = known.withLock({ $0[text] }) { return known }
        let read = try readAnew(text)
        known.withLock { known in
            if known.count >= maximumKnownCount { known = [:] }
            known[text] = read
        }
        return read
    }

    private static func readAnew(_ text: String) throws -> CoordinateSystemText {
        guard text.utf8.count <= maximumLength, !text.utf8.contains(0) else {
            throw GeometryError(
                .unknownSpatialReference, "the text of a spatial reference is at most \(maximumLength) bytes, none of them 0")
        }
        return try ProjectionContext.with { context in
            let system = try ProjectionSystem.reading(text, in: context.handle)
            let parts = try system.parts()
            guard let horizontal = parts.horizontal else {
                throw GeometryError(
                    .unknownSpatialReference,
                    "the text is of no geographic or projected system; write one that begins with GEOGCS or PROJCS")
            }
            let id = horizontal.recognisedID
            let isWhole = parts.vertical == nil
            return CoordinateSystemText(
                text: text, horizontal: id.map { .id($0.current) } ?? .text(isWhole ? text : horizontal.wellKnownText),
                vertical: parts.vertical.map { part in part.recognisedID.map { .id($0) } ?? .text(part.wellKnownText) })
        }
    }
}
