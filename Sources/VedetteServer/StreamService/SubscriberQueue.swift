// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// What waits to be written to one subscriber: a core.
///
/// Bounded in bytes and in messages. What comes beyond drops the oldest observations, which are counted; answers to the subscriber's own
/// messages are kept, and there is a bound on those too.
struct SubscriberQueue {
    private enum Item {
        case chunk(StreamChunk)
        case answer(ByteBuffer)

        var byteCount: Int {
            switch self {
            case .chunk(let chunk): chunk.buffer.readableBytes
            case .answer(let buffer): buffer.readableBytes
            }
        }
    }

    private let maximumBytes: Int
    private let maximumMessages: Int
    private let maximumAnswerBytes: Int
    private var items = CircularBuffer<Item>()
    private(set) var byteCount = 0
    private(set) var messageCount = 0
    private var answerBytes = 0

    init(maximumBytes: Int, maximumMessages: Int, maximumAnswerBytes: Int = 64 << 10) {
        (self.maximumBytes, self.maximumMessages, self.maximumAnswerBytes) = (maximumBytes, maximumMessages, maximumAnswerBytes)
    }

    var isEmpty: Bool { items.isEmpty }

    /// Adds frames; says how many observations were dropped for it, which are the new ones where they alone are too many.
    mutating func append(_ chunk: StreamChunk) -> Int {
        let (bytes, messages) = (chunk.buffer.readableBytes, chunk.messageCount)
        guard bytes <= maximumBytes, messages <= maximumMessages else { return chunk.observationCount }
        var dropped = 0
        var index = items.startIndex
        while byteCount + bytes > maximumBytes || messageCount + messages > maximumMessages, index < items.endIndex {
            guard case .chunk(let oldest) = items[index] else {
                index = items.index(after: index)
                continue
            }
            if index == items.startIndex { items.removeFirst() } else { items.remove(at: index) }
            byteCount -= oldest.buffer.readableBytes
            messageCount -= oldest.messageCount
            dropped += oldest.observationCount
        }
        // Answers alone may fill it.
        guard byteCount + bytes <= maximumBytes, messageCount + messages <= maximumMessages else { return dropped + chunk.observationCount }
        items.append(.chunk(chunk))
        byteCount += bytes
        messageCount += messages
        return dropped
    }

    /// Adds an answer; false where too many wait, because the subscriber asks and does not read.
    mutating func append(answer: ByteBuffer) -> Bool {
        guard answerBytes + answer.readableBytes <= maximumAnswerBytes else { return false }
        items.append(.answer(answer))
        answerBytes += answer.readableBytes
        byteCount += answer.readableBytes
        messageCount += 1
        return true
    }

    /// Takes the oldest, with how many frames of observations it is.
    mutating func popFirst() -> (buffer: ByteBuffer, frames: Int)? {
        guard let item = items.popFirst() else { return nil }
        byteCount -= item.byteCount
        switch item {
        case .chunk(let chunk):
            messageCount -= chunk.messageCount
            return (chunk.buffer, chunk.messageCount)
        case .answer(let buffer):
            messageCount -= 1
            answerBytes -= buffer.readableBytes
            return (buffer, 0)
        }
    }

    /// Empties it; says how many observations there were in it.
    mutating func removeAll() -> Int {
        let count = items.reduce(0) { count, item in if case .chunk(let chunk) = item { count + chunk.observationCount } else { count } }
        items.removeAll()
        (byteCount, messageCount, answerBytes) = (0, 0, 0)
        return count
    }
}
