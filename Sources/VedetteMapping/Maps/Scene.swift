// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A scene: ground with a basemap, layers over it, and where to look first.
public final class Scene: GeoModel, @unchecked Sendable {
    /// The ground.
    @Synchronized public var baseSurface = Surface()

    /// Makes a scene without a basemap.
    public init() {
        super.init(basemap: nil, item: nil, spatialReference: nil)
    }

    /// Makes a scene over a basemap.
    public init(basemap: Basemap) {
        super.init(basemap: basemap, item: nil, spatialReference: nil)
    }

    /// Makes a scene over a basemap of a style.
    public convenience init(basemapStyle: Basemap.Style) {
        self.init(basemap: Basemap(style: basemapStyle))
    }

    /// Makes a scene from a web scene of a portal. Loading it fails: see ``PortalItem``.
    public init(item: PortalItem) {
        super.init(basemap: nil, item: item, spatialReference: nil)
    }
}
