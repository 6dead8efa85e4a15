// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Vedette
import VedetteMapping

/// One of the views that a ``LiveServer`` shows, at an address of its own.
///
///     let server = LiveServer(views: [
///         LiveView(sources: [vessels]),                                                     // http://…/
///         LiveView(path: "harbour", title: "Harbour", sources: [vessels], monitors: [gate]),  // http://…/harbour/
///         LiveView(path: "wall", mapView: mapView, isReadOnly: true),                       // http://…/wall/
///     ])
///
/// Views may share data sources, locations and monitors: each is connected or started once. Everything else is a view's own: viewers of one see neither the
/// fences that are drawn in another, nor the notifications of monitors that are only the other's. `docs/hosting.md` has the rules.
public struct LiveView: Sendable {
    /// Who sees the same.
    public enum ViewpointSharing: String, Sendable, CaseIterable {
        /// Each browser looks where it likes.
        case own
        /// All browsers of the view look at the same: whoever moves his, moves all. The last move wins.
        case shared
    }

    /// How map and scene share a page.
    public enum SceneLayout: String, Sendable, CaseIterable {
        /// The scene is a picture in a corner of the map.
        case corner
        /// Side by side.
        case half
        /// The scene alone.
        case whole
    }

    /// What stands behind the slash of the server's address: 1 to 64 ASCII letters, digits, `-` and `_`; empty for the server's address itself.
    ///
    /// `arcgis`, `assets`, `live`, `healthz`, `readyz`, `metrics`, `models`, `rig`, `scene` and `stream`, in any case of letters, are taken. Two views of one server need different ones.
    public var path: String
    /// What the view is called; nil for the configuration's title with an empty ``path``, else for the path.
    public var title: String?
    /// What is shown. The layers of ``mapView`` come behind these.
    public var sources: [LiveSource]
    public var locations: [LiveLocation]
    /// Whose notifications viewers are told, and whose fences are drawn.
    public var monitors: [GeotriggerMonitor]
    /// A view of a map that the browsers show: each of its map's dynamic entity layers, also those in groups, as a source, as the map has them when the server
    /// is made; and its viewpoint, which is then ``ViewpointSharing/shared``. A viewpoint that the program sets moves the browsers; a browser that is moved
    /// moves the map view, as a user does. A map view without a size gets one: 1,200 by 800, and then that of whichever browser was moved last.
    public var mapView: MapView?
    /// A view of a scene that the browsers show: each of its scene's dynamic entity layers as a source, its graphics overlays, and its camera,
    /// which the browsers share. Who moves a browser moves the scene view, as far as its camera controller lets users. A scene view without a
    /// size gets one, as a ``mapView`` does.
    public var sceneView: SceneView?
    /// How a page shows the scene of ``sceneView`` at first; ``SceneLayout/whole`` unless set.
    public var sceneLayout = SceneLayout.whole
    /// Whether viewers change nothing that others see: they look, ask, and each moves his own browser, but draw no fences, control no sources and steer no shared
    /// viewpoint. The server refuses it, whatever a page offers.
    public var isReadOnly: Bool
    /// ``ViewpointSharing/own`` unless set, or there is a ``mapView``.
    public var viewpointSharing: ViewpointSharing
    /// Where the view begins; nil as the configuration says.
    public var center: (longitude: Double, latitude: Double)?
    /// How near the view begins, as the zoom level of web maps; nil as the configuration says.
    public var zoom: Double?
    /// The file in which the fences drawn in this view are kept; nil for none, but for the first view, which has that of the configuration. Not that of another.
    public var fenceFile: String?

    public init(
        path: String = "", title: String? = nil, sources: [LiveSource] = [], locations: [LiveLocation] = [],
        monitors: [GeotriggerMonitor] = [], mapView: MapView? = nil, sceneView: SceneView? = nil, isReadOnly: Bool = false,
        viewpointSharing: ViewpointSharing = .own
    ) {
        (self.path, self.title, self.sources, self.locations) = (path, title, sources, locations)
        (self.monitors, self.mapView, self.isReadOnly) = (monitors, mapView, isReadOnly)
        (self.sceneView, self.viewpointSharing) = (sceneView, viewpointSharing)
    }
}

extension LiveView {
    /// Paths that the server has for itself.
    static let reserved: Set<String> = ["arcgis", "assets", "live", "healthz", "readyz", "metrics", "models", "rig", "scene", "stream"]

    /// Its sources, and the dynamic entity layers of its map view and its scene view, each once.
    var allSources: [LiveSource] {
        let layers = (mapView?.map.operationalLayers ?? []) + (sceneView?.scene.operationalLayers ?? [])
        var known = Set(sources.compactMap(\.layer))
        return sources + Self.layers(layers).filter { known.insert($0).inserted }.map { LiveSource(layer: $0) }
    }

    /// What its scene view looks at, for a map beside it; nil without one, or with a map view of its own.
    var sceneFocus: (center: (longitude: Double, latitude: Double), zoom: Double)? {
        guard mapView == nil, let viewpoint = sceneView?.currentViewpoint(kind: .centerAndScale),
            let center = viewpoint.targetGeometry as? Point, viewpoint.targetScale > 0
        else { return nil }
        return ((center.x, center.y), min(max(MapScale.zoomLevel(scale: viewpoint.targetScale), 0), 20))
    }

    private static func layers(_ layers: [Layer]) -> [DynamicEntityLayer] {
        layers.flatMap { layer -> [DynamicEntityLayer] in
            switch layer {
            case let layer as DynamicEntityLayer: [layer]
            case let group as GroupLayer: Self.layers(group.layers)
            default: []
            }
        }
    }

    /// Fails where views cannot be served together.
    static func check(_ views: [LiveView]) throws {
        var known: Set<String> = []
        var files: Set<String> = []
        for view in views {
            let isRight =
                view.path.utf8.count <= 64
                && view.path.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"),
                        UInt8(ascii: "-"), UInt8(ascii: "_"):
                        true
                    default: false
                    }
                }
            guard isRight else {
                throw LiveServerError(
                    .invalidView, "\"\(view.path.prefix(100))\" cannot be the path of a view; use at most 64 letters, digits, - and _")
            }
            guard !reserved.contains(view.path.lowercased()) else {
                throw LiveServerError(.invalidView, "the path \"\(view.path)\" is one of the server's own; give the view another")
            }
            guard known.insert(view.path).inserted else {
                throw LiveServerError(.invalidView, "two views have the path \"\(view.path)\"; give each a path of its own")
            }
            if let file = view.fenceFile, !files.insert(file).inserted {
                throw LiveServerError(.invalidView, "two views keep their fences in \(file); give each a file of its own")
            }
        }
    }
}
