// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette
import VedetteServer

extension ServeWorld {
    /// A view, and by their numbers what is in it.
    struct View {
        /// Without what is in it.
        var live: LiveView
        var sources: [Int]
        var locations: [Int]
        var fences: [Int]
    }

    /// Adds the views of a configuration file.
    ///
    /// - Throws: ``CommandFailure`` where a name is that of nothing in the file.
    mutating func addViews(_ views: [ServeView], in folder: URL, _ path: String) throws {
        for view in views {
            func numbers(_ wanted: [String]?, of names: [String], _ what: String) throws -> [Int] {
                guard let wanted else { return Array(names.indices) }
                for name in wanted where !names.contains(name) {
                    let known = names.isEmpty ? "there are none" : "there are \(Set(names).sorted().joined(separator: ", "))"
                    throw CommandFailure(
                        status: CommandFailure.badUsage,
                        "\(path): the view \"\(view.path)\" names \(what) \"\(name)\" that is not there; \(known)")
                }
                return names.indices.filter { wanted.contains(names[$0]) }
            }
            let sources = try numbers(view.sources, of: self.sources.map(\.name), "a source")
            let locations = try numbers(view.locations, of: self.locations.map(\.name), "a location")
            guard !sources.isEmpty || !locations.isEmpty else {
                throw CommandFailure(
                    status: CommandFailure.badUsage, "\(path): the view \"\(view.path)\" shows nothing; name a source or a location in it")
            }
            // What watches nobody in the view has nothing to tell there.
            let fences = try numbers(view.fences, of: self.fences.map(\.entry), "fences").filter { index in
                switch self.fences[index].watched {
                case .source(let number): sources.contains(number)
                case .location(let number): locations.contains(number)
                }
            }
            var live = LiveView(path: view.path, title: view.title, isReadOnly: view.isReadOnly)
            live.viewpointSharing = view.sharesViewpoint ? .shared : .own
            live.fenceFile = view.fenceFile.map { Self.resolved($0, in: folder) }
            if let place = view.view {
                live.center = (place.center[0], place.center[1])
                live.zoom = place.zoom ?? 9
            }
            self.views.append(View(live: live, sources: sources, locations: locations, fences: fences))
        }
    }

    /// The server that shows it, with a monitor for each of the ``fences``.
    func server(_ configuration: LiveServerConfiguration, monitors: [GeotriggerMonitor]) -> LiveServer {
        guard !views.isEmpty else {
            return LiveServer(configuration: configuration, sources: sources, locations: locations, monitors: monitors)
        }
        return LiveServer(
            configuration: configuration,
            views: views.map { view in
                var live = view.live
                live.sources = view.sources.map { sources[$0] }
                live.locations = view.locations.map { locations[$0] }
                live.monitors = view.fences.map { monitors[$0] }
                return live
            })
    }
}
