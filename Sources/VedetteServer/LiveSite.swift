// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette
import VedetteModel

/// Everything that one server shows: its views, and what they share.
final class LiveSite: Sendable {
    let configuration: LiveServerConfiguration
    /// In the order in which they were given.
    let views: [LiveView]
    let hubs: [LiveHub]
    let metrics: LiveMetrics
    let files: SymbolFiles
    let clock: @Sendable () -> Instant
    private let paths: [String: Int]

    init(
        configuration: LiveServerConfiguration, views given: [LiveView], clock: @escaping @Sendable () -> Instant = { Instant(Date()) }
    ) {
        var views = given
        if !views.isEmpty, views[0].fenceFile == nil { views[0].fenceFile = configuration.fenceFile }
        (self.configuration, self.views, self.clock) = (configuration, views, clock)
        let (metrics, files) = (LiveMetrics(), SymbolFiles())
        (self.metrics, self.files) = (metrics, files)
        hubs = views.map { view in
            var own = configuration
            own.title = view.title ?? (view.path.isEmpty ? configuration.title : view.path)
            let focus = view.sceneFocus
            own.center = view.center ?? focus?.center ?? configuration.center
            own.zoom = view.zoom ?? focus?.zoom ?? configuration.zoom
            own.fenceFile = view.fenceFile
            if view.isReadOnly { (own.fenceEditing, own.sourceControl) = (.none, .none) }
            let isShared = view.viewpointSharing == .shared || view.mapView != nil
            return LiveHub(
                configuration: own, sources: view.allSources, locations: view.locations, monitors: view.monitors,
                place: LiveHub.Place(
                    path: view.path, isReadOnly: view.isReadOnly,
                    viewpoint: isShared ? ViewpointBoard(center: own.center, zoom: own.zoom, mapView: view.mapView) : nil,
                    metrics: metrics, files: files, mapView: view.mapView, sceneView: view.sceneView, sceneLayout: view.sceneLayout),
                clock: clock)
        }
        paths = Dictionary(views.enumerated().map { ($1.path, $0) }) { first, _ in first }
    }

    /// The view at a path; nil where there is none.
    func hub(at path: some StringProtocol) -> LiveHub? { paths[String(path)].map { hubs[$0] } }

    /// The view whose socket is at the path of an address, such as `/harbour/live`.
    func hub(ofSocket address: some StringProtocol) -> LiveHub? {
        guard address.hasSuffix(SocketGate.path) else { return nil }
        let rest = address.dropLast(SocketGate.path.utf8.count)
        guard rest.isEmpty || (rest.hasPrefix("/") && rest.utf8.count > 1) else { return nil }
        return hub(at: rest.dropFirst())
    }

    // MARK: What the views share

    /// The sources of all views, each data source once.
    var sources: [LiveSource] {
        var known: Set<ObjectIdentifier> = []
        return hubs.flatMap(\.sources).filter { known.insert(ObjectIdentifier($0.dataSource)).inserted }
    }

    /// The sources that are published, each once for each of its names.
    var published: [LiveSource] {
        var known: [ObjectIdentifier: Set<String>] = [:]
        return hubs.flatMap(\.sources).filter { source in
            guard source.serviceName != nil || source.isBroadcastAllowed else { return false }
            return known[ObjectIdentifier(source.dataSource), default: []].insert(source.serviceName ?? "").inserted
        }
    }

    /// The locations of all views, each data source once.
    var locations: [SharedLocation] {
        var known: Set<ObjectIdentifier> = []
        return hubs.flatMap(\.locations).filter { known.insert(ObjectIdentifier($0.description.dataSource)).inserted }
    }

    /// The monitors of all views, each once.
    var monitors: [GeotriggerMonitor] {
        var known: Set<ObjectIdentifier> = []
        return hubs.flatMap(\.monitors).filter { known.insert(ObjectIdentifier($0)).inserted }
    }

    /// What `/metrics` tells.
    var metricsText: String { metrics.text(of: hubs, sources: sources, locations: locations) }
}
