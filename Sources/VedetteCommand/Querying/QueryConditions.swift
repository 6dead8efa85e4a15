// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Vedette
import VedetteDynamicEntities

/// What `vedette query` asks for. All conditions that are given have to be fulfilled.
struct QueryConditions: ParsableArguments {
    @Option(
        name: .customLong("where"),
        help: ArgumentHelp("A condition on the attributes, such as \"speed > 300 AND dest = 'PHX'\". Default: none.", valueName: "sql"))
    var clause: String?

    @Option(
        help: ArgumentHelp(
            "Where: a file of GeoJSON, Esri JSON or WKT, or the WKT itself; WGS 84 unless it says otherwise. Default: anywhere.",
            valueName: "file-or-wkt"))
    var geometry: String?

    @Option(help: "How the geometry lies to the position. Default: intersects.")
    var relationship: Relationship?

    @Option(
        name: .customLong("within-distance"), parsing: .unconditional,
        help: ArgumentHelp(
            "At most so far from a place, along the ellipsoid: degrees, degrees, metres. Default: any distance.",
            valueName: "lon,lat,metres"))
    var withinDistance: Reach?

    @Option(
        name: .customLong("track-ids"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Track ids to look for, separated by commas; may be repeated. Default: any.", valueName: "a,b"))
    var trackIDs: [String] = []

    @Option(
        name: .customLong("track-id"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A track id to look for, with its commas and blanks; may be repeated.", valueName: "id"))
    var wholeTrackIDs: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Of those that match, only the k nearest to a place, along the ellipsoid: degrees, degrees, number. Default: all.",
            valueName: "lon,lat,k"))
    var nearest: Neighbours?

    @Option(
        name: .customLong("as-of"), parsing: .unconditional,
        help: ArgumentHelp(
            "The moment whose state is asked for: RFC 3339, or seconds or milliseconds since 1970. Default: the end of the feed.",
            valueName: "time")
    )
    var time: Moment?

    func validate() throws {
        if relationship != nil, geometry == nil {
            throw ValidationError("--relationship says how --geometry lies to a position: give both.")
        }
    }

    /// The conditions as parameters, read and checked as far as that is possible without the feed.
    func parameters() async throws -> DynamicEntityQueryParameters.Values {
        var values = DynamicEntityQueryParameters.Values()
        if let clause {
            values.whereClause = clause
            if !clause.allSatisfy(\.isWhitespace) {
                do { _ = try WhereClause(clause) } catch { throw Self.failure(error) }
            }
        }
        if let geometry { values.geometry = try await QueryGeometry.read(geometry) }
        if let relationship { values.spatialRelationship = relationship.relationship }
        values.withinDistance = withinDistance.map { .init(of: $0.place, metres: $0.metres) }
        values.nearest = nearest.map { .init(point: $0.place, count: $0.count) }
        values.time = time?.instant
        values.trackIDs = trackIDs.flatMap { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } } + wholeTrackIDs
        return values
    }

    /// Whether ids were asked for, be it none.
    var hasTrackIDs: Bool { !trackIDs.isEmpty || !wholeTrackIDs.isEmpty }

    /// What is wrong with a condition, as a message of the command.
    static func failure(_ error: any Error) -> any Error {
        switch error {
        case let error as ExpressionError: CommandFailure(status: CommandFailure.badUsage, "--where: \(error)")
        case let error as FeatureTableError: CommandFailure(status: CommandFailure.badUsage, "--geometry: \(error)")
        default: error
        }
    }
}

extension QueryConditions {
    enum Relationship: String, ExpressibleByArgument, CaseIterable {
        case intersects, contains, crosses, disjoint, equals, overlaps, touches, within

        var relationship: SpatialRelationship {
            switch self {
            case .intersects: .intersects
            case .contains: .contains
            case .crosses: .crosses
            case .disjoint: .disjoint
            case .equals: .equals
            case .overlaps: .overlaps
            case .touches: .touches
            case .within: .within
            }
        }
    }

    /// A place and a distance.
    struct Reach: ExpressibleByArgument {
        let place: Point
        let metres: Double

        init?(argument: String) {
            guard let (place, last) = placeAndNumber(argument), let metres = Double(last), metres >= 0, metres.isFinite else { return nil }
            (self.place, self.metres) = (place, metres)
        }
    }

    /// A place and how many of the nearest.
    struct Neighbours: ExpressibleByArgument {
        let place: Point
        let count: Int

        init?(argument: String) {
            guard let (place, last) = placeAndNumber(argument), let count = Int(last), count > 0 else { return nil }
            (self.place, self.count) = (place, count)
        }
    }

    struct Moment: ExpressibleByArgument {
        let instant: Instant

        init?(argument: String) {
            var argument = argument.trimmingCharacters(in: .whitespaces)
            guard let microseconds = argument.withUTF8({ FeedTime.microseconds(of: UnsafeRawBufferPointer($0)) }) else { return nil }
            instant = Instant(microsecondsSince1970: microseconds)
        }
    }

    /// `LON,LAT,REST` in degrees.
    private static func placeAndNumber(_ argument: String) -> (Point, String)? {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count == 3, let longitude = Double(parts[0]), let latitude = Double(parts[1]), (-180...180).contains(longitude),
            (-90...90).contains(latitude)
        else { return nil }
        return (Point(x: longitude, y: latitude, spatialReference: .wgs84), parts[2])
    }
}
