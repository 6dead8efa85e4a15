// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import VedetteExpressions

/// A filter of a feed: a script that says true of the fixes that there are. One for which it stumbles is, and is counted.
package final class FixFilter: Sendable {
    private let evaluator: ArcadeEvaluator
    private let failures = Mutex((count: 0, latest: ArcadeError?.none))

    /// - Throws: where the script cannot be read.
    package init(_ script: String) throws(ArcadeError) {
        evaluator = ArcadeEvaluator(expression: ArcadeExpression(expression: script), profile: .locationUpdateConstraint)
        try evaluator.check()
    }

    /// For how many fixes it stumbled.
    package var failureCount: Int { failures.withLock { $0.count } }
    /// Over what it stumbled last.
    package var latestFailure: ArcadeError? { failures.withLock { $0.latest } }

    func accepts(_ content: ArcadeContent) -> Bool {
        do throws(ArcadeError) {
            return try evaluator.evaluate(Array(repeating: content, count: evaluator.variableCount())).asBoolean
        } catch {
            failures.withLock { $0 = ($0.count + 1, error) }
            return true
        }
    }
}
