// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteMapping

@Suite("Maps and scenes", .timeLimit(.minutes(10)))
struct MapTests {
    private func layer() -> FeatureLayer {
        FeatureLayer(featureTable: FeatureCollectionTable(fields: [], geometryType: nil, spatialReference: nil))
    }

    @Test("a map is empty unless said; one with a basemap is in Web Mercator")
    func defaults() {
        let map = Map()
        #expect(map.basemap == nil && map.initialViewpoint == nil && map.spatialReference == nil && map.operationalLayers.isEmpty)
        #expect(map.minScale == nil && map.maxScale == nil && map.referenceScale == nil && map.maxExtent == nil)
        #expect(map.loadStatus == .notLoaded)
        #expect(Map(spatialReference: .wgs84).spatialReference == .wgs84)
        let styled = Map(basemapStyle: .arcGISTopographic)
        #expect(styled.basemap?.style == .arcGISTopographic)
        #expect(styled.spatialReference == .webMercator)
        let scene = Scene(basemapStyle: .arcGISImagery)
        #expect((scene.baseSurface.elevationExaggeration, scene.baseSurface.opacity, scene.baseSurface.isEnabled) == (1, 1, true))
    }

    @Test("layers lie in the order in which they were added, each once")
    func layers() {
        let map = Map()
        let (first, second, third) = (layer(), layer(), layer())
        map.addOperationalLayers([first, second, first])
        map.insertOperationalLayer(third, at: 0)
        map.addOperationalLayer(second)
        #expect(map.operationalLayers == [third, first, second])
        map.insertOperationalLayer(layer(), at: 99)
        #expect(map.operationalLayers.count == 4)
        map.removeOperationalLayers([first, layer()])
        #expect(map.operationalLayers.count == 3)
        map.removeAllOperationalLayers()
        #expect(map.operationalLayers.isEmpty)
    }

    @Test("loading is told from the status there is to the last")
    func loading() async throws {
        let map = Map(basemapStyle: .osmStandard)
        try await map.load()
        var statuses: [LoadStatus] = []
        for await status in map.$loadStatus {
            statuses.append(status)
            break
        }
        #expect(statuses == [.loaded])
        try await map.basemap?.load()
        #expect(map.basemap?.loadStatus == .loaded)
    }

    @Test("a portal item says why it cannot be loaded, and so does a map of one")
    func portal() async throws {
        let id = try #require(PortalItem.ID("6ab0e91dc39e478cae4f408e1a36a308"))
        let map = Map(item: PortalItem(portal: .arcGISOnline(connection: .anonymous), id: id))
        let error = await #expect(throws: PortalError.self) { try await map.load() }
        #expect(error?.item == id)
        #expect(map.loadStatus == .failed)
        #expect((map.loadError as? PortalError)?.description.contains("6ab0e91dc39e478cae4f408e1a36a308") == true)
        let layer = FeatureLayer(item: PortalItem(portal: .arcGISOnline(connection: .anonymous), id: id))
        await #expect(throws: PortalError.self) { try await layer.load() }
        await #expect(throws: PortalError.self) { try await layer.retryLoad() }
    }

    @Test("viewpoints say what they show")
    func viewpoints() {
        let center = Viewpoint(latitude: 1, longitude: 2, scale: 1_000)
        #expect((center.kind, center.targetScale) == (.centerAndScale, 1_000))
        #expect(center.targetGeometry == Point(latitude: 1, longitude: 2))
        #expect(center.rotation.isNaN)
        #expect(center == Viewpoint(center: Point(latitude: 1, longitude: 2), scale: 1_000))
        #expect(center != Viewpoint(center: Point(latitude: 1, longitude: 2), scale: 1_000, rotation: 30))
        let extent = Envelope(xRange: 0...1, yRange: 0...1, spatialReference: .wgs84)
        let bounding = Viewpoint(boundingGeometry: extent)
        #expect(bounding.kind == .boundingGeometry && bounding.targetGeometry == extent && bounding.targetScale.isNaN)
    }

    @Test("bookmarks, tables and elevation sources come and go")
    func lists() {
        let scene = Scene()
        let bookmark = Bookmark(name: "Home", viewpoint: Viewpoint(latitude: 1, longitude: 2, scale: 3))
        scene.addBookmark(bookmark)
        let table = FeatureCollectionTable(fields: [], geometryType: nil, spatialReference: nil)
        scene.addTable(table)
        #expect(scene.bookmarks == [bookmark] && scene.tables.count == 1)
        scene.removeBookmark(bookmark)
        scene.removeTable(table)
        #expect(scene.bookmarks.isEmpty && scene.tables.isEmpty)
    }

    @Test("a key of ArcGIS is kept, and an empty one is none")
    func keys() {
        #expect(APIKey("") == nil)
        ArcGISEnvironment.apiKey = APIKey("AAPK")
        #expect(ArcGISEnvironment.apiKey?.rawValue == "AAPK")
        ArcGISEnvironment.apiKey = nil
        #expect(ArcGISEnvironment.apiKey == nil)
    }
}
