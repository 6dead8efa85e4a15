// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// Turns the bytes of a receiver into locations, headings and satellites: a core.
package struct NMEALocationReader: Sendable {
    package enum Event: Sendable {
        case location(NMEALocation)
        /// Degrees clockwise from true north.
        case heading(Double)
        case satellites([NMEASatelliteInfo])
    }

    private var decoder: GNSSDecoder
    private let spatialReference: SpatialReference
    /// What the latest location says, so that it is told once.
    private var latest: [Double] = []

    package init(spatialReference: SpatialReference, context: GNSSContext = GNSSContext()) {
        self.spatialReference = spatialReference
        decoder = GNSSDecoder(context: context)
    }

    package var damage: GNSSDamage { decoder.damage }

    package mutating func push(_ bytes: some Collection<UInt8>) -> [Event] {
        var events: [Event] = []
        for report in decoder.push(bytes) {
            switch report {
            case .fix(let fix, let sky):
                if fix.heading.isFinite { events.append(.heading(fix.heading)) }
                if let location = location(fix, sky) { events.append(.location(location)) }
            case .sky(let sky):
                if sky.visibleCount != nil { events.append(.satellites(sky.satellites)) }
            }
        }
        return events
    }

    /// A location, unless there is no position, or it has been told already.
    private mutating func location(_ fix: GNSSFix, _ sky: GNSSSky) -> NMEALocation? {
        guard fix.mode.isFix, fix.latitude.isFinite, fix.longitude.isFinite else { return nil }
        let time = fix.time.map { [Double($0.seconds), Double($0.nanoseconds)] } ?? []
        let said =
            [fix.latitude, fix.longitude, fix.altitude, fix.speed, fix.track, Double(fix.mode.rawValue), Double(fix.status ?? 0)] + time
        guard !said.elementsEqual(latest, by: { $0 == $1 || $0.isNaN && $1.isNaN }) else { return nil }
        latest = said
        return NMEALocation(fix, sky, accuracy: decoder.session.accuracy, spatialReference: spatialReference)
    }
}
