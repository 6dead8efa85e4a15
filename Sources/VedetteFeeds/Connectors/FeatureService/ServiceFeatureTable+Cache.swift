// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
public import VedetteModel

extension ServiceFeatureTable {
    /// The shortest pause between two refreshes, in seconds.
    private static let shortestInterval = 0.05

    /// Fetches features for ``FeatureRequestMode/manualCache``, in which queries are answered from what was fetched.
    ///
    /// - Parameters:
    ///   - parameters: which features; nil for all. Order, limit and offset say what is fetched, the out spatial reference does not matter.
    ///   - clearCache: whether what was fetched before goes.
    ///   - outFields: the fields to fetch; empty, or `*` among them, for all. The others are null in the cache.
    /// - Returns: what was fetched.
    /// - Throws: as ``queryFeatures(using:)``.
    @discardableResult
    public func populateFromService(
        using parameters: QueryParameters? = nil, clearCache: Bool = true, outFields: [String] = []
    ) async throws -> FeatureQueryResult {
        var values = (parameters ?? QueryParameters()).values
        values.outSpatialReference = nil
        if !outFields.isEmpty { values.outFields = outFields }
        let result = try await fetch(values, clearCache: clearCache)
        state.withLock { $0.population = values }
        return result
    }

    private func fetch(_ values: QueryParameters.Values, clearCache: Bool) async throws -> FeatureQueryResult {
        let result = try await loadedQuery().features(values, for: self)
        if let cache = state.withLock({ $0.cache }) {
            let change = try cache.synchronize(with: result.features(), replacesAll: clearCache)
            if !change.isEmpty { source.send(change) }
        }
        return result
    }

    /// Asks the service once more for what ``populateFromService(using:clearCache:outFields:)`` fetched last, or for all features, and
    /// tells ``changes`` what is new, what differs and what is gone. The first time, everything is new.
    ///
    /// - Throws: as ``queryFeatures(using:)``; what was fetched before stays.
    public func refresh() async throws {
        _ = try await fetch(state.withLock { $0.population } ?? QueryParameters().values, clearCache: true)
    }

    /// How often the service is asked for changes, in seconds, as ``refresh()`` does; 0, unless set, for never.
    ///
    /// The first time is one interval from now. A refresh that fails is told by ``refreshError``, and the next one comes at its time.
    /// Refreshing ends with the table.
    public var refreshInterval: Double {
        get { state.withLock { $0.refreshInterval } }
        set {
            let interval = newValue.isFinite && newValue > 0 ? max(newValue, Self.shortestInterval) : 0
            // Owned by the table, which cancels it here and when it goes.
            let task =
                interval == 0
                ? nil
                : Task { [weak self] in
                    while !Task.isCancelled {
                        guard (try? await Task.sleep(for: .seconds(interval))) != nil else { return }
                        guard let self else { return }
                        await self.refreshQuietly()
                    }
                }
            let before = state.withLock { state in
                defer { (state.refreshInterval, state.refreshing) = (interval, task) }
                return state.refreshing
            }
            before?.cancel()
        }
    }

    /// Why the last refresh by ``refreshInterval`` failed; nil where it did not.
    public var refreshError: (any Error)? { state.withLock { $0.refreshError } }

    private func refreshQuietly() async {
        do {
            try await refresh()
            state.withLock { $0.refreshError = nil }
        } catch {
            if !Task.isCancelled { state.withLock { $0.refreshError = error } }
        }
    }
}
