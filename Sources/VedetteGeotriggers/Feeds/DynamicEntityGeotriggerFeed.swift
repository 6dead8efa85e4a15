// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteDynamicEntities
public import VedetteExpressions
package import VedetteModel

/// Watches every entity of a data source: each observation is a fix of its track.
///
/// Starting a monitor does not connect the source, and stopping it does not disconnect it. Observations without a time count as made when they come;
/// those without a position are passed over.
///
/// Accuracy, speed and course of a fix are attributes of the observation, in metres, metres a second and degrees clockwise from north. Unless said otherwise
/// they are those with the names that locations have for scripts: `horizontalaccuracy`, `velocity` and `course`, in any case. What is no number is not known.
public final class DynamicEntityGeotriggerFeed: GeotriggerFeed, @unchecked Sendable {
    public let dataSource: DynamicEntityDataSource

    /// Which observations are used, as a script that says true or false of `$locationupdate`, which has the attributes of the observation; all where it is
    /// nil. An observation for which it stumbles is used, and counted in ``GeotriggerFeed/filterErrorCount``.
    public let filter: ArcadeExpression?

    /// The attribute with the horizontal accuracy in metres.
    public let accuracyFieldName: String
    /// The attribute with the speed in metres a second.
    public let speedFieldName: String
    /// The attribute with the course in degrees clockwise from north.
    public let courseFieldName: String

    public init(
        dataSource: DynamicEntityDataSource, filter: ArcadeExpression? = nil, accuracyFieldName: String = "horizontalaccuracy",
        speedFieldName: String = "velocity", courseFieldName: String = "course"
    ) {
        (self.dataSource, self.filter) = (dataSource, filter)
        (self.accuracyFieldName, self.speedFieldName, self.courseFieldName) = (accuracyFieldName, speedFieldName, courseFieldName)
        super.init(filter: filter)
    }

    override func follow(_ body: @escaping @Sendable (FeedArrival) -> Void) -> Observation {
        dataSource.entityStore.arrivals.add { [weak self] arrival in
            guard let self else { return }
            body(self.arrival(of: arrival.batch, at: arrival.receivedAt))
        }
    }

    private func arrival(of batch: ObservationBatch, at now: Instant) -> FeedArrival {
        var kept = batch
        if evaluator != nil {
            let accepted = (0..<batch.count).filter { accepts(ArcadeBatchRow(batch, row: $0)) }
            if accepted.count < batch.count { kept = batch.rows(at: accepted) }
        }
        var arrival = FeedArrival(batch: kept, receivedAt: now)
        arrival.accuracies = Self.numbers(named: accuracyFieldName, in: kept)
        arrival.speeds = Self.numbers(named: speedFieldName, in: kept)
        arrival.courses = Self.numbers(named: courseFieldName, in: kept)
        return arrival
    }

    /// The numbers of a column, NaN where there is none; empty where there is no such column.
    private static func numbers(named name: String, in batch: borrowing ObservationBatch) -> [Double] {
        let fields = batch.schema.fields
        guard
            let column = fields.firstIndex(where: { $0.name == name })
                ?? fields.firstIndex(where: { $0.name.lowercased() == name.lowercased() })
        else { return [] }
        return (0..<batch.count).map { row in
            let value = batch.value(at: row, column: column)
            return value.kind == .number ? value.number : .nan
        }
    }

    package override func content(ofTrack trackID: String, at time: Instant) -> ArcadeContent? {
        dataSource.entityStore.arcadeContent(ofTrack: trackID, at: time)
    }

    override var problem: GeotriggerError? {
        let status = dataSource.connectionStatus
        guard status != .connected else { return nil }
        return GeotriggerError(
            .feedNotStarted, "the data source of the feed is \(status); connect it, and observations are watched as they come",
            underlyingError: dataSource.connectionError)
    }

    override func followProblem(_ body: @Sendable () -> Void) async {
        for await _ in dataSource.$connectionStatus { body() }
    }
}
