// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Vedette

/// A data source that a live view shows, and how.
public struct LiveSource: Sendable {
    /// What an entity is drawn as.
    public enum Symbol: String, Sendable, CaseIterable, Codable {
        case aircraft
        case vessel
        case vehicle
        case arrow
        case dot
    }

    /// A field as it is shown in a call-out.
    public struct DisplayField: Sendable, Codable, Equatable {
        public var name: String
        /// What to call it; nil for the field's alias, else its name.
        public var alias: String?
        /// The unit to write behind a number.
        public var unit: String?
        /// How many decimals a number is written with; nil for as many as it has.
        public var decimals: Int?

        public init(name: String, alias: String? = nil, unit: String? = nil, decimals: Int? = nil) {
            (self.name, self.alias, self.unit, self.decimals) = (name, alias, unit, decimals)
        }
    }

    public var dataSource: DynamicEntityDataSource
    /// What the source is called.
    public var name: String
    /// What one entity is called, for example `flight`.
    public var one = "entity"
    /// What several entities are called, for example `flights`.
    public var many = "entities"
    public var symbol = Symbol.dot
    /// The field that labels are made from; nil for the track id.
    public var labelField: String?
    /// The field that holds the direction of movement, in degrees clockwise from north; nil to draw symbols upright.
    public var headingField: String?
    /// How fields are shown; fields not named are shown as they are, behind these.
    public var displayFields: [DisplayField] = []
    /// How far behind the newest observations the view is drawn, in seconds: the pace of observations and a little more makes movement smooth.
    public var displayDelay = 1.25
    /// The most points of a track line.
    public var maximumTrail = 60
    /// Queries that viewers are offered by name.
    public var queries: [LiveQuery] = []
    /// The name under which the source is published as a stream service, such as `vessels` or `harbour/vessels`; nil where it is not.
    public var serviceName: String?
    /// Whether clients of the stream service may write observations into the source; only a ``BroadcastDynamicEntityDataSource`` can take them.
    public var isBroadcastAllowed = false

    public init(dataSource: DynamicEntityDataSource, name: String) {
        self.dataSource = dataSource
        self.name = name
    }
}
