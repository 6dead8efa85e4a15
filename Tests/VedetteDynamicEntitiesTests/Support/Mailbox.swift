// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What a test sends, in order, to whoever asks next. Other than an `AsyncStream`, it outlives a reader that is cancelled.
final class Mailbox<Message: Sendable>: Sendable {
    private struct State {
        var messages: [Message] = []
        var waiting: [(identifier: Int, continuation: CheckedContinuation<Message, any Error>)] = []
        var nextIdentifier = 0
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    func send(_ message: Message) {
        let continuation = state.withLock { state -> CheckedContinuation<Message, any Error>? in
            if state.waiting.isEmpty {
                state.messages.append(message)
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        continuation?.resume(returning: message)
    }

    func next() async throws -> Message {
        let identifier = state.withLock { state in
            state.nextIdentifier += 1
            return state.nextIdentifier
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<Message, any Error>? in
                    if state.cancelled.remove(identifier) != nil { return .failure(CancellationError()) }
                    if !state.messages.isEmpty { return .success(state.messages.removeFirst()) }
                    state.waiting.append((identifier, continuation))
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let continuation = state.withLock { state -> CheckedContinuation<Message, any Error>? in
                guard let index = state.waiting.firstIndex(where: { $0.identifier == identifier }) else {
                    state.cancelled.insert(identifier)
                    return nil
                }
                return state.waiting.remove(at: index).continuation
            }
            continuation?.resume(throwing: CancellationError())
        }
    }
}
