// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteFeeds
import VedetteLocation

/// Prints what a GNSS receiver says as gpsd would.
struct GNSSReportRun {
    let address: FeedAddress
    let run: RunArguments
    let statistics: RunStatistics

    func print() async throws {
        try await CommandFailure.naming(address) {
            let input = try await BlockReader(address)
            var decoder = GNSSDecoder()
            var isAtEnd = false
            while !isAtEnd {
                var events: [GNSSEvent] = []
                if let bytes = try await input.next() {
                    decoder.push(bytes, events: &events)
                } else {
                    isAtEnd = true
                    decoder.finish(events: &events)
                }
                try write(events)
            }
            FeedRun.count(decoder.damage, statistics)
        }
    }

    private func write(_ events: [GNSSEvent]) throws {
        var output: [UInt8] = []
        var issues: [String] = []
        for event in events {
            switch event {
            case .report(let report, _):
                if case .fix = report { statistics.add("in", 1) }
                output += Array((GNSSReportWriter.line(report) + "\n").utf8)
                statistics.add("out", 1)
            case .note(let note):
                issues.append("line \(note.line): \(note.message)")
                statistics.add("skipped", 1)
            }
            if run.strict, !issues.isEmpty { break }
        }
        try StandardOutput.write(output)
        issues.forEach { Diagnostics.write($0) }
        if run.strict, !issues.isEmpty { throw CommandFailure("stopped at the first bad line, as --strict asks") }
    }
}
