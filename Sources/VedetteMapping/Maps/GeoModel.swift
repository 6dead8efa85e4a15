// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteGeometry

/// What is shown: a basemap, layers over it, and where to look first. The base of ``Map`` and ``Scene``.
///
/// A map is data, not a view: it holds what a program shows, and keeps its layers running. It may be used from any thread.
// Sendable by hand, as are its subclasses: what changes is behind locks, and the class is open only inside this module.
public class GeoModel: Loadable, Hashable, @unchecked Sendable {
    /// The portal item that it was made from, where it was.
    public let item: PortalItem?

    /// What lies below the layers.
    @Synchronized public var basemap: Basemap?
    /// Where to look first; nil, for the whole of the basemap, unless set.
    @Synchronized public var initialViewpoint: Viewpoint? = nil
    /// The layers over the basemap, from the bottom up.
    @Synchronized public private(set) var operationalLayers: [Layer] = []
    /// Tables without geometries that belong to it.
    @Synchronized public private(set) var tables: [any FeatureTable] = []
    /// Viewpoints with names.
    @Synchronized public private(set) var bookmarks: [Bookmark] = []

    /// How far loading is. `$loadStatus` gives the current value first, then each change.
    @Streamed public private(set) var loadStatus = LoadStatus.notLoaded
    public var loadError: (any Error)? { loader.error }

    private let loader = Loader()
    private let givenSpatialReference: SpatialReference?

    init(basemap: Basemap?, item: PortalItem?, spatialReference: SpatialReference?) {
        (_basemap, self.item, givenSpatialReference) = (.init(wrappedValue: basemap), item, spatialReference)
    }

    /// The coordinate system that it is drawn in: that which it was made with, else Web Mercator for one with a basemap; nil for one that has
    /// neither.
    public var spatialReference: SpatialReference? {
        givenSpatialReference ?? (basemap == nil ? nil : .webMercator)
    }

    /// Loads the portal item, where there is one. Layers load by themselves.
    public func load() async throws {
        try await loader.load(telling: _loadStatus) { [item] in try await item?.load() }
    }

    public func retryLoad() async throws {
        try await loader.retry(telling: _loadStatus) { [item] in try await item?.retryLoad() }
    }

    public func cancelLoad() { loader.cancel() }

    // MARK: Layers

    /// Lays a layer over the others. One that is there already stays where it is.
    ///
    /// A ``DynamicEntityLayer`` begins to load and connect its data source. Whether that works, the layer's `loadStatus` and the source's
    /// `connectionStatus` tell.
    public func addOperationalLayer(_ layer: Layer) { addOperationalLayers([layer]) }

    /// Lays layers over the others, the last on top.
    public func addOperationalLayers(_ layers: some Sequence<Layer>) {
        insert(Array(layers), at: .max)
    }

    /// Lays a layer below the one at an index, which the count clamps.
    public func insertOperationalLayer(_ layer: Layer, at index: Int) {
        insert([layer], at: index)
    }

    /// Takes out a layer; nothing happens where it is not there.
    ///
    /// The data source of a ``DynamicEntityLayer`` stays connected, for others may use it: `disconnect()` ends that.
    public func removeOperationalLayer(_ layer: Layer) { removeOperationalLayers([layer]) }

    /// Takes out those of the layers that are there.
    public func removeOperationalLayers(_ layers: some Sequence<Layer>) {
        let removed = Set(layers)
        _operationalLayers.change { $0.removeAll(where: removed.contains) }
    }

    public func removeAllOperationalLayers() { operationalLayers = [] }

    private func insert(_ layers: [Layer], at index: Int) {
        var added: [Layer] = []
        _operationalLayers.change { present in
            var known = Set(present)
            added = layers.filter { known.insert($0).inserted }
            present.insert(contentsOf: added, at: min(max(index, 0), present.count))
        }
        // Outside the lock: a layer may ask the map for its layers.
        for layer in added { layer.wasAdded() }
    }

    // MARK: Tables and bookmarks

    public func addTable(_ table: any FeatureTable) { addTables([table]) }
    public func addTables(_ tables: [any FeatureTable]) { _tables.change { $0 += tables } }
    public func removeTable(_ table: any FeatureTable) { _tables.change { $0.removeAll { $0 === table } } }
    public func removeAllTables() { tables = [] }

    public func addBookmark(_ bookmark: Bookmark) { addBookmarks([bookmark]) }
    public func addBookmarks(_ bookmarks: some Sequence<Bookmark>) {
        let added = Array(bookmarks)
        _bookmarks.change { $0 += added }
    }
    public func removeBookmark(_ bookmark: Bookmark) { _bookmarks.change { $0.removeAll { $0 == bookmark } } }
    public func removeAllBookmarks() { bookmarks = [] }

    public static func == (lhs: GeoModel, rhs: GeoModel) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
