// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteModel

/// Fences that are the features of a table: one in memory, in a GeoPackage, of a feature service.
///
/// What ``filter`` lets through is watched. An edit made through the same table object is seen by the first fix after the edit has returned; what a service
/// table finds by its own refreshes is seen as it finds it; all else, such as what others write into a GeoPackage, with the next ``refreshInterval``.
///
/// A fence's id in events is the object id of the feature.
public final class FeatureFenceParameters: FenceParameters, @unchecked Sendable {
    public let featureTable: any FeatureTable

    /// Which features are fences; nil, all, unless set. Its conditions hold: where clause, geometry with relationship, object ids; and its order, limit and
    /// offset, where there is a limit. Setting it, as well as changing it and setting it again, has a monitor that runs read the table anew.
    public var filter: QueryParameters? {
        get { currentFilter }
        set {
            currentFilter = newValue
            filterObservers.notify()
        }
    }

    /// How often a table is read anew, in seconds, for changes that it cannot tell of; 0, unless set, for never. Read when a monitor starts.
    @Synchronized public var refreshInterval = 0.0

    @Synchronized private var currentFilter: QueryParameters? = nil
    private let filterObservers = ChangeObservers()
    private let timing: SourceTiming

    /// - Parameters:
    ///   - featureTable: loaded by the monitor where it is not.
    ///   - bufferDistance: metres around each feature; points and lines need more than 0.
    public convenience init(featureTable: any FeatureTable, bufferDistance: Double = 0) {
        self.init(featureTable: featureTable, bufferDistance: bufferDistance, timing: .system)
    }

    package init(featureTable: any FeatureTable, bufferDistance: Double = 0, timing: SourceTiming) {
        (self.featureTable, self.timing) = (featureTable, timing)
        super.init(bufferDistance: bufferDistance)
    }

    override func follow(
        _ sink: @escaping @Sendable ([FenceElementChange]) -> Void
    ) async throws -> (elements: [FenceElement], observation: Observation) {
        let fences = TableFences(featureTable, timing) { [weak self] in
            self?.filter?.values ?? QueryParameters.Values()
        } sink: { [observers] changes in
            sink(changes)
            observers.notify()
        }
        var held: [Observation] = [filterObservers.add { Task { await fences.reload() } }]
        var tasks: [Task<Void, Never>] = []
        if let watched = featureTable as? any WatchedFeatureTable {
            held.append(watched.watchers.add { change in await fences.take(change) })
        } else {
            let changes = featureTable.changes.withMissedCounts
            tasks.append(
                Task {
                    for await change in changes {
                        if case .event(let change) = change { await fences.take(change) } else { await fences.reload() }
                    }
                })
        }
        let elements = try await fences.load()
        let interval = refreshInterval
        if interval > 0, interval.isFinite { tasks.append(Self.refresh(fences, every: max(interval, 0.05), timing)) }
        return (elements, Self.observation(fences, held, tasks))
    }

    private static func refresh(_ fences: TableFences, every interval: Double, _ timing: SourceTiming) -> Task<Void, Never> {
        Task {
            while (try? await timing.sleep(interval)) != nil { await fences.reload() }
        }
    }

    private static func observation(_ fences: TableFences, _ held: [Observation], _ tasks: [Task<Void, Never>]) -> Observation {
        Observation {
            _ = held
            tasks.forEach { $0.cancel() }
            Task { await fences.end() }
        }
    }
}
