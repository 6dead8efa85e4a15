// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteDynamicEntities
import VedetteValues

/// How long queries take, while nothing else happens and while observations come in.
struct StoreQueries {
    /// How many places the peers are asked about.
    static let comparedCount = 200

    private struct Kind {
        let name: String
        /// How many are asked at the most.
        let most: Int
        let parameters: @Sendable (QueryPlace) -> DynamicEntityQueryParameters.Values
    }

    private static let condition = "type = 3 AND status = 1"

    private static let kinds = [
        Kind(name: "bbox", most: 5_000) { place in values { $0.geometry = place.box } },
        Kind(name: "64-gon", most: 5_000) { place in values { $0.geometry = place.polygon } },
        Kind(name: "circle", most: 2_000) { place in values { $0.geometry = place.circle } },
        Kind(name: "where", most: 300) { _ in values { $0.whereClause = condition } },
        Kind(name: "bbox and where", most: 5_000) { place in
            values { ($0.geometry, $0.whereClause) = (place.box, condition) }
        },
        Kind(name: "nearest 10", most: 2_000) { place in
            values { $0.nearest = DynamicEntityQueryParameters.Nearest(point: place.center, count: 10) }
        },
    ]

    let source: DynamicEntityDataSource
    let places: [QueryPlace]
    /// How long each kind is asked.
    let secondsEach: Double

    /// Asks each kind as often as there is time, three times at least.
    func run(state: String, comparing: Bool) throws {
        for kind in Self.kinds { try ask(kind, state, comparing: comparing) }
    }

    /// The public call, which also makes the entities.
    func runPublic(state: String) async throws {
        var latencies: [Double] = []
        let began = ProcessUse.wallSeconds
        for place in places {
            let parameters = DynamicEntityQueryParameters()
            parameters.geometry = place.box
            let start = ProcessUse.wallSeconds
            let result = try await source.queryDynamicEntities(using: parameters)
            latencies.append(ProcessUse.wallSeconds - start)
            guard !result.entities().isEmpty else { throw Comparison.Mismatch(description: "a query around a track does not find it") }
            if latencies.count >= 3, ProcessUse.wallSeconds - began > secondsEach { break }
        }
        try row("bbox, as entities", state, latencies).print()
    }

    private static func values(_ change: (inout DynamicEntityQueryParameters.Values) -> Void) -> DynamicEntityQueryParameters.Values {
        var values = DynamicEntityQueryParameters.Values()
        change(&values)
        return values
    }

    private func ask(_ kind: Kind, _ state: String, comparing: Bool) throws {
        var latencies: [Double] = []
        var hits: [Int] = []
        var sums: [UInt64] = []
        var asked = 0.0
        for place in places.prefix(kind.most) {
            // The parameters are made once, by whoever asks; to bind them to the fields is part of the query.
            let parameters = kind.parameters(place)
            let start = ProcessUse.wallSeconds
            let found = try source.entityStore.withStore { store in
                let query = try TrackQuery(parameters, fields: store.schema.namedFields, now: Instant(Date()))
                return store.numbers(matching: query)
            }
            let latency = ProcessUse.wallSeconds - start
            latencies.append(latency)
            asked += latency
            if comparing {
                hits.append(found.count)
                if sums.count < Self.comparedCount { sums.append(sum(of: found)) }
            }
            if latencies.count >= 3, asked > secondsEach { break }
        }
        var row = row(kind.name, state, latencies)
        if comparing { (row.hits, row.sums) = (hits, sums) }
        try row.print()
    }

    private func row(_ name: String, _ state: String, _ latencies: [Double]) -> StoreRow {
        let sorted = latencies.sorted()
        var row = StoreRow(name, unit: "µs", values: [sorted[sorted.count / 2] * 1e6])
        row.state = state
        row.p99 = sorted[sorted.count * 99 / 100] * 1e6
        row.count = sorted.count
        return row
    }

    /// A number that only the same tracks have, in any order.
    private func sum(of numbers: [UInt32]) -> UInt64 {
        source.entityStore.withStore { store in
            numbers.reduce(0) { sum, number in
                sum &+ GeneratedWorld.Random.mix(store.withName(number) { ObservationFiller.track(named: $0) })
            }
        }
    }
}
