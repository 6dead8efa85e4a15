// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteExpressions
import VedetteValues

/// A case of the conformance data, and what it is asked about.
struct WhereCase: Sendable, CustomStringConvertible {
    var id = ""
    var clause = ""
    var note = ""
    /// What a single expression comes to; nil for unknown.
    var expectedTruth: Bool?
    /// How many rows match.
    var expectedCount = 0
    var fields: [Field] = []
    var rows: [[String: any Sendable]] = []

    var description: String { "\(id): \(clause)" }

    /// The folder of the conformance data; nil where there is none.
    static let folder: URL? = {
        let beside = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../../shared/data")
        let data = ProcessInfo.processInfo.environment["VEDETTE_CONFORMANCE_DATA"].map { URL(fileURLWithPath: $0) } ?? beside
        let folder = data.standardizedFileURL.appendingPathComponent("where")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    static let scalar = read("scalar_cases.jsonl") { object, _ in
        WhereCase(expectedTruth: object["expected"] as? Bool)
    }

    static let rows = read("row_cases.jsonl") { object, _ in
        let rows = (object["rows"] as? [[String: Any]] ?? []).map(attributes)
        return WhereCase(fields: fields(of: rows), rows: rows)
    }

    static let winnow = read("winnow_cases.jsonl") { object, folder in
        let file = folder.appendingPathComponent(object["dataset"] as? String ?? "")
        guard let data = try? Data(contentsOf: file), let set = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
            return nil
        }
        let features = set["features"] as? [[String: Any]] ?? []
        let rows = features.map { attributes(($0["properties"] ?? $0["attributes"]) as? [String: Any] ?? [:]) }
        return WhereCase(fields: fields(of: rows), rows: rows)
    }

    private static func read(_ file: String, _ make: ([String: Any], URL) -> WhereCase?) -> [WhereCase] {
        guard let folder, let text = try? String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8) else { return [] }
        return text.split(separator: "\n").compactMap { line in
            guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], var read = make(object, folder)
            else { return nil }
            read.id = object["id"] as? String ?? ""
            read.clause = (object["expr"] ?? object["where"]) as? String ?? ""
            read.note = object["note"] as? String ?? ""
            read.expectedCount = object["expected_count"] as? Int ?? 0
            return read
        }
    }

    /// Null is kept as a missing value, whose name makes a field all the same.
    private static func attributes(_ object: [String: Any]) -> [String: any Sendable] {
        object.mapValues { value -> any Sendable in
            switch value {
            case let text as String: text
            case let number as NSNumber: number.doubleValue
            default: Optional<Int>.none as (any Sendable)
            }
        }
    }

    private static func fields(of rows: [[String: any Sendable]]) -> [Field] {
        Set(rows.flatMap(\.keys)).sorted().map { name in
            let values = rows.compactMap { $0[name] }
            if values.contains(where: { $0 is String }) { return Field(type: .text, name: name, alias: "") }
            return values.contains { $0 is Double } ? Field(type: .float64, name: name, alias: "") : Field(name: name, type: nil)
        }
    }
}
