// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Why an engine cannot do what it is asked for.
package struct FenceEngineOptionsError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Code: Sendable {
        /// Path detection uses points; discs of accuracy have no path.
        case pathWithAccuracy
        /// A duration that is negative, zero where that means nothing, or absurdly long.
        case duration
        /// A speed that is negative or no number.
        case speed
    }

    package let code: Code
    package let message: String
    package var description: String { message }
}

extension FenceEngineOptions {
    /// A hundred years, in microseconds: the longest duration that means anything here.
    package static let maximumDuration: Int64 = 100 * 366 * 86_400 * 1_000_000

    /// Throws where the options contradict each other or mean nothing, with a sentence that says how to mend it.
    package func check() throws(FenceEngineOptionsError) {
        try Self.check("the allowed lateness", allowedLateness, isZeroAllowed: true)
        try Self.check("the dwell time", rules.dwell, isZeroAllowed: true)
        try Self.check("the minimum time in", rules.minimumIn, isZeroAllowed: true)
        try Self.check("the minimum time out", rules.minimumOut, isZeroAllowed: true)
        try Self.check("the time of silence", rules.silence, isZeroAllowed: false)
        try Self.check("the upper speed limit", rules.speedAbove)
        try Self.check("the lower speed limit", rules.speedBelow)
        try Self.check("the hysteresis of speed", rules.speedHysteresis)
        guard case .path(let path) = detection else { return }
        guard !usesAccuracy else {
            throw FenceEngineOptionsError(
                code: .pathWithAccuracy,
                message: "path detection uses points and cannot go with an accuracy mode; detect by fixes, or leave the accuracy out")
        }
        try Self.check("the maximum gap of a path", path.maximumGap, isZeroAllowed: true)
        try Self.check("the maximum speed of a path", path.maximumSpeed)
    }

    private static func check(_ name: String, _ duration: Int64?, isZeroAllowed: Bool) throws(FenceEngineOptionsError) {
        guard let duration, duration < (isZeroAllowed ? 0 : 1) || duration > maximumDuration else { return }
        let range = isZeroAllowed ? "from 0 s to 100 years" : "above 0 s and at most 100 years"
        let seconds = Double(duration) / 1e6
        throw FenceEngineOptionsError(code: .duration, message: "\(name) is \(seconds) s; it must be \(range), or left out")
    }

    private static func check(_ name: String, _ speed: Double?) throws(FenceEngineOptionsError) {
        guard let speed, !(speed >= 0 && speed.isFinite) else { return }
        throw FenceEngineOptionsError(
            code: .speed, message: "\(name) is \(speed) m/s; it must be a number of metres a second, 0 or more, or left out")
    }
}
