// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteModel

@testable import VedetteServer

@Suite("Live viewer")
struct LiveViewerTests {
    private func instant(_ seconds: Double) -> Instant { Instant(microsecondsSince1970: Int64(seconds * 1e6)) }

    @Test("two frames may be unacknowledged, and an acknowledgement counts for all before it")
    func acknowledgements() {
        var viewer = LiveViewer(sourceCount: 1, notificationCursor: 0, now: instant(0))
        for frame in 1...2 {
            #expect(viewer.isReadyForFrame)
            viewer.sequence = UInt32(frame)
            viewer.didSendFrames(at: instant(Double(frame)))
        }
        #expect(!viewer.isReadyForFrame)
        viewer.acknowledge(2, at: instant(3))
        #expect(viewer.isReadyForFrame)
        viewer.acknowledge(99, at: instant(3))
        viewer.acknowledge(0, at: instant(3))
        #expect(viewer.isReadyForFrame)
    }

    @Test("a viewer that acknowledges nothing stalls; one with nothing to acknowledge does not")
    func stalling() {
        var viewer = LiveViewer(sourceCount: 1, notificationCursor: 0, now: instant(0))
        #expect(!viewer.isStalled(at: instant(1_000), patience: 10))
        viewer.sequence = 1
        viewer.didSendFrames(at: instant(1_000))
        #expect(!viewer.isStalled(at: instant(1_009), patience: 10))
        #expect(viewer.isStalled(at: instant(1_011), patience: 10))
        viewer.acknowledge(1, at: instant(1_011))
        #expect(!viewer.isStalled(at: instant(5_000), patience: 10))
    }

    @Test("a frame is due once a second at least")
    func heartbeat() {
        var viewer = LiveViewer(sourceCount: 1, notificationCursor: 0, now: instant(0))
        #expect(viewer.isHeartbeatDue(at: instant(0)))
        viewer.didSendFrames(at: instant(5))
        #expect(!viewer.isHeartbeatDue(at: instant(5.9)))
        #expect(viewer.isHeartbeatDue(at: instant(6)))
    }

    @Test("messages are limited by the second")
    func messages() {
        var viewer = LiveViewer(sourceCount: 1, notificationCursor: 0, now: instant(0))
        for _ in 0..<LiveViewer.maximumMessagesPerSecond {
            let isAllowed = viewer.countMessage(at: instant(10))
            #expect(isAllowed)
        }
        let isTooMany = !viewer.countMessage(at: instant(10.5))
        #expect(isTooMany)
        let isAllowedAgain = viewer.countMessage(at: instant(11))
        #expect(isAllowedAgain)
    }

    @Test(
        "understands what viewers say",
        arguments: [
            (#"{"type":"ack","frame":41}"#, .acknowledge(frame: 41)),
            (#"{"type":"select","source":1,"track":"a"}"#, .select(source: 1, track: "a")),
            (#"{"type":"select","track":null}"#, .select(source: 0, track: nil)),
            (
                #"{"type":"identify","request":3,"location":[1,2],"tolerance":5}"#,
                .identify(request: 3, longitude: 1, latitude: 2, tolerance: 5, time: nil)
            ),
            (
                #"{"type":"identify","request":3,"location":[1,2],"tolerance":5,"time":7,"more":1}"#,
                .identify(request: 3, longitude: 1, latitude: 2, tolerance: 5, time: 7)
            ),
        ] as [(String, ViewerMessage)])
    func understands(text: String, expected: ViewerMessage) {
        #expect(ViewerMessage(text, sourceCount: 2) == expected)
    }

    @Test(
        "ignores what it does not understand",
        arguments: [
            "", "{}", "null", "[1]", #"{"type":"ack"}"#, #"{"type":"ack","frame":-1}"#, #"{"type":"ack","frame":1e30}"#,
            #"{"type":"select","source":2,"track":"a"}"#,
            #"{"type":"select","source":-1}"#, #"{"type":"identify","request":1,"location":[1],"tolerance":1}"#,
            #"{"type":"identify","request":1,"location":[1,91],"tolerance":1}"#,
            #"{"type":"identify","request":1,"location":[1,2],"tolerance":-1}"#,
            #"{"type":"identify","request":1,"location":[1e999,2],"tolerance":1}"#, #"{"type":"fly"}"#,
            String(repeating: "[", count: 10_000),
        ])
    func ignores(text: String) {
        #expect(ViewerMessage(text, sourceCount: 2) == nil)
    }
}
