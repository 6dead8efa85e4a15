// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteTesting

@testable import VedetteFences

@Suite("Snapshots of an engine")
struct FenceSnapshotTests {
    private func snapshot(_ change: (inout FenceEngineOptions) -> Void = { _ in }) throws -> (timeline: FenceTimeline, bytes: [UInt8]) {
        let timeline = try FenceTimeline(nil, change)
        timeline.fix(0.5, at: 0)
        timeline.fix(2.5, at: 1, track: "é\u{0}w")
        timeline.fix(5, at: 2, track: "out")
        return (timeline, timeline.engine.snapshot())
    }

    private func error(_ bytes: [UInt8], _ timeline: FenceTimeline, _ change: (inout FenceEngineOptions) -> Void = { _ in })
        -> FenceSnapshotError?
    {
        var options = timeline.engine.options
        change(&options)
        do throws(FenceSnapshotError) {
            _ = try FenceEngine(snapshot: bytes, index: timeline.engine.index, options: options)
            return nil
        } catch {
            return error
        }
    }

    @Test("who was in is in, who was out is out: nothing is told again")
    func goesOn() throws {
        let (timeline, _) = try snapshot()
        try timeline.restart()
        timeline.fix(0.6, at: 3)
        timeline.fix(2.6, at: 3, track: "é\u{0}w")
        timeline.fix(5, at: 3, track: "out")
        #expect(timeline.told.count == 2)
        timeline.fix(5, at: 4)
        #expect(timeline.told.last == "v exited a 4")
        timeline.fix(5, at: 3)
        #expect(timeline.engine.counts.late == 1)
        #expect(timeline.engine.trackCount == 3)
    }

    @Test("timers, pending crossings and waiting fixes go on")
    func rules() throws {
        let timeline = try FenceTimeline { ($0.rules.dwell, $0.rules.minimumIn, $0.rules.silence) = (10_000_000, 4_000_000, 20_000_000) }
        timeline.fix(0.5, at: 0)
        try timeline.restart()
        timeline.clock(4)
        try timeline.restart()
        timeline.clock(10)
        try timeline.restart()
        timeline.clock(100)
        try timeline.restart()
        timeline.clock(200)
        #expect(timeline.told == ["v entered a 0/4", "v dwelled a 10", "v silent a 20"])
        timeline.fix(0.5, at: 300)
        timeline.clock(400)
        #expect(timeline.told.last == "v silent a 320")
    }

    @Test("fences that are gone are forgotten without an event; another shape is judged by the next fix")
    func otherFences() throws {
        let (timeline, bytes) = try snapshot()
        let engine = try FenceEngine(
            snapshot: bytes, index: FenceIndex([try FenceTimeline.box("a", 8, 9), try FenceTimeline.box("c", 2, 3)]),
            options: timeline.engine.options)
        timeline.engine = engine
        timeline.fix(0.5, at: 10)
        timeline.fix(2.5, at: 10, track: "é\u{0}w")
        #expect(timeline.told.suffix(2) == ["v exited a 10", "é\u{0}w entered c 10"])
    }

    @Test("the order in which tracks came leaves no trace in the bytes")
    func order() throws {
        let (one, other) = (try FenceTimeline(), try FenceTimeline())
        let tracks = ["x", "a", "m", "é", "0"]
        for track in tracks { one.fix(0.5, at: 1, track: track) }
        for track in tracks.reversed() { other.fix(0.5, at: 1, track: track) }
        // The records of the feed are others, but nothing waits that would remember them.
        #expect(one.engine.snapshot() == other.engine.snapshot())
    }

    @Test("other options are refused, naming them and what they were")
    func options() throws {
        let (timeline, bytes) = try snapshot { $0.rules.dwell = 10_000_000 }
        let refusal = error(bytes, timeline) {
            $0.rules.dwell = 20_000_000
            $0.detection = .path(FencePathOptions())
        }
        #expect(refusal?.code == .options)
        #expect(refusal?.message.contains("dwell time (10.0 s then, 20.0 s now)") == true)
        #expect(refusal?.message.contains("detection (fixes then, path now)") == true)
        #expect(error(bytes, timeline) { $0.triggerID = "u" }?.message.contains("trigger id (t then, u now)") == true)
        #expect(error(bytes, timeline) { $0.allowedLateness = -1 }?.code == .options)
        #expect(error(bytes, timeline) == nil)
    }

    @Test("every flipped bit, every cut and every addition is found")
    func damage() throws {
        let (timeline, bytes) = try snapshot { ($0.rules.dwell, $0.allowedLateness) = (10_000_000, 1_000_000) }
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 1 << UInt8(place % 8)
            #expect(error(damaged, timeline) != nil)
            #expect(error(Array(bytes[..<place]), timeline) != nil)
        }
        #expect(error(bytes + [0], timeline)?.code == .damaged)
        #expect(error([], timeline)?.code == .notASnapshot)
        #expect(error(Array("hello".utf8), timeline)?.code == .notASnapshot)
        var future = bytes
        future[FenceEngine.snapshotMagic.utf8.count] = 9
        #expect(error(future, timeline)?.code == .version)
    }

    @Test("hostile bytes under a right digest end in a value or in an error, never in a trap")
    func hostile() throws {
        var random = SeededRandomNumberGenerator(seed: 5)
        let (timeline, bytes) = try snapshot {
            ($0.rules.dwell, $0.rules.minimumIn, $0.allowedLateness) = (10_000_000, 2_000_000, 1_000_000)
        }
        var refused = 0
        for _ in 0..<4_000 {
            var writer = SnapshotWriter()
            var body = Array(bytes.dropLast(SnapshotReader.digestLength))
            for _ in 0...random.index(below: 3) {
                let place =
                    FenceEngine.snapshotMagic.utf8.count + 1 + random.index(below: body.count - FenceEngine.snapshotMagic.utf8.count - 1)
                switch random.index(below: 3) {
                case 0: body[place] = UInt8(random.index(below: 256))
                case 1: body[place] = 0xff
                default: body.removeSubrange(place..<min(body.count, place + 1 + random.index(below: 4)))
                }
                if body.count < FenceEngine.snapshotMagic.utf8.count + 8 { break }
            }
            for byte in body { writer.append(byte) }
            writer.seal()
            guard let engine = try? FenceEngine(snapshot: writer.bytes, index: timeline.engine.index, options: timeline.engine.options)
            else {
                refused += 1
                continue
            }
            // What was taken up can go on.
            let revived = timeline.engine
            timeline.engine = engine
            timeline.fix(0.5, at: 50)
            timeline.fix(9, at: 60)
            timeline.clock(1_000)
            timeline.finish()
            _ = engine.snapshot()
            timeline.engine = revived
        }
        #expect(refused > 1_000)
    }
}
