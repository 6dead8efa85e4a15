// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteValues

extension ArcadeEvaluator {
    /// As ``evaluate(withProfileVariables:)-([String:Sendable])``, for dictionaries of which it is not known that they may be sent.
    ///
    /// - Throws: ``ArcadeError``, also for a value of a kind that scripts do not know; what a table says that cannot be read.
    nonisolated(nonsending) public func evaluate(withProfileVariables variables: [String: Any]) async throws -> ArcadeEvaluationResult {
        let sent: [String: any Sendable] = variables.mapValues { Self.sendable($0) }
        return try await evaluate(withProfileVariables: sent)
    }

    /// A value of one of the kinds that scripts know; of any other, something that they do not know either.
    private static func sendable(_ value: Any, depth: Int = 0) -> any Sendable {
        guard depth <= 64 else { return ArcadeUnknownValue(type: "value that is nested too deep") }
        switch value {
        case let value as any ArcadeConvertible: return value
        case let value as any ArcadeLoadable: return value
        case let value as Geometry: return value
        case let value as String: return value
        case let value as Bool: return value
        case let value as Double: return value
        case let value as Float: return value
        case let value as CGFloat: return value
        case let value as Decimal: return value
        case let value as Substring: return value
        case is NSNull: return Int?.none
        case let value as any BinaryInteger: return Int64(exactly: value).map { $0 as any Sendable } ?? Double(value)
        case let value as Date: return value
        case let value as Instant: return value
        case let value as DateOnly: return value
        case let value as TimeOnly: return value
        case let value as UUID: return value
        case let value as [String: Any]: return value.mapValues { sendable($0, depth: depth + 1) }
        case let value as [Any]: return value.map { sendable($0, depth: depth + 1) }
        default:
            let mirror = Mirror(reflecting: value)
            if mirror.displayStyle == .optional {
                guard let content = mirror.children.first else { return Int?.none }
                return sendable(content.value, depth: depth + 1)
            }
            return ArcadeUnknownValue(type: "\(type(of: value))")
        }
    }
}
