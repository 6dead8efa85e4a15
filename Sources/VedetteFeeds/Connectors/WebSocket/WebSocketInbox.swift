// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization

/// Messages between the event loop that reads them and the task that uses them: bounded, since nothing more is read while it is full.
final class WebSocketInbox: Sendable {
    private struct State {
        var messages = CircularBuffer<WebSocketMessage>()
        var byteCount = 0
        var waiter: CheckedContinuation<WebSocketMessage?, any Error>?
        var isEnded = false
        var failure: (any Error)?
        /// Whether reading waits for room.
        var isHeld = false
        var onRoom: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let maximumLength: Int
    /// Empty messages are counted too.
    private static let costOfMessage = 64

    init(maximumLength: Int) {
        self.maximumLength = maximumLength
    }

    /// Whom to tell that reading may go on.
    func setOnRoom(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.onRoom = body }
    }

    func put(_ message: WebSocketMessage) {
        let waiter = state.withLock { state -> CheckedContinuation<WebSocketMessage?, any Error>? in
            guard !state.isEnded else { return nil }
            if let waiter = state.waiter {
                state.waiter = nil
                return waiter
            }
            state.messages.append(message)
            state.byteCount += message.bytes.readableBytes + Self.costOfMessage
            return nil
        }
        waiter?.resume(returning: message)
    }

    /// Ends the messages: those that are there can still be taken. Only the first end counts.
    ///
    /// - Parameter failure: what is thrown behind the last; nil for an end that was wished for.
    func finish(_ failure: (any Error)?) {
        let waiter = state.withLock { state -> CheckedContinuation<WebSocketMessage?, any Error>? in
            guard !state.isEnded else { return nil }
            (state.isEnded, state.failure, state.onRoom) = (true, failure, nil)
            defer { state.waiter = nil }
            return state.waiter
        }
        if let failure { waiter?.resume(throwing: failure) } else { waiter?.resume(returning: nil) }
    }

    /// Whether there is room for more; where not, reading is held until there is.
    func hasRoom() -> Bool {
        state.withLock { state in
            state.isHeld = state.byteCount >= maximumLength && !state.isEnded
            return !state.isHeld
        }
    }

    /// The next message, as soon as there is one; nil behind the last where the connection was closed on this side. One task may wait.
    ///
    /// - Throws: why the connection was lost, behind the last message that arrived; `CancellationError`.
    func next() async throws -> WebSocketMessage? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                wait(continuation)
            }
        } onCancel: {
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(throwing: CancellationError())
        }
    }

    private func wait(_ continuation: CheckedContinuation<WebSocketMessage?, any Error>) {
        var outcome: Result<WebSocketMessage?, any Error>?
        let onRoom = state.withLock { state -> (@Sendable () -> Void)? in
            if Task.isCancelled {
                outcome = .failure(CancellationError())
            } else if let message = state.messages.popFirst() {
                state.byteCount -= message.bytes.readableBytes + Self.costOfMessage
                outcome = .success(message)
                guard state.isHeld, state.byteCount <= maximumLength / 2 else { return nil }
                state.isHeld = false
                return state.onRoom
            } else if state.isEnded {
                outcome = state.failure.map { .failure($0) } ?? .success(nil)
            } else if state.waiter != nil {
                outcome = .failure(FeedError(.unreadable, "two tasks read the same WebSocket; let one do it"))
            } else {
                state.waiter = continuation
            }
            return nil
        }
        if let outcome { continuation.resume(with: outcome) }
        onRoom?()
    }
}
