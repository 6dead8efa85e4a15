// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What a receiver has said so far: merges packets into fixes, and says when one is whole. A core.
///
/// It does what gpsd does, field by field: a cycle of sentences makes one fix; what a receiver leaves out is derived from what it says
/// (`GNSSSession+Derivation`).
package struct GNSSSession: Sendable {
    package var context: GNSSContext
    /// The fix of the cycle that goes on.
    package internal(set) var fix = GNSSFix()
    /// The fix that had a time last, perhaps the same.
    package internal(set) var lastFix = GNSSFix()
    /// The last one with another time.
    package internal(set) var oldFix = GNSSFix()
    /// Satellites and dilutions. A decoder may change them as it goes; packets say when that is news.
    package var sky = GNSSSky()
    /// How many satellites the lists of used ones have named.
    package var namedAsUsed = 0
    /// How many satellites sentences of position say are used.
    package var saidToBeUsed = 0
    /// True heading of the device in degrees, in this cycle.
    package var heading = Double.nan
    /// Standard deviations of the latest GST, in metres: latitude, longitude, height.
    package var deviations: (latitude: Double, longitude: Double, altitude: Double) = (.nan, .nan, .nan) {
        didSet { cyclesSinceDeviations = 0 }
    }
    private var cyclesSinceDeviations = 0
    /// Whether a receiver has shown which packet ends a cycle. Before, each packet that changes position, mode or heading is reported.
    package var endsOfCyclesAreKnown = false
    /// Sentences with a field that cannot be read.
    package var malformedCount = 0
    private var pending: GNSSPacket.Parts = []

    package init(context: GNSSContext = GNSSContext()) {
        self.context = context
    }

    /// Takes in a packet, and says what is to be reported.
    package mutating func merge(_ packet: GNSSPacket) -> [GNSSReport] {
        var parts = packet.parts
        if parts.contains(.clearsFix) {
            heading = .nan
            cyclesSinceDeviations += 1
            if !parts.contains(.dilutions) { sky.clearDilutions() }
            fix = GNSSFix()
        }
        take(packet)
        if parts.contains(.satellites), !sky.satellites.isEmpty, sky.deriveDilutions() { parts.insert(.dilutions) }
        derive(packet.fix)
        if !endsOfCyclesAreKnown, !parts.isDisjoint(with: [.heading, .position, .mode]) { parts.insert(.reportsFix) }
        return reports(parts)
    }

    /// Of 95 % of the fixes, in metres, from GST; NaN where the receiver has sent none for this fix or the one before.
    ///
    /// √3 of the deviation in both directions holds 95 % of a round cloud, and somewhat more of a long one.
    package var accuracy: (horizontal: Double, vertical: Double) {
        guard cyclesSinceDeviations <= 1 else { return (.nan, .nan) }
        let (latitude, longitude, altitude) = deviations
        return ((3 * (latitude * latitude + longitude * longitude)).squareRoot(), 1.96 * altitude)
    }

    private mutating func take(_ packet: GNSSPacket) {
        if packet.parts.contains(.heading), packet.fix.heading.isFinite { heading = packet.fix.heading }
        fix.merge(packet.fix, packet.parts)
        if packet.parts.contains(.dilutions) { sky.mergeDilutions(packet.sky) }
        if packet.parts.contains(.satellites), packet.replacesSatellites {
            sky.satellites = packet.sky.satellites
            sky.time = packet.sky.time
        }
    }

    private mutating func reports(_ parts: GNSSPacket.Parts) -> [GNSSReport] {
        var changed = parts
        if parts.contains(.reportsFix) {
            changed.formUnion(pending)
            pending = []
        } else {
            pending.formUnion(parts)
        }
        var news: GNSSSky?
        if !changed.isDisjoint(with: [.dilutions, .satellites]) {
            var said = sky
            (said.visibleCount, said.usedCount) = (nil, nil)
            if parts.contains(.satellites) {
                said.satellites = sky.satellites.filter { $0.id != 0 }
                said.visibleCount = said.satellites.count
                said.usedCount = said.satellites.count { $0.isInUse }
                sky.visibleCount = said.visibleCount
            } else {
                said.satellites = []
                if saidToBeUsed != 0 { said.usedCount = saidToBeUsed }
            }
            sky.usedCount = said.usedCount ?? sky.usedCount
            if said.usedCount != nil || said.hasDilutions { news = said }
        }
        var reports: [GNSSReport] = []
        if parts.contains(.reportsFix) {
            var whole = fix
            whole.heading = heading
            reports.append(.fix(whole, sky))
        }
        if let news { reports.append(.sky(news)) }
        return reports
    }
}
