// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteExpressions
package import VedetteGeometry
package import VedetteModel

extension Location: ArcadeConvertible {
    package var arcadeContent: ArcadeContent { .feature(ArcadeLocationRow(self)) }
}

/// A location as scripts see it: a point with the fields `course` (degrees clockwise from north), `horizontalaccuracy` and `verticalaccuracy`
/// (metres), `velocity` (metres a second), `positionsourcetype` (how the place was found, as the source says it) and `timestamp`. What is not known is null. `heading`, as the published example of a message has it, is
/// read as `course`.
package final class ArcadeLocationRow: ArcadeRow {
    private let location: Location

    package init(_ location: Location) {
        self.location = location
    }

    private static let course = ArcadeName("course")
    private static let heading = ArcadeName("heading")
    private static let horizontalAccuracy = ArcadeName("horizontalaccuracy")
    private static let verticalAccuracy = ArcadeName("verticalaccuracy")
    private static let velocity = ArcadeName("velocity")
    private static let timestamp = ArcadeName("timestamp")
    private static let positionSourceType = ArcadeName("positionsourcetype")

    package func value(named name: ArcadeName) -> AttributeValue? {
        if name == Self.horizontalAccuracy { return AttributeValue(number: location.horizontalAccuracy) }
        if name == Self.velocity { return AttributeValue(number: location.speed) }
        if name == Self.course { return AttributeValue(number: location.course) }
        if name == Self.verticalAccuracy { return AttributeValue(number: location.verticalAccuracy) }
        if name == Self.heading { return AttributeValue(number: location.course) }
        if name == Self.timestamp { return location.timestamp.map { .instant(Instant($0)) } ?? .null }
        if name == Self.positionSourceType { return AttributeValue(location.additionalSourceProperties[.positionSource]) }
        return nil
    }

    package var fieldNames: [String] { Self.names }
    private static let names = ["course", "horizontalaccuracy", "verticalaccuracy", "velocity", "positionsourcetype", "timestamp"]

    package var geometry: Geometry? { location.position.isEmpty ? nil : location.position }

    package var schema: ArcadeSchema? { Self.schema }
    private static let schema = ArcadeSchema(
        fields: names.map { Field(type: $0 == "timestamp" ? .date : $0 == "positionsourcetype" ? .text : .float64, name: $0, alias: "") },
        geometryType: Point.self)

    package var element: (any Sendable)? { location }
}
