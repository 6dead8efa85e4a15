// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteExpressions
import VedetteModel

/// Follows the features of a table that a filter lets through: reads those that were edited, one reading after the other, so that a later one never tells
/// less than an earlier one.
actor TableFences {
    /// More features than this are read with all the others.
    private static let maximumIDCount = 1_000

    /// Seconds until a table that could not be read is read again, the first time and at the most.
    private static let pauses = (first: 1.0, most: 60.0)

    private let table: any FeatureTable
    private let timing: SourceTiming
    private let filter: @Sendable () -> QueryParameters.Values
    private let sink: @Sendable ([FenceElementChange]) -> Void

    /// The object ids that were told of.
    private var known: Set<Int64> = []
    /// What has to be read again.
    private var edited: Set<Int64> = []
    private var needsAll = false
    private var isReading = false
    private var isOver = false
    private var failureCount = 0
    private var retrial: Task<Void, Never>?
    /// Who waits for the reading after the one under way.
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(
        _ table: any FeatureTable, _ timing: SourceTiming, filter: @escaping @Sendable () -> QueryParameters.Values,
        sink: @escaping @Sendable ([FenceElementChange]) -> Void
    ) {
        (self.table, self.timing, self.filter, self.sink) = (table, timing, filter, sink)
    }

    /// Reads all for the first time.
    ///
    /// - Throws: what no trying again would mend: a filter that the table does not understand.
    func load() async throws -> [FenceElement] {
        isReading = true
        defer {
            isReading = false
            let pending = waiting
            waiting = []
            pending.forEach { $0.resume() }
            if needsAll || !edited.isEmpty { Task { await settle() } }
        }
        do {
            let features = try await read(nil)
            known = Set(features.compactMap(\.objectID))
            return features.compactMap { FenceElement($0) }
        } catch let error as CancellationError {
            throw error
        } catch  where error is ExpressionError || error is FeatureTableError {
            throw GeotriggerError(.invalidFilter, "the fences cannot be read as their filter asks: \(error)", underlyingError: error)
        } catch {
            fail(error)
            return []
        }
    }

    /// Takes an edit; returns once it has been told.
    func take(_ change: FeatureTableChange) async {
        edited.formUnion(change.addedObjectIDs)
        edited.formUnion(change.updatedObjectIDs)
        edited.formUnion(change.deletedObjectIDs)
        await settle()
    }

    /// Reads all again; returns once that has been told.
    func reload() async {
        needsAll = true
        await settle()
    }

    func end() {
        isOver = true
        retrial?.cancel()
    }

    private func settle() async {
        guard !isReading else {
            await withCheckedContinuation { waiting.append($0) }
            return
        }
        isReading = true
        while !isOver, needsAll || !edited.isEmpty {
            let told = waiting
            waiting = []
            let ids = needsAll || edited.count > Self.maximumIDCount || filter().isPaged ? nil : edited
            (needsAll, edited) = (false, [])
            do {
                let features = try await read(ids)
                failureCount = 0
                tell(features, ids)
            } catch {
                fail(error)
            }
            told.forEach { $0.resume() }
        }
        isReading = false
        let told = waiting
        waiting = []
        told.forEach { $0.resume() }
    }

    /// The features among those ids, or all, that the filter lets through.
    private func read(_ ids: Set<Int64>?) async throws -> [Feature] {
        var values = filter()
        values.returnsGeometry = true
        // Edges are straight where the table has them: they are made fine before they are projected.
        values.outSpatialReference = nil
        if let ids {
            let wanted = values.objectIDs.isEmpty ? ids : ids.intersection(values.objectIDs)
            guard !wanted.isEmpty else { return [] }
            values.objectIDs = wanted.sorted()
        }
        return try await table.queryFeatures(using: QueryParameters(values)).features()
    }

    private func tell(_ features: [Feature], _ ids: Set<Int64>?) {
        guard !isOver else { return }
        let found = Set(features.compactMap(\.objectID))
        let gone = (ids.map { known.intersection($0) } ?? known).subtracting(found).sorted()
        known.subtract(gone)
        known.formUnion(found)
        sink(gone.map { .removed(.feature($0)) } + features.compactMap { FenceElement($0).map { .added($0) } } + [.unavailable(nil)])
    }

    /// Tells that the table cannot be read, and reads it again after a while.
    private func fail(_ error: any Error) {
        guard !isOver else { return }
        sink([
            .unavailable(
                GeotriggerError(
                    .fencesUnavailable, "the table of the fences cannot be read, and those known are watched until it can: \(error)",
                    underlyingError: error))
        ])
        let pause = min(Self.pauses.first * Double(1 << min(failureCount, 10)), Self.pauses.most)
        failureCount += 1
        retrial?.cancel()
        retrial = Task { [weak self, timing] in
            guard (try? await timing.sleep(pause)) != nil else { return }
            await self?.reload()
        }
    }
}

extension FenceElement {
    init?(_ feature: Feature) {
        guard let id = feature.objectID else { return nil }
        self.init(key: .feature(id), element: feature)
    }
}

extension QueryParameters.Values {
    /// Whether which features match depends on the others.
    fileprivate var isPaged: Bool { maxFeatures > 0 || resultOffset > 0 }
}
