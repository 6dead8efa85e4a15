// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteValues

/// Something that scripts can take as it is: what the floors above know, features and locations among it, says so.
package protocol ArcadeConvertible: Sendable {
    var arcadeContent: ArcadeContent { get }

    /// The track whose current observation this is; nil for none.
    var arcadeTrack: ArcadeTrack? { get }
}

extension ArcadeConvertible {
    package var arcadeTrack: ArcadeTrack? { nil }
}

/// Something that has to be read before a script can take it.
package protocol ArcadeLoadable: Sendable {
    /// What a script may ask of it; only what the script mentions needs to be read.
    func arcadeContent(for script: String) async throws -> ArcadeContent
}

/// What stands for a value of a kind that scripts do not know.
struct ArcadeUnknownValue: Sendable {
    let type: String
}

/// The variables of one evaluation, by name in any case.
struct ArcadeVariables {
    private let values: [String: any Sendable]
    private var loaded: [String: ArcadeContent] = [:]

    init(_ values: [String: any Sendable]) {
        self.values = values
    }

    /// The value under a name, which is in lower case with the dollar.
    func value(named name: String) -> (any Sendable)? {
        if let value = values[name] { return value }
        let bare = String(name.dropFirst())
        // Of several spellings the first counts, so that the answer does not depend on the order of a dictionary.
        let spellings = values.keys.filter { key in
            let key = key.lowercased()
            return key == name || key == bare
        }
        return spellings.min().flatMap { values[$0] }
    }

    mutating func replace(_ name: String, by content: ArcadeContent) {
        loaded[name] = content
    }

    /// nil where the value is of a kind that scripts do not know.
    func content(named name: String, in zone: ArcadeTimeZone) -> ArcadeContent? {
        loaded[name] ?? value(named: name).flatMap { ArcadeContent(value: $0, in: zone) }
    }

    /// The track of `$feature`, where it has one.
    var track: ArcadeTrack? { (value(named: "$feature") as? any ArcadeConvertible)?.arcadeTrack }
}

extension ArcadeContent {
    /// A value as programs have it, dates in a zone; nil where scripts do not know its kind. Arrays and dictionaries may be nested 64 deep.
    package init?(value: any Sendable, in zone: ArcadeTimeZone = .utc, depth: Int = 0) {
        guard depth <= 64 else { return nil }
        switch value {
        case let value as any ArcadeConvertible: self = value.arcadeContent
        case let value as Geometry: self = .geometry(value)
        case let value as String: self = .text(value)
        case let value as [String: any Sendable]:
            var entries: [(name: String, value: ArcadeContent)] = []
            for (name, value) in value.sorted(by: { $0.key < $1.key }) {
                guard let content = ArcadeContent(value: value, in: zone, depth: depth + 1) else { return nil }
                entries.append((name, content))
            }
            self = .dictionary(entries)
        case let value as [any Sendable]:
            var elements: [ArcadeContent] = []
            for element in value {
                guard let content = ArcadeContent(value: element, in: zone, depth: depth + 1) else { return nil }
                elements.append(content)
            }
            self = .array(elements)
        case let value as Double: self = .number(value)
        case let value as Float: self = .number(Double(value))
        case let value as CGFloat: self = .number(Double(value))
        case let value as Decimal: self = .number(NSDecimalNumber(decimal: value).doubleValue)
        case let value as Substring: self = .text(String(value))
        case is NSNull: self = .null
        default:
            let attribute = AttributeValue(value)
            if attribute == .null {
                // An optional that holds something is seen through by the casts above.
                let mirror = Mirror(reflecting: value)
                guard mirror.displayStyle == .optional, mirror.children.isEmpty else { return nil }
            }
            self = ArcadeContent(attribute, in: zone)
        }
    }

    /// An attribute, a date in a zone.
    init(_ value: AttributeValue, in zone: ArcadeTimeZone) {
        switch value {
        case .null, .data: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .number(Double(value))
        case .number(let value): self = .number(value)
        case .text(let value): self = .text(value)
        case .instant(let value): self = .date(ArcadeDate(instant: value, zone: zone))
        case .date(let value): self = .dateOnly(value)
        case .time(let value): self = .time(value)
        }
    }
}
