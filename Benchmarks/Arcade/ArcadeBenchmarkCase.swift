// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteExpressions
import VedetteGeometry
import VedetteLocation
import VedetteValues

/// A script, and the same work in `JavaScript/arcade_peer.js` under the same name.
struct ArcadeBenchmarkCase {
    let name: String
    let what: String
    let script: String
    let profile: ArcadeProfile
    /// Nanoseconds that it may take; nil where nobody has promised any.
    var target: Double?

    static let all = [
        ArcadeBenchmarkCase(name: "nothing", what: "`true`: measuring itself", script: "true", profile: .locationUpdateConstraint),
        ArcadeBenchmarkCase(
            name: "filter", what: "a comparison", script: "$locationupdate.horizontalaccuracy <= 10", profile: .locationUpdateConstraint,
            target: 150),
        ArcadeBenchmarkCase(
            name: "operator", what: "three concatenations by +", script: "$feedfeature.name + ' entered ' + $fencefeature.name + '.'",
            profile: .geotriggerNotification, target: 1_500),
        ArcadeBenchmarkCase(
            name: "concatenate", what: "the same by Concatenate",
            script: "Concatenate([$feedfeature.name, ' entered ', $fencefeature.name, '.'])", profile: .geotriggerNotification,
            target: 1_500),
        ArcadeBenchmarkCase(
            name: "template", what: "the same as a template", script: "`${$feedfeature.name} entered ${$fencefeature.name}.`",
            profile: .geotriggerNotification, target: 1_500),
        ArcadeBenchmarkCase(
            name: "containment", what: "Contains, 128 corners", script: "Contains($fencefeature, $feedfeature)",
            profile: .geotriggerNotification),
        ArcadeBenchmarkCase(
            name: "loop", what: "a loop of 1,000", script: "var total = 0;\nfor (var i = 0; i < 1000; i++) total += i * 2;\nreturn total;",
            profile: .geotriggerNotification),
        ArcadeBenchmarkCase(
            name: "date", what: "a date as text", script: "Text($feedfeature.time, 'YYYY-MM-DD HH:mm:ss')", profile: .geotriggerNotification
        ),
    ]

    /// A script of the size that people write, in words that both languages have.
    static let realSized = """
        var speed = feature.speed;
        var limit = 12;
        var name = feature.name;
        // How fast it is, in words.
        function describe(value, limit) {
            if (value == null) {
                return 'unknown';
            } else if (value > limit * 2) {
                return 'far too fast';
            } else if (value > limit) {
                return 'too fast';
            } else {
                return 'in order';
            }
        }
        function padded(value) {
            var digits = '' + value;
            if (value < 10) { digits = '0' + digits; }
            return digits;
        }
        var lines = [];
        var total = 0;
        for (var i = 0; i < 10; i++) {
            total += i * speed;
            if (total > 1000) { break; }
            lines[i] = padded(i) + ': ' + total;
        }
        var colours = { slow: '#2a9d8f', fast: '#e9c46a', late: '#e76f51' };
        var colour = colours.slow;
        if (speed > limit && name != '') { colour = colours.fast; }
        if (speed > limit * 2 || total > 500) { colour = colours['late']; }
        var message = name + ' is ' + describe(speed, limit) + ' (' + speed + ' m/s)';
        var result = { message: message, colour: colour, lines: lines, actions: ['log', 'notify'] };
        while (total > 0) {
            total -= 100;
            if (total % 7 == 0) { continue; }
            result.rest = total;
        }
        return result;
        """
}

/// The world of the scripts: sixteen vessels, a harbour, and updates of a location.
struct ArcadeBenchmarkWorld {
    /// Sixteen places, half of them inside.
    let points: [(x: Double, y: Double)] = (0..<16).map { (index: Int) -> (x: Double, y: Double) in
        let (column, row) = (Double(index % 4), Double(index / 4))
        return (x: column * 0.6 - 0.8, y: row * 0.6 - 0.9)
    }
    /// The harbour: a circle of 128 corners.
    let ring: [(x: Double, y: Double)] = (0..<128).map { (index: Int) -> (x: Double, y: Double) in
        let angle: Double = -Double(index) / 64 * Double.pi
        return (x: cos(angle), y: sin(angle))
    }
    private let polygon: Polygon
    private let center = Point(x: 0, y: 0, spatialReference: .wgs84)
    private let places: [Point]
    private let names = (0..<16).map { "Ferry \($0)" }

    init() throws {
        let corners = (ring + [ring[0]]).map { "[\($0.x),\($0.y)]" }.joined(separator: ",")
        places = points.map { Point(x: $0.x, y: $0.y, spatialReference: .wgs84) }
        polygon = try Polygon.fromJSON(#"{"rings":[[\#(corners)]],"spatialReference":{"wkid":4326}}"#)
    }

    /// A location, as a location feed hands it to its filter.
    func update(_ index: Int) -> ArcadeContent {
        let place = Double(index)
        return Location(
            position: center, horizontalAccuracy: 5 + place, verticalAccuracy: 7, speed: 3.5 + place, course: 10 + place,
            timestamp: time(index)
        ).arcadeContent
    }

    func vessel(_ index: Int) -> ArcadeContent {
        .feature(ArcadeBenchmarkRow(label: names[index], speed: 12.5 + Double(index), time: Instant(time(index)), geometry: places[index]))
    }

    var harbour: ArcadeContent { .feature(ArcadeBenchmarkRow(label: "Harbour", speed: 0, time: Instant(time(0)), geometry: polygon)) }

    private func time(_ index: Int) -> Date { Date(timeIntervalSince1970: 1_777_636_800 + Double(index) * 61.001) }

    /// The variables of a profile, as the machine asks for them.
    func variables(_ names: [String], _ index: Int) -> [ArcadeContent] {
        names.map { name in
            switch name {
            case "$locationupdate": update(index)
            case "$feedfeature": vessel(index)
            default: harbour
            }
        }
    }
}

/// A feature of three fields.
final class ArcadeBenchmarkRow: ArcadeRow {
    let label: String
    let speed: Double
    let time: Instant
    let geometry: Geometry?

    init(label: String, speed: Double, time: Instant, geometry: Geometry?) {
        (self.label, self.speed, self.time, self.geometry) = (label, speed, time, geometry)
    }

    private static let (labelName, speedName, timeName) = (ArcadeName("name"), ArcadeName("speed"), ArcadeName("time"))

    var fieldNames: [String] { ["name", "speed", "time"] }

    func value(named name: ArcadeName) -> AttributeValue? {
        if name == Self.labelName { return .text(label) }
        if name == Self.speedName { return .number(speed) }
        if name == Self.timeName { return .instant(time) }
        return nil
    }
}
