// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteFences

extension FenceGeotrigger {
    /// What the engine is asked for.
    ///
    /// - Throws: ``GeotriggerError`` that names what cannot be.
    func engineOptions() throws(GeotriggerError) -> FenceEngineOptions {
        var options = FenceEngineOptions(triggerID: geotriggerID)
        options.usesAccuracy = feedAccuracyMode == .useGeometryWithAccuracy
        options.relationship = enterExitSpatialRelationship.ofEngine
        options.allowedLateness = try Self.microseconds(allowedLateness, "allowedLateness")
        if case .path(let gap, let speed) = detection {
            guard !options.usesAccuracy else {
                throw GeotriggerError(
                    .invalidSettings,
                    "path detection judges points; set feedAccuracyMode to useGeometry, or detection to fixes")
            }
            var path = FencePathOptions()
            path.maximumGap = gap == .infinity ? FenceEngineOptions.maximumDuration : try Self.microseconds(gap, "maximumGap")
            if let speed { path.maximumSpeed = try Self.checked(speed, "maximumSpeed") }
            options.detection = .path(path)
        }
        options.rules = try engineRules()
        do throws(FenceEngineOptionsError) {
            try options.check()
        } catch {
            throw GeotriggerError(.invalidSettings, error.message, underlyingError: error)
        }
        return options
    }

    private func engineRules() throws(GeotriggerError) -> FenceRules {
        let rules = rules
        var result = FenceRules()
        if let seconds = rules.dwell { result.dwell = try Self.microseconds(seconds, "rules.dwell") }
        if let seconds = rules.minimumIn { result.minimumIn = try Self.microseconds(seconds, "rules.minimumIn") }
        if let seconds = rules.minimumOut { result.minimumOut = try Self.microseconds(seconds, "rules.minimumOut") }
        if let seconds = rules.silence {
            guard seconds > 0 else { throw GeotriggerError(.invalidSettings, "rules.silence is \(seconds); give seconds above 0, or nil") }
            result.silence = max(1, try Self.microseconds(seconds, "rules.silence"))
        }
        if let speed = rules.speedAbove { result.speedAbove = try Self.checked(speed, "rules.speedAbove") }
        if let speed = rules.speedBelow { result.speedBelow = try Self.checked(speed, "rules.speedBelow") }
        result.speedHysteresis = try Self.checked(rules.speedHysteresis, "rules.speedHysteresis")
        return result
    }

    /// The longest duration, in seconds: about thirty years.
    private static let longest = 1e9

    private static func microseconds(_ seconds: Double, _ name: String) throws(GeotriggerError) -> Int64 {
        guard seconds >= 0, seconds <= longest else {
            throw GeotriggerError(.invalidSettings, "\(name) is \(seconds); give seconds from 0 to 1,000,000,000")
        }
        return Int64((seconds * 1e6).rounded())
    }

    private static func checked(_ speed: Double, _ name: String) throws(GeotriggerError) -> Double {
        guard speed >= 0, speed.isFinite else {
            throw GeotriggerError(.invalidSettings, "\(name) is \(speed); give metres a second, 0 or more")
        }
        return speed
    }
}

extension FenceRules {
    /// Whether something can happen while no fix comes.
    var needsClock: Bool { dwell != nil || minimumIn != nil || minimumOut != nil || silence != nil }
}
