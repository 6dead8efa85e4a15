// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import VedetteGeotriggers

@Suite("Lock with two doors", .timeLimit(.minutes(10)))
struct PrioritizedMutexTests {
    private static func step(_ value: inout (count: Int, isBusy: Bool)) {
        #expect(!value.isBusy)
        value.isBusy = true
        value.count += 1
        value.isBusy = false
    }

    @Test("whoever comes, and through whichever door, is alone")
    func exclusion() async {
        let lock = PrioritizedMutex<(count: Int, isBusy: Bool)>((0, false))
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for _ in 0..<2_000 {
                        if task % 2 == 0 {
                            lock.withLock { value in Self.step(&value) }
                        } else {
                            lock.withUrgentLock { value in Self.step(&value) }
                        }
                    }
                }
            }
        }
        #expect(lock.withLock { $0.count } == 16_000)
    }
}
