// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// Asks a layer of a feature service for the rows that have come since the last question.
final class FeatureServicePoller: Sendable {
    /// What is asked for.
    struct Question: Sendable {
        var trackFieldName: String?
        var timeFieldName: String?
        var whereClause = ""
        /// In seconds.
        var overlap = 60.0
    }

    private struct State {
        var track: String?
        var time: Field?
        /// The latest time seen, in microseconds since 1970, and whether numbers that mean times are in milliseconds.
        var latest: Int64?
        var isInMilliseconds = false
    }

    private let table: ServiceFeatureTable
    private let question: Question
    private let date: @Sendable () -> Instant
    private let state = Mutex(State())

    init(table: ServiceFeatureTable, question: Question, date: @escaping @Sendable () -> Instant) {
        (self.table, self.question, self.date) = (table, question, date)
    }

    // MARK: Loading

    /// Reads the description of the layer and finds its fields.
    func load() async throws {
        try await table.retryLoad()
        if let type = table.geometryType, type != Point.self {
            throw FeedError(.invalidAnswer, "\(table.client.address) is a layer of shapes that are no points; use one of points")
        }
        let track = try field(question.trackFieldName ?? table.objectIDFieldName, "track id").name
        let time = try question.timeFieldName.map { try field($0, "time") }
        if let time, ![.date, .int16, .int32, .int64, .float32, .float64].contains(time.type) {
            throw FeedError(
                .missingColumn,
                "the field \"\(time.name)\" of \(table.client.address) holds neither dates nor numbers; name another for the time")
        }
        state.withLock { ($0.track, $0.time) = (track, time) }
    }

    private func field(_ name: String, _ use: String) throws(FeedError) -> Field {
        let fields = table.fields
        if let field = fields.first(where: { $0.name == name }) ?? fields.first(where: { $0.name.lowercased() == name.lowercased() }) {
            return field
        }
        throw FeedError(
            .missingColumn,
            "\(table.client.address) has no field \"\(Excerpt.of(name))\" for the \(use); its fields are \(Excerpt.of(fields.map(\.name)))")
    }

    /// What the layer is about; nil before it is loaded.
    var info: DynamicEntityDataSourceInfo? {
        let (track, time) = state.withLock { ($0.track, $0.time?.name) }
        guard let track else { return nil }
        let info = DynamicEntityDataSourceInfo(entityIDFieldName: track, fields: table.fields)
        info.spatialReference = .wgs84
        info.timeFieldName = time
        info.description = table.tableName
        return info
    }

    // MARK: Asking

    /// One question, over all its pages.
    func ask(_ schema: ObservationSchema) async throws -> PollAnswer {
        var values = QueryParameters(whereClause: whereClause).values
        values.outSpatialReference = .wgs84
        let features: FeatureQueryResult
        do {
            features = try await table.loadedQuery().features(values, for: table)
        } catch let error as FeedError {
            throw PollFailure(error: error)
        } catch let error as FeatureTableError {
            throw PollFailure(error: FeedError(.refused, error.description))
        }
        return read(features.features(), schema)
    }

    /// The condition that rows have to fulfil now.
    private var whereClause: String {
        let (time, latest, isInMilliseconds) = state.withLock { ($0.time, $0.latest, $0.isInMilliseconds) }
        let wanted = question.whereClause.allSatisfy(\.isWhitespace) ? nil : question.whereClause
        guard let time, let latest else { return wanted ?? "" }
        let overlap = question.overlap.isFinite ? min(max(0, question.overlap), 1e9) : 60
        let condition = FeatureServiceTime.condition(
            time, notBefore: latest - Int64(overlap * 1e6), isInMilliseconds: isInMilliseconds)
        return wanted.map { "(\($0)) AND \(condition)" } ?? condition
    }

    private func read(_ features: [Feature], _ schema: ObservationSchema) -> PollAnswer {
        let (track, time) = state.withLock { ($0.track, $0.time?.name) }
        var answer = PollAnswer()
        var writer = FeatureBatchWriter(fields: table.fields, schema: schema)
        // A row from the future must not hide those that are to come before it.
        let limit = date().microsecondsSince1970
        var latest: Int64?
        for (place, feature) in features.enumerated() {
            do throws(RecordError) {
                let observed = try writer.append(feature, track: track ?? "", time: time, ordinal: UInt64(place))
                if let observed, observed <= limit { latest = max(latest ?? observed, observed) }
            } catch {
                answer.issues.append(FeedIssue(line: place + 1, error.code, error.message))
            }
        }
        answer.batches = writer.batches
        let isInMilliseconds = writer.hasMilliseconds
        state.withLock { state in
            if let latest { state.latest = max(state.latest ?? latest, latest) }
            if isInMilliseconds { state.isInMilliseconds = true }
        }
        return answer
    }
}
