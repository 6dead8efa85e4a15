// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import VedetteServer

@Suite("Queue of a subscriber")
struct SubscriberQueueTests {
    private func chunk(_ bytes: Int, observations: Int = 1, byte: UInt8 = 65) -> StreamChunk {
        StreamChunk(
            buffer: ByteBuffer(repeating: byte, count: bytes), messageCount: observations, observationCount: observations)
    }

    @Test("what fits is kept in order; one byte more drops the oldest, and says how many observations that were")
    func bytes() {
        var queue = SubscriberQueue(maximumBytes: 100, maximumMessages: 1_000)
        #expect(queue.append(chunk(40, observations: 3, byte: 1)) == 0)
        #expect(queue.append(chunk(60, observations: 2, byte: 2)) == 0)
        #expect(queue.byteCount == 100 && queue.messageCount == 5)
        #expect(queue.append(chunk(1, byte: 3)) == 3)
        #expect(queue.byteCount == 61 && queue.messageCount == 3)
        #expect(queue.popFirst()?.buffer.getBytes(at: 0, length: 1) == [2])
        #expect(queue.popFirst()?.frames == 1)
        #expect(queue.popFirst() == nil && queue.byteCount == 0 && queue.messageCount == 0)
    }

    @Test("messages are bounded too")
    func messages() {
        var queue = SubscriberQueue(maximumBytes: 1_000, maximumMessages: 4)
        #expect(queue.append(chunk(1, observations: 2)) == 0)
        #expect(queue.append(chunk(1, observations: 2)) == 0)
        #expect(queue.append(chunk(1, observations: 1)) == 2)
        #expect(queue.messageCount == 3)
    }

    @Test("what is larger than the queue is dropped itself, and nothing for it")
    func tooLarge() {
        var queue = SubscriberQueue(maximumBytes: 100, maximumMessages: 10)
        _ = queue.append(chunk(50))
        #expect(queue.append(chunk(101, observations: 7)) == 7)
        #expect(queue.append(chunk(1, observations: 11)) == 11)
        #expect(queue.byteCount == 50)
    }

    @Test("answers are not dropped for observations, and there is a bound on them")
    func answers() {
        var queue = SubscriberQueue(maximumBytes: 100, maximumMessages: 100, maximumAnswerBytes: 80)
        let first = queue.append(answer: ByteBuffer(repeating: 9, count: 60))
        #expect(first)
        #expect(queue.append(chunk(40, byte: 1)) == 0)
        #expect(queue.append(chunk(30, byte: 2)) == 1)
        // With the answer there is no room for this one.
        #expect(queue.append(chunk(41, observations: 5)) == 6)
        let second = queue.append(answer: ByteBuffer(repeating: 9, count: 20))
        let third = queue.append(answer: ByteBuffer(repeating: 9, count: 1))
        #expect(second && !third)
        #expect(queue.popFirst()?.frames == 0)
        #expect(queue.popFirst()?.buffer.readableBytes == 20)
        let again = queue.append(answer: ByteBuffer(repeating: 9, count: 80))
        #expect(again)
    }

    @Test("emptied, it says how many observations were lost")
    func emptied() {
        var queue = SubscriberQueue(maximumBytes: 100, maximumMessages: 100)
        _ = queue.append(chunk(10, observations: 4))
        _ = queue.append(answer: ByteBuffer(repeating: 1, count: 5))
        #expect(queue.removeAll() == 4)
        #expect(queue.isEmpty && queue.byteCount == 0)
    }

    @Test("one is stalled that takes nothing for longer than the patience while something waits")
    func stall() {
        let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
        var watch = StallWatch(patience: .seconds(10), pingInterval: .seconds(100), now: start)
        #expect(watch.judge(accepted: 0, waiting: 5, at: start + .seconds(10)) == .good)
        var other = watch
        #expect(other.judge(accepted: 0, waiting: 5, at: start + .nanoseconds(10_000_000_001)) == .stalled)
        // A byte is enough.
        #expect(watch.judge(accepted: 1, waiting: 5, at: start + .seconds(11)) == .good)
        #expect(watch.judge(accepted: 1, waiting: 5, at: start + .seconds(21)) == .good)
        #expect(watch.judge(accepted: 1, waiting: 5, at: start + .seconds(22)) == .stalled)
    }

    @Test("one for whom nothing waits is asked by a ping, and stalled when it does not answer")
    func ping() {
        let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
        var watch = StallWatch(patience: .seconds(10), pingInterval: .seconds(20), now: start)
        #expect(watch.judge(accepted: 0, waiting: 0, at: start + .seconds(20)) == .good)
        #expect(watch.judge(accepted: 0, waiting: 0, at: start + .seconds(21)) == .ping)
        var silent = watch
        #expect(silent.judge(accepted: 0, waiting: 0, at: start + .seconds(51)) == .good)
        #expect(silent.judge(accepted: 0, waiting: 0, at: start + .seconds(52)) == .stalled)
        watch.didHear(at: start + .seconds(30))
        #expect(watch.judge(accepted: 0, waiting: 0, at: start + .seconds(50)) == .good)
        #expect(watch.judge(accepted: 0, waiting: 0, at: start + .seconds(51)) == .ping)
    }

    @Test("a peer may send 200 messages a second, not one more")
    func rate() {
        let start = NIODeadline.uptimeNanoseconds(0)
        var rate = MessageRate(now: start)
        for _ in 0..<200 {
            let isGood = rate.count(at: start)
            #expect(isGood)
        }
        let beyond = rate.count(at: start + .milliseconds(999))
        let later = rate.count(at: start + .seconds(1))
        #expect(!beyond && later)
    }
}
