// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteGeometry
public import VedetteModel

/// A layer of the features of a table.
public final class FeatureLayer: Layer, Labeled, PopupSource, @unchecked Sendable {
    /// What a selection does with the one before.
    public enum SelectionMode: Hashable, Sendable {
        /// What is found is selected besides.
        case add
        /// Only what is found is selected.
        case new
        /// What is found is selected no more.
        case subtract
    }

    /// How features are drawn.
    public typealias RenderingMode = GraphicsOverlay.RenderingMode

    /// The table; nil for a layer of a portal item, which cannot be loaded.
    public let featureTable: (any FeatureTable)?

    /// Which features are drawn: a condition on their attributes in SQL; empty, for all, unless set.
    @Synchronized public var definitionExpression = ""
    /// Which symbol each feature is drawn with; nil, as the table says, unless set.
    @Synchronized public var renderer: Renderer? = nil
    @Synchronized public var renderingMode = RenderingMode.dynamic
    /// Whether symbols grow with the map where it has a reference scale; false unless set.
    @Synchronized public var scalesSymbols = false
    /// Whether labels are drawn; false unless set.
    @Synchronized public var labelsAreEnabled = false
    @Synchronized public private(set) var labelDefinitions: [LabelDefinition] = []
    /// What pop-ups about what is found in it say; nil, for no pop-ups, unless set.
    @Synchronized public var popupDefinition: PopupDefinition? = nil
    /// Whether there are pop-ups, where there is a definition; true unless set.
    @Synchronized public var popupIsEnabled = true
    /// Where features are put in a scene.
    @Synchronized public var sceneProperties = LayerSceneProperties()
    @Synchronized private var selection = Selection<Feature>()

    public init(featureTable: some FeatureTable) {
        self.featureTable = featureTable
        super.init()
    }

    /// Makes a layer from a feature layer of a portal. Loading it fails: see ``PortalItem``.
    public init(item: PortalItem) {
        featureTable = nil
        super.init(item: item)
    }

    public override var fullExtent: Envelope? { featureTable?.extent }

    override func loadData(isRetry: Bool) async throws {
        guard let featureTable else { return try await super.loadData(isRetry: isRetry) }
        try await isRetry ? featureTable.retryLoad() : featureTable.load()
        if name.isEmpty { name = featureTable.tableName }
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

extension FeatureLayer {
    /// The selected features, in the order in which they were selected.
    public func selectedFeatures() async throws -> FeatureQueryResult {
        result(of: selected)
    }

    /// Selects a feature, which stands for its row: another object for the same row is the same feature.
    public func selectFeature(_ feature: Feature) { selectFeatures([feature]) }

    /// Selects features besides those that are selected.
    public func selectFeatures(_ features: some Sequence<Feature>) {
        let chosen = Set(selected.compactMap(\.objectID))
        let added = features.filter { $0.objectID.map(chosen.contains) != true }
        _selection.change { $0.insert(added) { _ in true } }
    }

    /// Selects the features that a query finds.
    ///
    /// - Returns: what was found.
    /// - Throws: what the query throws.
    @discardableResult
    public func selectFeatures(withQuery parameters: QueryParameters, mode: SelectionMode) async throws -> FeatureQueryResult {
        guard let featureTable else { return result(of: []) }
        let found = try await featureTable.queryFeatures(using: parameters)
        switch mode {
        case .add: selectFeatures(found.features())
        case .new:
            clearSelection()
            selectFeatures(found.features())
        case .subtract: unselectFeatures(found.features())
        }
        return found
    }

    public func unselectFeature(_ feature: Feature) { unselectFeatures([feature]) }

    public func unselectFeatures(_ features: some Sequence<Feature>) {
        let features = Set(features)
        let numbers = Set(features.compactMap(\.objectID))
        let removed = selected.filter { features.contains($0) || $0.objectID.map(numbers.contains) == true }
        _selection.change { $0.remove(removed) }
    }

    public func clearSelection() { _selection.change { $0.removeAll() } }

    private var selected: [Feature] {
        var selected: [Feature] = []
        _selection.change { selected = $0.elements { _ in true } }
        return selected
    }

    private func result(of features: [Feature]) -> FeatureQueryResult {
        FeatureQueryResult(
            features: features, fields: featureTable?.fields ?? [], geometryType: featureTable?.geometryType,
            spatialReference: featureTable?.spatialReference)
    }
}
