// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Vedette
import VedetteMapping

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
    /// The layer that says how the source is displayed: its renderer, its labels, its tracks, whether and how strongly it is drawn; nil for ``symbol``,
    /// ``labelField`` and ``headingField``. It may be changed while the server runs; viewers see that within some seconds.
    ///
    /// Without a renderer of its own, ``symbol`` is drawn. What is selected in the layer is not shown: each viewer selects for himself.
    public var layer: DynamicEntityLayer?
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
    /// The field that holds how far an entity points up in a scene, in degrees from level; nil for none. A ``layer`` whose renderer has scene
    /// properties goes before this and ``rollField``.
    public var pitchField: String?
    /// The field that holds how far an entity leans to the right in a scene, in degrees; nil for none.
    public var rollField: String?
    /// Whether pitch and roll in a scene are worked out from how an entity moves, where nothing else says them: it points where it goes, and leans
    /// as an aircraft does in a coordinated turn. For sources of aircraft whose observations have heights; false unless set.
    public var derivesAttitude = false
    /// How fields are shown; fields not named are shown as they are, behind these.
    public var displayFields: [DisplayField] = []
    /// How far behind the newest observations the view is drawn, in seconds: the pace of observations and a little more makes movement smooth.
    public var displayDelay = 1.25
    /// The most points of a track line; 2,000 where it is more.
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

    /// Shows the data source of a layer as the layer says.
    ///
    ///     let layer = DynamicEntityLayer(dataSource: source)
    ///     layer.renderer = ClassBreaksRenderer(fieldName: "speed", classBreaks: breaks)
    ///     let shown = LiveSource(layer: layer, name: "Ferries")
    ///
    /// - Parameters:
    ///   - layer: the layer. It need not be in a map.
    ///   - name: what the source is called; that of the layer unless given.
    public init(layer: DynamicEntityLayer, name: String? = nil) {
        self.init(dataSource: layer.dataSource, name: name ?? layer.name)
        self.layer = layer
    }

    /// How long track lines are: a frame has room for so many points.
    var shownTrail: Int { min(max(maximumTrail, 0), 2_000) }
}
