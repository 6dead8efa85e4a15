// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Vedette
import VedetteExpressions
import VedetteFeeds
import VedetteFences
import VedetteGeometry

/// The messages of events: what a script over `$feedfeature`, `$fencefeature` and `$fencenotificationtype` says.
final class FenceMessages: Sendable {
    private let evaluator: ArcadeEvaluator
    private let fences: FenceSet
    private let failures = Mutex((count: 0, latest: ArcadeError?.none))
    /// The features of fences that were asked for.
    private let features = Mutex([UInt32: ArcadeContent]())

    /// - Throws: where the script cannot be read.
    init(_ script: String, fences: FenceSet) throws(ArcadeError) {
        evaluator = ArcadeEvaluator(expression: ArcadeExpression(expression: script), profile: .geotriggerNotification)
        self.fences = fences
        try evaluator.check()
    }

    /// For how many events it stumbled.
    var failureCount: Int { failures.withLock { $0.count } }
    /// Over what it stumbled last.
    var latestFailure: ArcadeError? { failures.withLock { $0.latest } }

    /// What is said of an event: nothing where the script stumbles.
    func remarks(on event: FenceEvent, feed: ArcadeContent) -> FenceEventWriter.Remarks? {
        do throws(ArcadeError) {
            let variables = [
                "$feedfeature": feed, "$fencefeature": feature(event.fence),
                "$fencenotificationtype": ArcadeContent.text(Self.name(event.kind)),
            ]
            let result = try evaluator.evaluateResult(try evaluator.program().variableNames.map { variables[$0] ?? .null })
            return remarks(result)
        } catch {
            failures.withLock { $0 = ($0.count + 1, error) }
            return nil
        }
    }

    /// A text is the message; of a dictionary, `message` is, and `actions` are what to do. Of anything else it is the text.
    private func remarks(_ result: ArcadeEvaluationResult) -> FenceEventWriter.Remarks {
        func text(_ content: ArcadeContent) -> String { ArcadeEvaluationResult(of: content, like: result).text }
        guard case .dictionary(let entries) = result.content else { return FenceEventWriter.Remarks(message: text(result.content)) }
        func value(_ name: String) -> ArcadeContent { entries.first { $0.name.lowercased() == name }?.value ?? .null }
        let actions: [String] =
            switch value("actions") {
            case .array(let elements): elements.map(text)
            case .text(let action): [action]
            default: []
            }
        return FenceEventWriter.Remarks(message: text(value("message")), actions: actions)
    }

    private func feature(_ fence: UInt32) -> ArcadeContent {
        if let known = features.withLock({ $0[fence] }) { return known }
        var members: [(name: String, value: OrderedJSON)] = []
        let attributes = fences.attributes[Int(fence)]
        if let json = try? attributes.withUnsafeBytes({ try OrderedJSON(text: $0) }), let found = json.members { members = found }
        var geometry: Geometry?
        if Int(fence) < fences.geometries.count, !fences.geometries[Int(fence)].isEmpty {
            geometry = try? Geometry.fromGeoJSON(String(decoding: fences.geometries[Int(fence)], as: UTF8.self))
        }
        let entries = members.map { (name: $0.name, value: Self.value($0.value)) }
        let content = ArcadeContent.feature(ArcadeAttributesRow(entries, geometry: geometry))
        return features.withLock { features in
            // A cache, not a store.
            if features.count >= 10_000 { features.removeAll() }
            features[fence] = content
            return content
        }
    }

    private static func value(_ json: OrderedJSON) -> AttributeValue {
        switch json {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .number(let value): .number(value)
        case .text(let value): .text(value)
        case .array, .object: .text(json.description)
        }
    }

    private static func name(_ kind: FenceEvent.Kind) -> String {
        switch kind {
        case .entered: "entered"
        case .exited: "exited"
        case .dwelled: "dwelled"
        case .silent: "silent"
        case .speeding: "speeding"
        case .slow: "slow"
        }
    }
}
