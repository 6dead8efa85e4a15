// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteDynamicEntities
public import VedetteModel

/// A layer of dynamic entities, live from their data source.
///
/// Adding the layer to a map or a scene begins to load and connect the source. Taking it out leaves the source connected, for others may use
/// it: `dataSource.disconnect()` ends that.
public final class DynamicEntityLayer: Layer, Labeled, PopupSource, @unchecked Sendable {
    public let dataSource: DynamicEntityDataSource

    /// Which symbol the newest observation of each entity is drawn with; nil, for a plain marker, unless set.
    @Synchronized public var renderer: Renderer? = nil
    /// How previous observations and track lines are shown.
    public let trackDisplayProperties = TrackDisplayProperties()
    /// Whether labels are drawn; false unless set. Only the newest observation of each entity has labels.
    @Synchronized public var labelsAreEnabled = false
    @Synchronized public private(set) var labelDefinitions: [LabelDefinition] = []
    /// What pop-ups about what is found in it say; nil, for no pop-ups, unless set.
    @Synchronized public var popupDefinition: PopupDefinition? = nil
    /// Whether there are pop-ups, where there is a definition; true unless set.
    @Synchronized public var popupIsEnabled = true
    /// Where observations are put in a scene.
    @Synchronized public var sceneProperties = LayerSceneProperties()

    @Synchronized private var entities = Selection<DynamicEntity>()
    @Synchronized private var observations = Selection<DynamicEntityObservation>()

    public init(dataSource: DynamicEntityDataSource) {
        self.dataSource = dataSource
        super.init()
    }

    override func loadData(isRetry: Bool) async throws {
        try await isRetry ? dataSource.retryLoad() : dataSource.load()
    }

    override func wasAdded() {
        // What goes wrong, the load status of the layer and the connection status of the source tell.
        Task {
            try await load()
            try await dataSource.connect()
        }
    }

    public func addLabelDefinitions(_ definitions: some Sequence<LabelDefinition>) {
        let added = Array(definitions)
        _labelDefinitions.change { $0 += added }
    }

    public func removeLabelDefinitions(_ definitions: some Sequence<LabelDefinition>) {
        let removed = Set(definitions)
        _labelDefinitions.change { $0.removeAll(where: removed.contains) }
    }
}

// MARK: Selection

extension DynamicEntityLayer {
    /// The selected entities that have not been purged, in the order in which they were selected. The selection follows an entity from
    /// observation to observation.
    public var selectedDynamicEntities: [DynamicEntity] {
        var selected: [DynamicEntity] = []
        _entities.change { selected = $0.elements(where: Self.isThere) }
        return selected
    }

    /// Selects an entity. One that was purged, or belongs to another source, is passed over.
    public func selectDynamicEntity(_ entity: DynamicEntity) { selectDynamicEntities([entity]) }

    /// Selects entities besides those that are selected.
    public func selectDynamicEntities(_ entities: some Sequence<DynamicEntity>) {
        let added = entities.filter { dataSource.owns($0) && Self.isThere($0) }
        _entities.change { $0.insert(added, where: Self.isThere) }
    }

    public func unselectDynamicEntity(_ entity: DynamicEntity) { unselectDynamicEntities([entity]) }

    public func unselectDynamicEntities(_ entities: some Sequence<DynamicEntity>) {
        let removed = Array(entities)
        _entities.change { $0.remove(removed) }
    }

    /// The selected observations that have not been purged, in the order in which they were selected. The selection stays with them when newer
    /// ones come.
    public var selectedDynamicEntityObservations: [DynamicEntityObservation] {
        var selected: [DynamicEntityObservation] = []
        _observations.change { selected = $0.elements(where: Self.isThere) }
        return selected
    }

    /// Selects an observation. One that was purged, or belongs to another source, is passed over.
    public func selectDynamicEntityObservation(_ observation: DynamicEntityObservation) { selectDynamicEntityObservations([observation]) }

    /// Selects observations besides those that are selected.
    public func selectDynamicEntityObservations(_ observations: some Sequence<DynamicEntityObservation>) {
        let added = observations.filter { $0.dynamicEntity.map(dataSource.owns) == true && Self.isThere($0) }
        _observations.change { $0.insert(added, where: Self.isThere) }
    }

    public func unselectDynamicEntityObservation(_ observation: DynamicEntityObservation) {
        unselectDynamicEntityObservations([observation])
    }

    public func unselectDynamicEntityObservations(_ observations: some Sequence<DynamicEntityObservation>) {
        let removed = Array(observations)
        _observations.change { $0.remove(removed) }
    }

    /// Unselects all entities and observations.
    public func clearSelection() {
        _entities.change { $0.removeAll() }
        _observations.change { $0.removeAll() }
    }

    private static func isThere(_ entity: DynamicEntity) -> Bool { entity.latestObservation != nil }

    private static func isThere(_ observation: DynamicEntityObservation) -> Bool {
        observation.dynamicEntity?.observations().contains(observation) == true
    }
}
