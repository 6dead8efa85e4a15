// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteDynamicEntities
import VedetteModel
import VedetteTesting

@testable import VedetteFeeds

@Suite("Polling: when, and what is new")
struct PollingCoreTests {
    @Test("what a server wishes is seconds or a date by its own clock")
    func retryAfter() {
        let now = Instant(microsecondsSince1970: 1_777_636_800_000_000)  // 2026-05-01T12:00:00Z
        #expect(RetryAfter.seconds("120", date: nil, now: now) == 120)
        #expect(RetryAfter.seconds("Fri, 01 May 2026 12:01:00 GMT", date: nil, now: now) == 60)
        #expect(RetryAfter.seconds("Fri, 01 May 2026 12:01:00 GMT", date: "Fri, 01 May 2026 12:00:50 GMT", now: now) == 10)
        #expect(RetryAfter.seconds("Fri, 01 May 2026 11:00:00 GMT", date: nil, now: now) == 0)
        for text in ["", "-1", "soon", "1e9", "9999999999999"] { #expect(RetryAfter.seconds(text, date: nil, now: now) == nil, "\(text)") }
    }

    // MARK: What is new

    private struct Row {
        var track: String
        var time: Int64?
        var name: String
    }

    private func batch(_ rows: [Row]) -> ObservationBatch {
        var batch = ObservationBatch()
        for row in rows {
            batch.beginRow()
            let text = batch.appendBytes { $0 += Array(row.name.utf8) }
            if let column = batch.column(for: Field(type: .text, name: "name", alias: "")) {
                batch.setValue(ObservationBatch.reference(.text, text), column: column)
            }
            let track = batch.appendBytes { $0 += Array(row.track.utf8) }
            batch.endRow(track: track, position: nil, time: row.time ?? ObservationBatch.noTime, ordinal: 0)
        }
        return batch
    }

    private func take(_ intake: inout PollIntake, _ rows: [(String, Int64?, String)]) -> [String] {
        intake.take([batch(rows.map { Row(track: $0.0, time: $0.1, name: $0.2) })]).flatMap { batch in
            (0..<batch.count).map { index in
                let time = batch.times[index] == ObservationBatch.noTime ? "-" : "\(batch.times[index])"
                return
                    "\(batch.text(batch.trackRanges[index]))@\(time):\(batch.text(ObservationBatch.range(of: batch.value(at: index, column: 0))))"
            }
        }
    }

    @Test("an observation with a time is taken once; changed content is new; the order is by time")
    func withTimes() {
        var intake = PollIntake()
        #expect(take(&intake, [("a", 2, "x"), ("b", 1, "y")]) == ["b@1:y", "a@2:x"])
        #expect(take(&intake, [("a", 2, "x"), ("b", 1, "y")]) == [])
        #expect(take(&intake, [("a", 3, "x"), ("a", 2, "x"), ("b", 1, "z"), ("b", 1, "z")]) == ["b@1:z", "a@3:x"])
        #expect(intake.duplicateCount == 4)
    }

    @Test("without times, an observation is new where its track has changed")
    func withoutTimes() {
        var intake = PollIntake()
        #expect(take(&intake, [("a", nil, "x"), ("b", nil, "x")]) == ["a@-:x", "b@-:x"])
        #expect(take(&intake, [("a", nil, "y"), ("b", nil, "x")]) == ["a@-:y"])
        #expect(take(&intake, [("a", nil, "x"), ("b", nil, "x")]) == ["a@-:x"])
        #expect(intake.duplicateCount == 2)
    }

    @Test("what one answer leaves out is remembered for some more; what none names is forgotten")
    func memory() {
        var intake = PollIntake()
        _ = take(&intake, [("a", 1, "x")])
        for _ in 0..<5 { _ = take(&intake, [("b", 1, "x")]) }
        #expect(take(&intake, [("a", 1, "x")]) == [])
        for _ in 0..<40 { _ = take(&intake, [("b", 1, "x")]) }
        #expect(take(&intake, [("a", 1, "x")]) == ["a@1:x"])
    }

    @Test("memory is bounded: beyond it, observations are taken in again, never lost")
    func bounds() {
        var intake = PollIntake(capacity: 10)
        let rows = (0..<30).map { ("t\($0)", Int64($0) as Int64?, "x") }
        #expect(take(&intake, rows).count == 30)
        let again = take(&intake, rows).count
        #expect(again >= 20 && again <= 30)
        #expect(take(&intake, [("new", 100, "x")]) == ["new@100:x"])
    }

    @Test("tracks that an answer does not name any more are missing, once")
    func missing() {
        var intake = PollIntake()
        func rows(_ tracks: [String]) -> [ObservationBatch] { [batch(tracks.map { Row(track: $0, time: nil, name: "x") })] }
        #expect(intake.missing(in: rows(["a", "b", "c"])) == [])
        #expect(intake.missing(in: rows(["b"])) == ["a", "c"])
        #expect(intake.missing(in: rows(["b", "a"])) == [])
        #expect(intake.missing(in: []) == ["a", "b"])
    }
}
