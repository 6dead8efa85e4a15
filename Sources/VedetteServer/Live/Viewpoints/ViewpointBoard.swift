// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Vedette
import VedetteMapping

/// The viewpoint that the browsers of a view share, with each other and perhaps with a view of a map in the program.
final class ViewpointBoard: Sendable {
    private let core: Mutex<SharedViewpoint>
    private let mapView: MapView?
    /// Whether the program leaves the size of its view to the browsers.
    private let givesSize: Bool

    /// The size of a view of which the program says none.
    private static let size = CGSize(width: 1_200, height: 800)

    /// - Parameters:
    ///   - center: where it begins; with a map view, where that looks.
    ///   - zoom: how near.
    ///   - mapView: the program's view, which moves the browsers and is moved by them.
    init(center: (longitude: Double, latitude: Double), zoom: Double, mapView: MapView? = nil) {
        self.mapView = mapView
        givesSize = mapView.map { $0.size == .zero } ?? false
        if givesSize { mapView?.size = Self.size }
        let given = SharedViewpoint.Place(
            longitude: center.longitude, latitude: center.latitude, scale: MapScale.scale(zoomLevel: zoom), rotation: 0)
        core = Mutex(SharedViewpoint(mapView.flatMap { Self.place(of: $0) } ?? given))
    }

    /// Where the browsers are to look now.
    var place: SharedViewpoint.Place { refreshed { $0.place } }

    /// Does what a viewer has done with his browser.
    func steer(_ wish: SteerWish) {
        let wanted = wish.place
        guard let mapView else {
            core.withLock { $0.move(to: wanted) }
            return
        }
        let size = CGSize(width: wish.view.width, height: wish.view.height)
        if givesSize, mapView.size != size { mapView.size = size }
        mapView.move(
            to: Viewpoint(latitude: wanted.latitude, longitude: wanted.longitude, scale: wanted.scale, rotation: wanted.rotation))
        // What the map does not allow is not done, and the browser is told where it is instead.
        let reached = Self.place(of: mapView) ?? wanted
        core.withLock { $0.move(to: reached) }
    }

    /// What a viewer has to be told; nil where nothing has moved.
    func news(for viewer: inout LiveViewer) -> [UInt8]? {
        let (sequence, place) = refreshed { ($0.sequence, $0.place) }
        guard sequence != viewer.viewpointSequence else { return nil }
        viewer.viewpointSequence = sequence
        return LiveMessages.sharedViewpoint(place, sequence: sequence, seen: viewer.move)
    }

    private func refreshed<Value>(_ body: (SharedViewpoint) -> Value) -> Value {
        let now = mapView.flatMap { Self.place(of: $0) }
        return core.withLock { core in
            if let now { core.follow(now) }
            return body(core)
        }
    }

    /// Where a view looks, also while it is on its way.
    private static func place(of mapView: MapView) -> SharedViewpoint.Place? {
        guard let viewpoint = mapView.currentViewpoint(kind: .centerAndScale), let center = viewpoint.targetGeometry as? Point,
            let place = GeometryEngine.project(center, into: .wgs84), place.x.isFinite, place.y.isFinite
        else { return nil }
        return SharedViewpoint.Place(longitude: place.x, latitude: place.y, scale: viewpoint.targetScale, rotation: viewpoint.rotation)
    }
}
