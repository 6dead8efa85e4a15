// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteServer

@Suite("Wishes about fences that wait")
struct FenceInboxTests {
    private static func shape(_ radius: Double) -> DrawnShape { .circle(center: .init(longitude: 0, latitude: 0), radius: radius) }

    private static func move(_ radius: Double, fence: String = "a", viewer: Int = 1) -> FenceInbox<Int>.Entry {
        .init(wish: FenceWish(request: 0, fence: fence, action: .move(shape(radius))), viewer: viewer, reply: 0)
    }

    @Test("of a drag only the newest shape waits, and it keeps its turn")
    func newestWins() throws {
        var inbox = FenceInbox<Int>()
        try inbox.add(Self.move(1))
        try inbox.add(Self.move(1, fence: "b"))
        for radius in 2...1_000 { try inbox.add(Self.move(Double(radius))) }
        #expect(inbox.entries.count == 2)
        let (first, second) = (inbox.next(), inbox.next())
        #expect(first?.wish.action == .move(Self.shape(1_000)))
        #expect(second?.wish.fence == "b")
        #expect(inbox.entries.isEmpty)
    }

    @Test("a move does not overtake what came between, of whoever it is")
    func order() throws {
        var inbox = FenceInbox<Int>()
        try inbox.add(Self.move(1))
        try inbox.add(.init(wish: FenceWish(request: 1, fence: "a", action: .delete), viewer: 1, reply: 0))
        try inbox.add(Self.move(2))
        try inbox.add(Self.move(3, viewer: 2))
        try inbox.add(Self.move(4))
        #expect(
            inbox.entries.map(\.wish.action) == [
                .move(Self.shape(1)), .delete, .move(Self.shape(2)), .move(Self.shape(3)), .move(Self.shape(4)),
            ])
    }

    @Test("a viewer's wishes and all wishes are bounded")
    func bounds() throws {
        var inbox = FenceInbox<Int>()
        func add(_ fence: Int, viewer: Int) throws(FenceRefusal) { try inbox.add(Self.move(1, fence: "\(fence)", viewer: viewer)) }
        for viewer in 0..<FenceLimits.waiting / FenceLimits.waitingPerViewer {
            for fence in 0..<FenceLimits.waitingPerViewer { try add(fence, viewer: viewer) }
            #expect(throws: FenceRefusal.self) { try add(99, viewer: viewer) }
        }
        #expect(throws: FenceRefusal.self) { try add(1, viewer: 1_000) }
        _ = inbox.next()
        try add(1, viewer: 1_000)
    }
}
