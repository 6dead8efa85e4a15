// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Layers that are shown and hidden together. In a map, the sources of its dynamic entity layers connect as if those were in the map themselves.
public final class GroupLayer: Layer, @unchecked Sendable {
    /// Which of the layers can be seen.
    public enum VisibilityMode: Hashable, Sendable {
        /// One at a time.
        case exclusive
        /// Those that say so themselves.
        case independent
        /// All or none, as the group says.
        case inherited
    }

    /// The layers, from the bottom up.
    @Synchronized public private(set) var layers: [Layer]
    /// ``VisibilityMode/independent`` unless set.
    @Synchronized public var visibilityMode = VisibilityMode.independent
    @Synchronized private var isInMap = false

    public init(childLayers: some Sequence<Layer> = []) {
        _layers = .init(wrappedValue: Array(childLayers))
        super.init()
    }

    public func addLayer(_ layer: Layer) { addLayers([layer]) }
    public func addLayers(_ layers: some Sequence<Layer>) {
        let added = Array(layers)
        _layers.change { $0 += added }
        if isInMap { added.forEach { $0.wasAdded() } }
    }
    public func removeLayer(_ layer: Layer) { _layers.change { $0.removeAll { $0 == layer } } }
    public func removeAllLayers() { layers = [] }

    override func loadData(isRetry: Bool) async throws {
        for layer in layers { try await isRetry ? layer.retryLoad() : layer.load() }
    }

    override func wasAdded() {
        isInMap = true
        for layer in layers { layer.wasAdded() }
    }
}
