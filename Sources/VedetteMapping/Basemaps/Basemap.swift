// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteModel

/// What lies below the layers of a map.
///
/// A basemap is a name or a list of layers: tiles are fetched by whoever draws it, never by this library.
// Sendable by hand: what changes is behind locks.
public final class Basemap: Loadable, Hashable, @unchecked Sendable {
    /// The style that it was made with; nil for one of layers.
    public let style: Style?

    /// A name for people; empty unless set.
    @Synchronized public var name = ""
    /// The layers at the bottom.
    @Synchronized public private(set) var baseLayers: [Layer]
    /// Layers that are drawn over all others, labels for instance.
    @Synchronized public private(set) var referenceLayers: [Layer]

    /// How far loading is. `$loadStatus` gives the current value first, then each change.
    @Streamed public private(set) var loadStatus = LoadStatus.notLoaded
    public var loadError: (any Error)? { loader.error }

    private let loader = Loader()

    /// Makes a basemap of a style.
    public init(style: Style) {
        self.style = style
        (_baseLayers, _referenceLayers) = (.init(wrappedValue: []), .init(wrappedValue: []))
    }

    /// Makes a basemap of layers.
    public init(baseLayers: some Sequence<Layer>, referenceLayers: some Sequence<Layer> = []) {
        style = nil
        (_baseLayers, _referenceLayers) = (.init(wrappedValue: Array(baseLayers)), .init(wrappedValue: Array(referenceLayers)))
    }

    /// Makes a basemap of one layer.
    public convenience init(baseLayer: Layer) { self.init(baseLayers: [baseLayer]) }

    /// Makes an empty basemap.
    public convenience init() { self.init(baseLayers: [Layer]()) }

    public func addBaseLayer(_ layer: Layer) { _baseLayers.change { $0.append(layer) } }
    public func removeAllBaseLayers() { baseLayers = [] }
    public func addReferenceLayer(_ layer: Layer) { _referenceLayers.change { $0.append(layer) } }
    public func removeAllReferenceLayers() { referenceLayers = [] }

    /// Always works: nothing is fetched.
    public func load() async throws { try await loader.load(telling: _loadStatus) {} }
    public func retryLoad() async throws { try await loader.retry(telling: _loadStatus) {} }
    public func cancelLoad() { loader.cancel() }

    public static func == (lhs: Basemap, rhs: Basemap) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
