// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import VedetteExpressions
package import VedetteModel

/// Where the positions that a geotrigger watches come from. Several triggers can share one.
///
// Sendable by hand: subclasses exist only inside this package; what changes is behind locks.
public class GeotriggerFeed: @unchecked Sendable {
    private struct Sharing {
        var count = 0
        var upstream: Observation?
    }

    private let sharing = Mutex(Sharing())
    private let arrivals = Observers<FeedArrival>()
    private let filterErrors = Mutex((count: 0, latest: ArcadeError?.none))
    let evaluator: ArcadeEvaluator?

    init(filter: ArcadeExpression?) {
        evaluator = filter.map { ArcadeEvaluator(expression: $0, profile: .locationUpdateConstraint) }
    }

    /// For how many fixes the filter stumbled: they were used.
    public var filterErrorCount: Int { filterErrors.withLock { $0.count } }

    /// Over what the filter stumbled last, and where; nil where it never did.
    public var latestFilterError: ArcadeError? { filterErrors.withLock { $0.latest } }

    /// Calls `body` with every batch of fixes, on the task that brought it, until the observation is dropped.
    ///
    /// However many observe, the source is observed once and the filter evaluated once for each fix.
    package func observe(_ body: @escaping @Sendable (borrowing FeedArrival) -> Void) -> Observation {
        let own = arrivals.add(body)
        sharing.withLock { sharing in
            sharing.count += 1
            if sharing.upstream == nil { sharing.upstream = follow { [arrivals] in arrivals.notify($0) } }
        }
        return Observation { [weak self] in
            _ = own
            let last = self?.sharing.withLock { sharing -> Observation? in
                sharing.count -= 1
                guard sharing.count == 0 else { return nil }
                return sharing.upstream.take()
            }
            _ = last
        }
    }

    /// Whether the filter lets a fix through: it does where there is none, and where it stumbles.
    func accepts(_ row: @autoclosure () -> any ArcadeRow) -> Bool {
        guard let evaluator else { return true }
        do throws(ArcadeError) {
            let variable = ArcadeContent.feature(row())
            return try evaluator.evaluate(Array(repeating: variable, count: evaluator.variableCount())).asBoolean
        } catch {
            filterErrors.withLock { $0 = ($0.count + 1, error) }
            return true
        }
    }

    /// Reads and checks the script that says which fixes count, where there is one.
    func check() throws(ArcadeError) {
        try evaluator?.check()
    }

    // MARK: For subclasses

    /// Observes the source.
    func follow(_ body: @escaping @Sendable (FeedArrival) -> Void) -> Observation { Observation {} }

    /// What is known of a thing at a time, for scripts; nil where nothing is.
    package func content(ofTrack trackID: String, at time: Instant) -> ArcadeContent? { nil }

    /// What is wrong with the source just now; nil where fixes can come.
    var problem: GeotriggerError? { nil }

    /// Calls `body` whenever ``problem`` may have changed, until the task that waits is cancelled.
    func followProblem(_ body: @Sendable () -> Void) async {}
}
