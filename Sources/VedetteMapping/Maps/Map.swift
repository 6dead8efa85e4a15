// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteGeometry

/// A map: a basemap, layers over it, and where to look first.
///
///     let map = Map(basemapStyle: .arcGISTopographic)
///     map.initialViewpoint = Viewpoint(latitude: 33.4352, longitude: -112.0101, scale: 1_000_000)
///     map.addOperationalLayer(DynamicEntityLayer(dataSource: source))
public final class Map: GeoModel, @unchecked Sendable {
    /// The scale at which symbols have their size, where they grow with the map; nil, for every scale, unless set.
    @Synchronized public var referenceScale: Double? = nil
    /// The smallest scale that can be gone to, as the number under its fraction line; nil, for any, unless set.
    @Synchronized public var minScale: Double? = nil
    /// The largest scale that can be gone to, as the number under its fraction line; nil, for any, unless set.
    @Synchronized public var maxScale: Double? = nil
    /// What can be gone to; nil, for all, unless set.
    @Synchronized public var maxExtent: Envelope? = nil
    /// What is drawn where nothing else is; nil, for the usual, unless set.
    @Synchronized public var backgroundColor: Color? = nil

    /// Makes a map without a basemap.
    ///
    /// - Parameter spatialReference: what it is drawn in; nil where its first layer says that.
    public init(spatialReference: SpatialReference? = nil) {
        super.init(basemap: nil, item: nil, spatialReference: spatialReference)
    }

    /// Makes a map over a basemap.
    public init(basemap: Basemap) {
        super.init(basemap: basemap, item: nil, spatialReference: nil)
    }

    /// Makes a map over a basemap of a style.
    public convenience init(basemapStyle: Basemap.Style) {
        self.init(basemap: Basemap(style: basemapStyle))
    }

    /// Makes a map from a web map of a portal. Loading it fails: see ``PortalItem``.
    public init(item: PortalItem) {
        super.init(basemap: nil, item: item, spatialReference: nil)
    }
}
