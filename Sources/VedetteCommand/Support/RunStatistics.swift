// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Vedette

/// What a run counted, for `--stats`.
final class RunStatistics: Sendable {
    private struct State {
        var counts: [(name: String, value: Int)] = []
        var began = ContinuousClock.now
        var loadSeconds: Double?
    }

    private let state = Mutex(State())

    /// Raises a count. Counts are printed in the order in which they were first raised.
    func add(_ name: String, _ amount: Int) {
        state.withLock { state in
            if let index = state.counts.firstIndex(where: { $0.name == name }) {
                state.counts[index].value += amount
            } else {
                state.counts.append((name, amount))
            }
        }
    }

    func count(_ name: String) -> Int {
        state.withLock { state in state.counts.first { $0.name == name }?.value ?? 0 }
    }

    /// Takes the time so far for loading; what follows is the work itself.
    func endLoading() {
        state.withLock { state in
            state.loadSeconds = Self.seconds(ContinuousClock.now - state.began)
            state.began = ContinuousClock.now
        }
    }

    /// One JSON object.
    var json: String {
        state.withLock { state in
            let seconds = Self.seconds(ContinuousClock.now - state.began)
            let updates = state.counts.first { $0.name == "in" }?.value ?? 0
            var members = state.counts.map { "\"\($0.name)\":\($0.value)" }
            if let load = state.loadSeconds { members.append("\"loadSeconds\":\(Self.rounded(load))") }
            members.append("\"seconds\":\(Self.rounded(seconds))")
            members.append("\"updatesPerSecond\":\(seconds > 0 ? Int(Double(updates) / seconds) : 0)")
            members.append("\"peakResidentBytes\":\(Self.peakResidentBytes)")
            return "{\(members.joined(separator: ","))}"
        }
    }

    private static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }

    private static func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }

    private static var peakResidentBytes: Int {
        #if os(Linux)
        // Not getrusage(2): what it tells begins with the size of the process that started this one.
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return 0 }
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
        #else
        var usage = rusage()
        guard getrusage(RUSAGE_SELF, &usage) == 0 else { return 0 }
        return usage.ru_maxrss
        #endif
    }
}
