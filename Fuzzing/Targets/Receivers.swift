// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteFeeds
import VedetteLocation

// What a GNSS receiver sends: the first byte says where it is cut, and the same must come of it as if it were not.
extension FuzzTarget {
    static let nmea = FuzzTarget("nmea") { bytes in
        guard let choice = bytes.first else { return }
        let stream = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        let whole = ReceiverOutcome(stream, pieces: nil)
        let cut = ReceiverOutcome(stream, pieces: choice)
        require(whole == cut, "cut or whole, a receiver says the same:\n\(whole)\n\(cut)")
        for line in whole.lines {
            require(!line.contains("nan") && !line.contains("inf"), "what is not known is not printed: \(line)")
        }
        var options = FeedOptions(format: .nmea)
        options.requiresTrack = false
        let feed = FeedOutcome(stream, pieces: nil, options: options)
        require(feed == FeedOutcome(stream, pieces: choice, options: options), "cut or whole, the feed says the same: \(feed)")
    }
}

/// What came of a stream.
private struct ReceiverOutcome: Equatable {
    private(set) var lines: [String] = []
    private(set) var notes: [GNSSNote] = []
    private(set) var damage: GNSSDamage

    init(_ bytes: UnsafeRawBufferPointer, pieces seed: UInt8?) {
        var decoder = GNSSDecoder()
        var reports: [GNSSReport] = []
        var state = UInt32(seed ?? 0)
        var place = 0
        while place < bytes.count {
            state = state &* 1_664_525 &+ 1_013_904_223
            let end = seed == nil ? bytes.count : min(bytes.count, place + 1 + Int(state >> 26))
            decoder.push(bytes[place..<end], reports: &reports, notes: &notes)
            place = end
        }
        decoder.finish(reports: &reports, notes: &notes)
        lines = reports.map(GNSSReportWriter.line)
        damage = decoder.damage
    }
}
