// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteLocation
import VedetteModel
import VedetteTesting

@testable import VedetteMapping

/// Anything in any order: whatever comes, what goes out can be drawn and obeyed.
@Suite("A location display in a storm")
struct DisplayStormTests {
    private struct Storm {
        var random: SeededRandomNumberGenerator

        init(seed: UInt64) { random = SeededRandomNumberGenerator(seed: seed) }

        mutating func number(_ range: ClosedRange<Double>) -> Double {
            let odd: [Double] = [.nan, .infinity, -.infinity, 0, -0.0, 1e300, -1e300, .leastNonzeroMagnitude, 180, -180, 90, -90, 360]
            return Int.random(in: 0..<12, using: &random) == 0
                ? odd.randomElement(using: &random) ?? 0 : .random(in: range, using: &random)
        }

        mutating func choice<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
    }

    @Test("nothing that comes makes it say nonsense", arguments: 0..<40)
    func anything(_ seed: UInt64) {
        var storm = Storm(seed: seed)
        var time = DisplayTimeline()
        var sequence = 0
        let references = [SpatialReference.webMercator, .webMercator, .wgs84, reference(32_633), reference(3_995), reference(999_999)]
        for _ in 0..<400 {
            time.pass(storm.number(-1...3).isFinite ? storm.number(0...3) : 0)
            let modeBefore = time.core.autoPanMode
            var isMoved = false
            switch Int.random(in: 0..<9, using: &storm.random) {
            case 0: time.core.setAutoPanMode(storm.choice(LocationDisplay.AutoPanMode.allCases))
            case 1: time.core.setStatus(storm.choice([.stopped, .starting, .started, .stopping, .failedToStart]))
            case 2: time.core.receive(heading: storm.number(-720...720))
            case 3:
                time.change {
                    $0.initialZoomScale = storm.number(0...1e6)
                    $0.wanderExtentFactor = storm.number(0...1)
                    $0.navigationPointHeightFactor = storm.number(0...1)
                    $0.opacity = storm.number(0...1)
                    $0.staleAfter = storm.choice([nil, storm.number(0...10)])
                    $0.showsLocation = storm.choice([true, true, false])
                }
            case 4:
                let reference = storm.choice(references)
                var view = DisplayTimeline.view(
                    longitude: storm.number(-540...540), latitude: storm.number(-85...85), scale: storm.number(1...1e9),
                    rotation: storm.number(-400...400), width: storm.number(1...2_000), height: storm.number(1...2_000))
                if reference != .webMercator {
                    view.spatialReference = reference
                    view.center = Point(x: storm.number(-1e6...1e6), y: storm.number(-1e6...1e6))
                }
                let change = storm.choice([LocationDisplayView.Change.user, .program, .own, .own, .own])
                isMoved = change != .own
                time.look(storm.choice([view, view, view, view, nil]), change, obeyed: storm.choice([nil, sequence, 0, .max, .min]))
            case 5 where time.core.view != nil: time.follow()
            case 6: time.core.changeDataSource()
            default:
                let position = Point(
                    x: storm.number(-200...200), y: storm.number(-91...91), z: storm.number(0...9),
                    spatialReference: storm.choice([nil, .wgs84, .wgs84, .webMercator, reference(32_633)]))
                let location = Location(
                    position: position, horizontalAccuracy: storm.number(0...100), speed: storm.number(0...30),
                    course: storm.number(0...360), isLastKnown: storm.choice([false, false, true]))
                time.core.receive(location, at: time.now)
            }
            if isMoved { #expect(time.core.autoPanMode == .off) }
            let mark = time.mark
            #expect((0...1).contains(mark.opacity) && mark.angle.map { (0..<360).contains($0) } != false)
            #expect(mark.accuracyRadius.map { $0 > 0 && $0 < 2.1e7 } != false && (mark.symbol == .none || mark.mapLocation != nil))
            #expect(mark.mapLocation.map { $0.x.isFinite && $0.y.isFinite } != false)
            guard let command = time.core.nextViewpoint(at: time.now) else { continue }
            #expect(time.core.autoPanMode != .off && command.sequence > sequence, "\(modeBefore)")
            sequence = command.sequence
            #expect((0...0.5).contains(command.duration) && command.rotation.map { (0..<360).contains($0) } != false)
            #expect(command.scale.map { $0 >= 1 && $0 <= 1e9 } != false || command.scale == time.core.view?.scale)
            #expect(abs(command.geographicCenter.longitude) <= 540.000_1 && abs(command.geographicCenter.latitude) <= 90.000_1)
            #expect((0...1).contains(command.anchor.y) && command.destination.center.x.isFinite && command.destination.center.y.isFinite)
            #expect(time.core.nextViewpoint(at: time.now) == nil)
        }
    }
}
