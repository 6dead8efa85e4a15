// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension GNSSFix {
    /// Takes what a packet sets, and leaves the rest.
    mutating func merge(_ new: GNSSFix, _ parts: GNSSPacket.Parts) {
        if parts.contains(.time) { time = new.time }
        if parts.contains(.position) { (latitude, longitude) = (new.latitude, new.longitude) }
        if parts.contains(.mode) { mode = new.mode }
        // Some packets say less of the same fix than others.
        if parts.contains(.status), let newStatus = new.status, newStatus > (status ?? 0) { status = newStatus }
        if parts.contains(.altitude) {
            take(new.altitudeHAE, \.altitudeHAE)
            take(new.altitudeMSL, \.altitudeMSL)
        }
        if parts.contains(.track) { track = new.track }
        if parts.contains(.magneticTrack) {
            take(new.magneticTrack, \.magneticTrack)
            take(new.magneticVariation, \.magneticVariation)
        }
        if parts.contains(.speed) { speed = new.speed }
        if parts.contains(.climb) { climb = new.climb }
        if parts.contains(.timeError) { ept = new.ept }
        if new.epx.isFinite, new.epy.isFinite { (epx, epy) = (new.epx, new.epy) }
        for member in [\GNSSFix.epd, \.eph, \.eps, \.sep, \.geoidSeparation, \.epv] { take(new[keyPath: member], member) }
        if parts.contains(.speedError) { eps = new.eps }
        if parts.contains(.earthCentred) { (earthCentred, earthCentredError) = (new.earthCentred, new.earthCentredError) }
        if parts.contains(.earthCentredVelocity) {
            (earthCentredVelocity, earthCentredVelocityError) = (new.earthCentredVelocity, new.earthCentredVelocityError)
        }
        if parts.contains(.velocity) { velocity = new.velocity }
        if new.dgpsAge.isFinite, let station = new.dgpsStation { (dgpsAge, dgpsStation) = (new.dgpsAge, station) }
    }

    private mutating func take(_ value: Double, _ member: WritableKeyPath<GNSSFix, Double>) {
        if value.isFinite { self[keyPath: member] = value }
    }
}
