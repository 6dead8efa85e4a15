// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension DrawnFenceChange: Decodable {
    private enum Keys: String, CodingKey {
        case name, geometry, rule, bufferMetres, usesAccuracy, detection, dwellSeconds, message, source, device
    }

    /// - Throws: ``FenceRefusal`` that names the member at fault.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        self.init()
        func value<Value: Decodable>(
            _ key: Keys, _ part: FenceRefusal.Part, _ range: String, where isRight: (Value) -> Bool = { _ in true }
        ) throws -> Value? {
            guard container.contains(key), try !container.decodeNil(forKey: key) else { return nil }
            guard let value = try? container.decode(Value.self, forKey: key), isRight(value) else {
                throw FenceRefusal("bad-\(key.rawValue)", part, "\(key.rawValue) must be \(range)")
            }
            return value
        }
        name = try value(.name, .name, "a text of 1 to \(FenceLimits.nameLength) bytes") { (text: String) in
            text.utf8.count <= FenceLimits.nameLength && !text.allSatisfy(\.isWhitespace)
        }
        if container.contains(.geometry) { shape = try container.decode(DrawnShape.self, forKey: .geometry) }
        let rules = DrawnFence.Rule.allCases.map(\.rawValue).joined(separator: ", ")
        rule = (try value(.rule, .rule, "one of \(rules)") { DrawnFence.Rule(rawValue: $0) != nil } as String?).flatMap(
            DrawnFence.Rule.init)
        buffer = try value(.bufferMetres, .buffer, "from 0 to \(Int(FenceLimits.buffer.upperBound)) metres") {
            FenceLimits.buffer.contains($0)
        }
        usesAccuracy = try value(.usesAccuracy, .accuracy, "true or false")
        let ways = DrawnFence.Detection.allCases.map(\.rawValue).joined(separator: ", ")
        detection =
            (try value(.detection, .detection, "one of \(ways)") { DrawnFence.Detection(rawValue: $0) != nil } as String?)
            .flatMap(DrawnFence.Detection.init)
        dwell = try value(.dwellSeconds, .dwell, "0 for none, or from 1 to \(Int(FenceLimits.dwell.upperBound)) seconds") {
            $0 == 0 || FenceLimits.dwell.contains($0)
        }
        message = try value(.message, .message, "a script of at most \(FenceLimits.messageLength) bytes") { (text: String) in
            text.utf8.count <= FenceLimits.messageLength
        }
        let source: Int? = try value(.source, .source, "the number of a source, from 0, or −1 for all") { $0 >= -1 }
        let device: Int? = try value(.device, .source, "the number of a location, from 0") { $0 >= 0 }
        if let device {
            watched = .location(device)
        } else if let source {
            watched = source == -1 ? .all : .source(source)
        }
    }
}
