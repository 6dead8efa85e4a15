// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// What is asked of a source: a value that is equal for viewers who ask the same, so that they can share the work.
struct QueryRequest: Hashable, Sendable {
    struct Nearest: Hashable, Sendable {
        var longitude: Double
        var latitude: Double
        var count: Int
    }

    var whereClause = ""
    var trackIDs: [String] = []
    var area: QueryArea?
    var relationship = SpatialRelationship.intersects
    var nearest: Nearest?

    /// The parameters of the query, and the area on the map of the world.
    ///
    /// - Throws: ``QueryRefusal`` for what is too large or no area.
    func parameters() throws(QueryRefusal) -> DynamicEntityQueryParameters.Values {
        guard whereClause.utf8.count <= QueryLimits.whereLength else {
            throw .tooLarge(
                .whereClause, "a where clause may have \(QueryLimits.whereLength) bytes; this one has \(whereClause.utf8.count)")
        }
        guard trackIDs.count <= QueryLimits.trackIDs, trackIDs.allSatisfy({ $0.utf8.count <= QueryLimits.textLength }) else {
            throw .tooLarge(.trackIDs, "at most \(QueryLimits.trackIDs) track ids of \(QueryLimits.textLength) bytes can be looked for")
        }
        var values = DynamicEntityQueryParameters.Values()
        values.whereClause = whereClause
        values.trackIDs = trackIDs
        values.geometry = try area?.polygon()
        values.spatialRelationship = relationship
        if let nearest {
            let place = Point(x: nearest.longitude, y: nearest.latitude, spatialReference: .wgs84)
            values.nearest = .init(point: place, count: nearest.count)
        }
        return values
    }
}

extension QueryRequest {
    /// A query that a source offers, with what a person has answered.
    ///
    /// - Throws: ``QueryRefusal`` where the answer is missing or too long.
    init(_ offered: LiveQuery, parameter: String?) throws(QueryRefusal) {
        whereClause = offered.whereClause
        trackIDs = offered.trackIDs
        if let wanted = offered.area {
            guard let made = QueryArea(wanted) else {
                throw QueryRefusal("bad-geometry", .geometry, "the area of \"\(offered.name)\" cannot be projected into WGS 84")
            }
            area = made
        }
        guard let asked = offered.parameter else { return }
        guard let parameter, !parameter.allSatisfy(\.isWhitespace) else {
            throw QueryRefusal("missing", .parameter, "\(asked.name) is needed")
        }
        guard parameter.utf8.count <= QueryLimits.textLength else {
            throw .tooLarge(.parameter, "\(asked.name) may have \(QueryLimits.textLength) bytes")
        }
        let literal = "'" + parameter.replacing("'", with: "''") + "'"
        whereClause = whereClause.replacing(LiveQuery.placeholder, with: literal)
        trackIDs = trackIDs.map { $0 == LiveQuery.placeholder ? parameter : $0 }
    }
}
