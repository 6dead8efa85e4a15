// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Vedette

/// A query of a source that a live view offers by name.
///
/// All conditions that are set have to be fulfilled; without any, every entity is.
public struct LiveQuery: Sendable {
    /// Where entities have to be.
    public enum Area: Sendable {
        /// Within a distance in metres of a place, over the WGS 84 ellipsoid.
        case circle(longitude: Double, latitude: Double, radius: Double)
        /// In an area, in any spatial reference that can be projected.
        case polygon(Polygon)
    }

    /// What a person is asked for before the query runs.
    public struct Parameter: Sendable, Equatable {
        /// What to call it, such as `Flight number`.
        public var name: String
        /// An example, shown where nothing is written yet.
        public var example: String

        public init(name: String, example: String = "") {
            (self.name, self.example) = (name, example)
        }
    }

    /// Where the answer to ``parameter`` goes in ``trackIDs``, whole, and in ``whereClause``, as a text literal.
    public static let placeholder = "{parameter}"

    public var name: String
    /// A condition on the attributes in SQL; blank for none.
    public var whereClause = ""
    /// The track ids to look for; empty for any.
    public var trackIDs: [String] = []
    public var area: Area?
    public var parameter: Parameter?

    public init(name: String, whereClause: String = "", trackIDs: [String] = [], area: Area? = nil, parameter: Parameter? = nil) {
        (self.name, self.whereClause, self.trackIDs) = (name, whereClause, trackIDs)
        (self.area, self.parameter) = (area, parameter)
    }
}
