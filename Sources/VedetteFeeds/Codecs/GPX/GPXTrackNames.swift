// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Track ids for what a document of GPX has: no two tracks, routes or waypoints of it have the same.
///
/// A track, a route or a waypoint is called by its name; a track or a route without one by its number, and anything else by its element and its place,
/// as in `trk 1`, counted from 1. What is called as something before it gets its number behind that, as in `Lake (2)`. Tracks come before routes,
/// and these before waypoints. A name that is too long to be an id is none.
struct GPXTrackNames {
    private(set) var tracks: [String] = []
    private(set) var routes: [String] = []
    private(set) var waypoints: [String] = []
    private var taken: Set<String> = []
    private var counts: [String: Int] = [:]

    /// The longest name that is an id, in bytes: every point of a track repeats it.
    private static let maximumLength = 200

    init(_ document: GPXDocument) {
        for (index, track) in document.tracks.enumerated() { tracks.append(name(track.fields, "trk", index)) }
        for (index, route) in document.routes.enumerated() { routes.append(name(route.fields, "rte", index)) }
        for (index, waypoint) in document.waypoints.enumerated() { waypoints.append(name(waypoint.fields, "wpt", index)) }
    }

    private mutating func name(_ fields: GPXFields, _ element: String, _ index: Int) -> String {
        let own = [fields.text("name"), fields.text("number")].compactMap { $0 }.first { $0.utf8.count <= Self.maximumLength }
        let wanted = own ?? "\(element) \(index + 1)"
        var name = wanted
        while !taken.insert(name).inserted {
            let count = counts[wanted, default: 1] + 1
            counts[wanted] = count
            name = "\(wanted) (\(count))"
        }
        return name
    }
}
