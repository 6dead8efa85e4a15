// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import VedetteGeotriggers

@Suite("Outbox of notifications", .timeLimit(.minutes(10)))
struct NotificationOutboxTests {
    private final class Record: Sendable {
        let next = Mutex(0)
        let sent = Mutex<[Int]>([])
    }

    @Test("what is put in from many tasks is sent once, in the order in which it was put in")
    func order() async {
        let outbox = NotificationOutbox<Int>()
        let record = Record()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for _ in 0..<1_000 {
                        record.next.withLock { next in
                            outbox.append([next, next + 1])
                            next += 2
                        }
                        outbox.send(isPatient: task % 2 == 0) { element in record.sent.withLock { $0.append(element) } }
                    }
                }
            }
        }
        #expect(record.sent.withLock { $0 } == Array(0..<16_000))
    }
}
