// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Vedette
import VedetteDynamicEntities
import VedetteExpressions
import VedetteGeometry
import VedetteModel

/// A query of one source with its latest answer, for all viewers who ask the same.
final class SharedQuery: Sendable {
    /// What was found, to be read by one viewer after the other.
    struct Finding: Sendable {
        /// nil until the fields that the where clause names are there.
        var query: TrackQuery?
        var answer: QueryAnswer
        /// Grows with each answer.
        var version: Int
    }

    private struct State {
        var query: TrackQuery?
        var columnCount = 0
        var answer: QueryAnswer?
        var version = 0
        var refusal: QueryRefusal?
        /// When it may be asked again.
        var dueAt = Instant(microsecondsSince1970: .min)
    }

    let source: Int
    let request: QueryRequest
    /// The area as GeoJSON, for drawing.
    let area: [UInt8]?
    private let values: DynamicEntityQueryParameters.Values
    /// Whether the where clause speaks of the present moment, so that its answer changes though nothing happens.
    private let isTimed: Bool
    private let state = Mutex(State())

    /// Checks a request and binds it to the fields of a store.
    ///
    /// A source that has reported nothing yet may not have its fields either: a name that is not known then may be later.
    ///
    /// - Throws: ``QueryRefusal``.
    init(_ request: QueryRequest, source: Int, store: EntityStore, now: Instant) throws(QueryRefusal) {
        (self.source, self.request) = (source, request)
        values = try request.parameters()
        isTimed = request.whereClause.uppercased().contains("CURRENT_")
        area = (values.geometry as? Polygon).flatMap(QueryArea.drawing)
        let (fields, isEmpty) = store.withStore { ($0.schema.namedFields, $0.lastReceipt == nil) }
        switch Self.bind(values, to: fields, now: now) {
        case .success(let query): state.withLock { ($0.query, $0.columnCount) = (query, fields.count) }
        case .failure(let refusal) where isEmpty && refusal.code == ExpressionError.Code.unknownField.rawValue: break
        case .failure(let refusal): throw refusal
        }
    }

    private static func bind(
        _ values: DynamicEntityQueryParameters.Values, to fields: [Field], now: Instant
    ) -> Result<TrackQuery, QueryRefusal> {
        do {
            return .success(try TrackQuery(values, fields: fields, now: now))
        } catch let error as ExpressionError {
            return .failure(QueryRefusal(error.code.rawValue, .whereClause, error.message, offset: error.offset))
        } catch let error as FeatureTableError {
            return .failure(QueryRefusal("bad-geometry", .geometry, error.message))
        } catch {
            return .failure(QueryRefusal("bad-query", .query, "\(error)"))
        }
    }

    /// Why it can no longer be asked, where that has turned out.
    var refusal: QueryRefusal? { state.withLock { $0.refusal } }

    var finding: Finding? {
        state.withLock { state in state.answer.map { Finding(query: state.query, answer: $0, version: state.version) } }
    }

    func isDue(at now: Instant) -> Bool {
        state.withLock { $0.refusal == nil && now >= $0.dueAt }
    }

    func postpone(until time: Instant) {
        state.withLock { $0.dueAt = time }
    }

    /// Asks the store anew, where it has changed since, or the clause speaks of the present; whether it had to be asked.
    func refresh(from store: borrowing TrackStore, now: Instant) -> Bool {
        var (query, columnCount, answer) = state.withLock { ($0.query, $0.columnCount, $0.answer) }
        guard answer?.stamp != store.lastStamp || isTimed || (query == nil && store.lastReceipt != nil) else { return false }
        let fields = store.schema.namedFields
        var refusal: QueryRefusal?
        if fields.count != columnCount || query == nil || isTimed {
            switch Self.bind(values, to: fields, now: now) {
            case .success(let bound): (query, columnCount) = (bound, fields.count)
            case .failure(let fault): if query == nil, store.lastReceipt != nil { refusal = fault }
            }
        }
        answer = query.map { QueryAnswer(of: $0, in: store) } ?? QueryAnswer(stamp: store.lastStamp)
        state.withLock {
            ($0.query, $0.columnCount, $0.answer, $0.refusal) = (query, columnCount, answer, refusal)
            $0.version += 1
        }
        return true
    }
}
