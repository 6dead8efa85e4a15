// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What an engine has counted since it was made, restored or reset.
package struct FenceEngineStatistics: Equatable, Sendable {
    /// Fixes taken in, those that wait for late ones included, late ones not.
    package internal(set) var fixes = 0
    /// Fixes too late to change anything.
    package internal(set) var late = 0
    /// Fixes that wait for late ones now.
    package internal(set) var waiting = 0
    /// Fixes decided before their time because too many waited: see ``FenceEngine/maximumWaitingOfTrack``.
    package internal(set) var decidedEarly = 0
    private var eventCounts: SIMD8<Int> = .zero

    /// How many events of a kind there were.
    package func events(_ kind: FenceEvent.Kind) -> Int { eventCounts[Int(kind.rawValue)] }

    mutating func count(_ events: ArraySlice<FenceEvent>) {
        for event in events { eventCounts[Int(event.kind.rawValue)] &+= 1 }
    }
}

extension FenceEngine {
    /// What was counted so far.
    package var counts: FenceEngineStatistics {
        var counts = statistics
        counts.waiting = waitingCount
        return counts
    }
}
