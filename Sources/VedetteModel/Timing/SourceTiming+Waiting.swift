// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension SourceTiming {
    /// Waits for an outcome, and no longer than to a moment.
    ///
    /// - Parameters:
    ///   - outcome: what is waited for; nil where there is nothing.
    ///   - deadline: the end of waiting, by ``uptime``; nil for never.
    /// - Returns: what came of it; nil when the time was over, or the calling task was cancelled, and also where the outcome is an error.
    @discardableResult
    package func wait<Success: Sendable>(for outcome: Outcome<Success>?, until deadline: Duration?) async -> Success? {
        let seconds = deadline.map { ($0 - uptime()) / .seconds(1) }
        if let seconds, seconds <= 0 { return nil }
        return await withTaskGroup(of: Success?.self) { group in
            if let ticket = outcome?.join() { group.addTask { try? await ticket.value() } }
            if let seconds {
                group.addTask {
                    try? await sleep(seconds)
                    return nil
                }
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            // What came while the time ran out has come.
            return await group.reduce(first) { $0 ?? $1 }
        }
    }
}
