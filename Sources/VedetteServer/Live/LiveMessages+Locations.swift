// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteGeometry
import VedetteLocation
import VedetteMapping
import VedetteModel

extension LiveMessages {
    /// A location in `hello`.
    static func location(_ location: LiveLocation, number: Int) -> [UInt8] {
        var object = Object()
        object.add("location", number)
        object.add("name", location.name)
        object.add("symbol", location.symbol.rawValue)
        object.add("autoPanMode", location.autoPanMode.rawValue)
        object.add("zoomScale", location.initialZoomScale)
        object.add("path", location.pathDuration)
        return object.text
    }

    static func locationStatus(_ standing: SharedLocation.Standing, location: Int) -> [UInt8] {
        var object = Object()
        object.add("type", "location-status")
        object.add("location", location)
        object.add("status", "\(standing.status)")
        if let error = standing.error { object.add("error", error) }
        return object.text
    }

    /// Where a location is, how exactly, and how it moves: the members that are known.
    static func addFacts(of placed: SharedLocation.Placed, to object: inout Object) {
        func add(_ name: String, _ value: Double, _ object: inout Object) {
            if value.isFinite { object.add(name, value) }
        }
        let location = placed.location
        if let time = location.timestamp { object.add("time", Instant(time).description) }
        object.add("receivedAt", placed.receivedAt.description)
        add("horizontalAccuracy", location.horizontalAccuracy, &object)
        add("verticalAccuracy", location.verticalAccuracy, &object)
        add("speed", location.speed, &object)
        add("course", location.course, &object)
        object.add("lastKnown", location.isLastKnown)
        let properties = location.additionalSourceProperties
        if let satellites = properties[.satelliteCount] as? Int { object.add("satellites", satellites) }
        if let source = properties[.positionSource] as? String { object.add("source", cut(source, 100)) }
    }

    /// Where a location is and how it is drawn.
    static func location(
        _ placed: SharedLocation.Placed, heading: Double?, mark: LocationMark, isPing: Bool, number: Int
    ) -> [UInt8] {
        var object = Object()
        object.add("type", "location")
        object.add("location", number)
        object.add("position", raw: place(placed.longitude, placed.latitude))
        if let height = placed.location.position.z, height.isFinite { object.add("height", height) }
        addFacts(of: placed, to: &object)
        if let heading { object.add("heading", heading) }
        object.add("stale", mark.isStale)
        object.add("symbol", mark.symbol.rawValue)
        if let angle = mark.angle { object.add("angle", angle) }
        if let radius = mark.accuracyRadius { object.add("accuracyRadius", radius) }
        object.add("opacity", mark.opacity)
        object.add("ping", isPing)
        return object.text
    }

    /// Where the view is to go.
    static func viewpoint(_ command: ViewpointCommand, sequence: Int, location: Int) -> [UInt8] {
        var object = Object()
        object.add("type", "viewpoint")
        object.add("location", location)
        object.add("center", raw: place(command.geographicCenter.longitude, command.geographicCenter.latitude))
        if let scale = command.scale { object.add("scale", scale) }
        if let rotation = command.rotation { object.add("rotation", rotation) }
        object.add("anchor", raw: place(command.anchor.x, command.anchor.y))
        object.add("duration", command.duration)
        object.add("sequence", sequence)
        return object.text
    }

    /// A piece of the path behind a location.
    static func locationPath(_ points: [LocationPath.Point], location: Int, isReset: Bool, hasMore: Bool) -> [UInt8] {
        var text: [UInt8] = [UInt8(ascii: "[")]
        for (index, point) in points.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text.append(UInt8(ascii: "["))
            // A tenth of a metre is finer than any line that is drawn.
            JSONWriter.append((point.longitude * 1e6).rounded() / 1e6, to: &text)
            text.append(UInt8(ascii: ","))
            JSONWriter.append((point.latitude * 1e6).rounded() / 1e6, to: &text)
            text.append(UInt8(ascii: ","))
            JSONWriter.append(point.time.microsecondsSince1970 / 1_000, to: &text)
            text.append(UInt8(ascii: "]"))
        }
        var object = Object()
        object.add("type", "location-path")
        object.add("location", location)
        if isReset { object.add("reset", true) }
        object.add("points", raw: text + [UInt8(ascii: "]")])
        if hasMore { object.add("more", true) }
        return object.text
    }

    static func autoPan(_ mode: LocationDisplay.AutoPanMode) -> [UInt8] {
        var object = Object()
        object.add("type", "auto-pan")
        object.add("mode", mode.rawValue)
        return object.text
    }
}
