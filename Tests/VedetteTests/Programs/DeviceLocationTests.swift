// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette

/// A map that shows where a device is and goes along: a program as people write it who know the ArcGIS Maps SDK for Swift, without the views.
@Suite("The device location program", .timeLimit(.minutes(10)))
struct DeviceLocationTests {
    /// A walk through a park, told step by step.
    private struct Walk: LocationProvider {
        let locations: AsyncStream<Location>
        let headings: AsyncStream<Double>
    }

    @MainActor
    private final class Model {
        /// Whether the location is shown, as a switch has it.
        var isShowingLocation: Bool {
            didSet { locationDisplay.showsLocation = isShowingLocation }
        }

        /// The mode that a menu has.
        var autoPanMode: LocationDisplay.AutoPanMode {
            didSet { locationDisplay.autoPanMode = autoPanMode }
        }

        let map = Map(basemapStyle: .arcGISStreets)
        let locationDisplay: LocationDisplay
        var track: [Point] = []

        init(dataSource: LocationDataSource) {
            let locationDisplay = LocationDisplay(dataSource: dataSource)
            self.locationDisplay = locationDisplay
            isShowingLocation = locationDisplay.showsLocation
            autoPanMode = locationDisplay.autoPanMode
        }

        func startLocationDataSource() async throws {
            try await locationDisplay.dataSource.start()
            locationDisplay.initialZoomScale = 40_000
            locationDisplay.wanderExtentFactor = 0
            locationDisplay.autoPanMode = .recenter
        }

        func recordTrack(count: Int) async {
            for await location in locationDisplay.$location where location != nil {
                if let position = location?.position { track.append(position) }
                if track.count == count { return }
            }
        }

        /// Follows the display as a menu does, until the mode is as it should be.
        func followAutoPanMode(until mode: LocationDisplay.AutoPanMode) async {
            for await current in locationDisplay.$autoPanMode {
                if autoPanMode != current { autoPanMode = current }
                if current == mode { return }
            }
        }
    }

    @Test("a display that is made before there is a source waits for one")
    @MainActor
    func sourceSetLater() async throws {
        let locationDisplay: LocationDisplay = {
            let locationDisplay = LocationDisplay()
            locationDisplay.autoPanMode = .recenter
            return locationDisplay
        }()
        #expect(locationDisplay.location == nil && locationDisplay.dataSource.status == .stopped)
        let there = Location(position: Point(latitude: 51.5, longitude: -0.16))
        locationDisplay.dataSource = SimulatedLocationDataSource(locations: [there])
        try await locationDisplay.dataSource.start()
        for await location in locationDisplay.$location where location != nil { break }
        #expect(locationDisplay.location == there && locationDisplay.autoPanMode == .recenter)
        await locationDisplay.dataSource.stop()
    }

    @Test("starts, follows, records and stops as programs do")
    @MainActor
    func program() async throws {
        let (locations, location) = AsyncStream<Location>.makeStream()
        let (headings, heading) = AsyncStream<Double>.makeStream()
        let dataSource = CustomLocationDataSource { Walk(locations: locations, headings: headings) }
        let model = Model(dataSource: dataSource)
        #expect(model.isShowingLocation && model.autoPanMode == .off && model.locationDisplay.dataSource.status != .started)

        try await model.startLocationDataSource()
        #expect(model.locationDisplay.dataSource.status == .started)
        await model.followAutoPanMode(until: .recenter)
        #expect(model.autoPanMode == .recenter)

        let recording = Task { await model.recordTrack(count: 3) }
        // Each step when the one before is there, so that the recording begins with the first.
        for step in 0..<3 {
            let position = Point(latitude: 51.5 + Double(step) / 10_000, longitude: -0.16)
            location.yield(Location(position: position, horizontalAccuracy: 5, speed: 1.3, course: 0, timestamp: .now))
            while model.track.count <= step, !Task.isCancelled { await Task.yield() }
        }
        await recording.value
        #expect(model.track.map(\.y) == [51.5, 51.5001, 51.5002])
        let mapLocation = try #require(model.locationDisplay.mapLocation)
        #expect(mapLocation.spatialReference == .webMercator && abs(mapLocation.x - -17_811.118) < 0.001)

        heading.yield(270)
        for await heading in model.locationDisplay.$heading where heading == 270 { break }
        #expect(model.locationDisplay.heading == 270)

        // A recenter button is enabled while the mode is another one.
        model.autoPanMode = .compassNavigation
        #expect(model.locationDisplay.autoPanMode == .compassNavigation)
        model.isShowingLocation = false
        #expect(!model.locationDisplay.showsLocation)
        await model.locationDisplay.dataSource.stop()
        #expect(model.locationDisplay.dataSource.status == .stopped && model.locationDisplay.location != nil)
    }

    @Test("looks as a program says, and has another source when it likes")
    func looks() throws {
        let display = LocationDisplay(dataSource: CustomLocationDataSource { Walk(locations: .finished, headings: .finished) })
        display.autoPanMode = .recenter
        display.initialZoomScale = 53e6
        display.wanderExtentFactor = 0
        display.navigationPointHeightFactor = 0.25
        let station = PictureMarkerSymbol(url: URL(fileURLWithPath: "/station.png"))
        display.courseSymbol = station
        let acquiring = PictureMarkerSymbol(url: URL(fileURLWithPath: "/station-grey.png"))
        acquiring.opacity = 0.25
        display.acquiringSymbol = acquiring
        display.defaultSymbol = SimpleMarkerSymbol(style: .circle, color: .blue, size: 12)
        display.headingSymbol = station
        display.accuracySymbol = SimpleFillSymbol(color: .blue.withAlphaComponent(0.2))
        display.pingAnimationSymbol = SimpleMarkerSymbol(color: .red, size: 40)
        display.showsAccuracy = false
        display.showsPingAnimationSymbol = false
        display.usesCourseSymbolOnMovement = true
        display.opacity = 0.5
        #expect(display.courseSymbol == station && display.opacity == 0.5 && display.initialZoomScale == 53e6)
        #expect(LocationDisplay.AutoPanMode.allCases.map(label) == ["Off", "Recenter", "Navigation", "Compass"])

        let graphic = Graphic(geometry: display.mapLocation, symbol: display.defaultSymbol)
        #expect(graphic.geometry == nil)
        let other = CustomLocationDataSource { Walk(locations: .finished, headings: .finished) }
        display.dataSource = other
        #expect(display.dataSource === other && other.status == .stopped)
        // A location that is pushed in before the start is the current one.
        other.didUpdate(Location(position: Point(latitude: 32.7, longitude: -117.2), isLastKnown: true))
        #expect(display.location?.isLastKnown == true && display.mapLocation != nil)
    }

    private func label(_ mode: LocationDisplay.AutoPanMode) -> String {
        switch mode {
        case .off: "Off"
        case .recenter: "Recenter"
        case .navigation: "Navigation"
        case .compassNavigation: "Compass"
        }
    }
}

extension AsyncStream {
    fileprivate static var finished: AsyncStream { AsyncStream { $0.finish() } }
}
