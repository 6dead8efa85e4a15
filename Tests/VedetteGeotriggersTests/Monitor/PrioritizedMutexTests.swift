// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import VedetteGeotriggers

@Suite("Lock with two doors", .timeLimit(.minutes(5)))
struct PrioritizedMutexTests {
    @Test("whoever comes, and through whichever door, is alone")
    func exclusion() async {
        let lock = PrioritizedMutex<(count: Int, isBusy: Bool)>((0, false))
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for _ in 0..<2_000 {
                        let step: (inout sending (count: Int, isBusy: Bool)) -> Void = { value in
                            #expect(!value.isBusy)
                            value.isBusy = true
                            value.count += 1
                            value.isBusy = false
                        }
                        if task % 2 == 0 { lock.withLock(step) } else { lock.withUrgentLock(step) }
                    }
                }
            }
        }
        #expect(lock.withLock { $0.count } == 16_000)
    }
}
