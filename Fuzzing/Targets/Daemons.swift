// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteFeeds
import VedetteLocation

extension FuzzTarget {
    /// What a gpsd says, cut as the first byte says: the same must come of it as if it were not.
    static let gpsd = FuzzTarget("gpsd") { bytes in
        guard let choice = bytes.first else { return }
        let text = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        let whole = GPSDOutcome(text, pieces: nil)
        let cut = GPSDOutcome(text, pieces: choice)
        require(whole == cut, "cut or whole, a gpsd says the same:\n\(whole)\n\(cut)")
    }
}

/// What came of the words of a gpsd.
private struct GPSDOutcome: Equatable {
    private(set) var events: [String] = []
    private(set) var malformedCount = 0
    private(set) var failure: String?

    init(_ bytes: UnsafeRawBufferPointer, pieces seed: UInt8?) {
        var session = GPSDSession(device: nil)
        var found: [GPSDEvent] = []
        var state = UInt32(seed ?? 0)
        var place = 0
        do {
            while place < bytes.count {
                state = state &* 1_664_525 &+ 1_013_904_223
                let end = seed == nil ? bytes.count : min(bytes.count, place + 1 + Int(state >> 26))
                try session.receive(bytes[place..<end], into: &found)
                place = end
            }
        } catch {
            // The words quote as much as had come.
            failure = error.code.rawValue
        }
        malformedCount = session.statistics.malformedReportCount
        for event in found {
            if case .fix(let fix, _) = event, fix.latitude.isFinite || fix.longitude.isFinite {
                require(abs(fix.latitude) <= 90.000_001 && abs(fix.longitude) <= 180.000_001, "a place is on Earth: \(event)")
            }
            events.append("\(event)")
        }
    }
}
