// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteGeometry

/// A layer of a map or a scene: the base of all layers.
///
/// A layer may be changed at any time, from any thread. Two layers are equal if they are the same object.
// Sendable by hand, as are its subclasses: what changes is behind locks, and the class is open only inside this module.
public class Layer: Loadable, Hashable, Identifiable, @unchecked Sendable {
    /// A name for people; that of its data unless set.
    @Synchronized public var name = ""
    /// A text for people; empty unless set.
    @Synchronized public var description = ""
    /// Who is to be named where the layer is shown; empty unless known.
    @Synchronized public var attribution = ""
    /// Whether the layer is drawn; true unless set.
    @Synchronized public var isVisible = true
    /// From 0 for not to be seen to 1, as it is unless set.
    @Synchronized public var opacity: Float = 1
    /// The smallest scale at which it is drawn, as the number under its fraction line; nil, for any, unless set.
    @Synchronized public var minScale: Double? = nil
    /// The largest scale at which it is drawn, as the number under its fraction line; nil, for any, unless set.
    @Synchronized public var maxScale: Double? = nil
    /// Whether a legend tells of it; true unless set.
    @Synchronized public var showsInLegend = true

    /// The portal item that it was made from, where it was.
    public let item: PortalItem?

    /// How far loading is. `$loadStatus` gives the current value first, then each change.
    @Streamed public private(set) var loadStatus = LoadStatus.notLoaded
    public var loadError: (any Error)? { loader.error }

    private let loader = Loader()

    init(item: PortalItem? = nil) {
        self.item = item
    }

    /// A rectangle that holds all that the layer shows; nil where it is not known.
    public var fullExtent: Envelope? { nil }

    /// Loads the data of the layer, as far as they can be loaded.
    public func load() async throws {
        try await loader.load(telling: _loadStatus) { [weak self] in try await self?.loadData(isRetry: false) }
    }

    public func retryLoad() async throws {
        try await loader.retry(telling: _loadStatus) { [weak self] in try await self?.loadData(isRetry: true) }
    }

    public func cancelLoad() { loader.cancel() }

    /// Loads what is behind the layer.
    func loadData(isRetry: Bool) async throws {
        try await isRetry ? item?.retryLoad() : item?.load()
    }

    /// Told when the layer was added to a map or a scene.
    func wasAdded() {}

    public static func == (lhs: Layer, rhs: Layer) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
