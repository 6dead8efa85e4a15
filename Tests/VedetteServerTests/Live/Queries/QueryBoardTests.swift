// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import Vedette
import VedetteDynamicEntities
import VedetteModel

@testable import VedetteServer

@Suite("Queries that viewers share")
struct QueryBoardTests {
    /// A clock that goes on by a step each time it is read.
    private final class SteppingClock: Sendable {
        private let time: Mutex<Double>
        let step: Double

        init(at time: Double, step: Double) {
            self.time = Mutex(time)
            self.step = step
        }

        func read() -> Instant {
            time.withLock { time in
                time += step
                return QueryStage.instant(time)
            }
        }

        func pass(_ seconds: Double) { time.withLock { $0 += seconds } }
    }

    private let source = QueryStage.makeSource()
    private var store: EntityStore { source.dataSource.entityStore }

    private func query(_ clause: String, on board: QueryBoard) throws -> SharedQuery {
        try board.query(QueryRequest(whereClause: clause), source: 0, store: store, now: QueryStage.instant(0))
    }

    @Test("those who ask the same share one query; nobody's query is kept")
    func sharing() throws {
        let board = QueryBoard(interval: 0)
        do {
            let (one, other) = (try query("speed > 1", on: board), try query("speed > 1", on: board))
            let another = try query("speed > 2", on: board)
            #expect(one === other && one !== another && board.count == 2)
        }
        #expect(board.count == 0)
    }

    @Test("a server runs so many different queries, and takes others when some have ended")
    func limit() throws {
        let board = QueryBoard(interval: 0)
        var held = try (0..<QueryLimits.queriesPerServer).map { try query("speed > \($0)", on: board) }
        let refusal = #expect(throws: QueryRefusal.self) { _ = try query("speed > -1", on: board) }
        #expect(refusal?.code == "too-many")
        #expect(try query("speed > 7", on: board) === held[7])
        held.removeLast()
        #expect(throws: Never.self) { _ = try query("speed > -1", on: board) }
    }

    @Test("queries are asked within a share of the time, and not where nothing has changed")
    func pace() throws {
        let board = QueryBoard(interval: 1)
        var stage = try QueryStage(QueryRequest(), source: source)
        stage.observe([("a", 1, 1, 1)], at: 1)
        let first = try query("speed > 0", on: board)
        let second = try query("speed > 1", on: board)
        // Each asking takes two seconds of this clock.
        let clock = SteppingClock(at: 100, step: 2)
        func refresh(_ query: SharedQuery) { board.refresh(query, store: store) { clock.read() } }
        refresh(first)
        #expect(board.evaluations.value == 1 && first.finding != nil)
        // The other has to wait until three times as long has passed.
        refresh(second)
        #expect(board.evaluations.value == 1 && second.finding == nil)
        clock.pass(10)
        refresh(second)
        #expect(board.evaluations.value == 2 && second.finding != nil)
        clock.pass(100)
        refresh(first)
        #expect(board.evaluations.value == 2, "the store has not changed")
        stage.observe([("a", 1, 1, 1)], at: 300)
        refresh(first)
        #expect(board.evaluations.value == 3)
        _ = stage.message(at: 300)
    }

    @Test("a clause that speaks of the present is asked again as time passes, though nothing happens")
    func present() throws {
        var stage = try QueryStage(
            QueryRequest(whereClause: "speed > 1 AND CURRENT_TIMESTAMP > TIMESTAMP '1970-01-01 00:00:10'"), source: source)
        stage.observe([("a", 1, 1, 5)], at: 1)
        #expect(try stage.results(at: 2)?["count"] as? Int == 0)
        let later = try #require(try stage.results(at: 20))
        #expect(later["count"] as? Int == 1 && later.standings == ["a": "matches"])
    }

    @Test("a clause is refused with its place; one that names fields that may still come waits for them")
    func fields() throws {
        let board = QueryBoard(interval: 0)
        let refusal = #expect(throws: QueryRefusal.self) { _ = try query("speed >", on: board) }
        #expect(refusal?.part == .whereClause && refusal?.offset == 7 && refusal?.code == "syntax")

        let early = try query("knots > 1", on: board)
        board.refresh(early, store: store) { QueryStage.instant(0) }
        #expect(early.refusal == nil && early.finding?.answer.count == 0)
        var schema = store.withStore { $0.schema }
        let column = schema.column(for: Field(type: .float64, name: "knots", alias: ""))
        var batch = ObservationBatch(schema: schema)
        batch.beginRow()
        batch.setValue(PackedValue(5), column: try #require(column))
        let name = batch.appendBytes { $0.append(contentsOf: "a".utf8) }
        batch.endRow(track: name, position: nil, time: ObservationBatch.noTime, ordinal: 0)
        store.ingest(batch, at: QueryStage.instant(1))
        board.refresh(early, store: store) { QueryStage.instant(2) }
        #expect(early.refusal == nil)
        #expect(early.finding?.answer.count == 1)
        // Now the fields are known.
        let late = #expect(throws: QueryRefusal.self) { _ = try query("sped > 1", on: board) }
        #expect(late?.code == "unknownField" && late?.offset == 0)
    }

    @Test("one that waited for a field in vain is refused when the first observation has come")
    func lateRefusal() throws {
        let board = QueryBoard(interval: 0)
        let early = try query("knots > 1", on: board)
        let stage = try QueryStage(QueryRequest(), source: source)
        stage.observe([("a", 1, 1, 1)], at: 1)
        board.refresh(early, store: store) { QueryStage.instant(2) }
        #expect(early.refusal?.code == "unknownField")
        // Whoever asks again is told at once.
        #expect(throws: QueryRefusal.self) { _ = try query("knots > 1", on: board) }
    }
}
