// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette
import VedetteFeeds
import VedetteFences
import VedetteGeometry
import VedetteValues

/// Reads fences from wherever they are.
struct FenceLoader {
    let source: FenceSource
    /// The property or field that holds a fence's id.
    let idField: String?
    let making: FenceMaking
    /// Whether scripts will ask for the geometries.
    let keepsGeometry: Bool
    let threadCount: Int
    /// Whether one that cannot be used ends it all.
    let strict: Bool

    /// The fences that can be used; the others are named on standard error.
    ///
    /// - Throws: where there is nothing to read, or nothing of it can be used.
    func load(_ statistics: RunStatistics) async throws -> FenceSet {
        var refused = 0
        func refuse(_ problem: String) {
            refused += 1
            Diagnostics.endProgress()
            Diagnostics.write("\(source.name): \(problem)")
        }
        defer { Diagnostics.endProgress() }
        let set: FenceSet
        switch source {
        case .file(let address):
            set = try await CommandFailure.naming(address) {
                try await FenceFile.read(
                    address, idField: idField, keepsGeometry: keepsGeometry, making: making, threadCount: threadCount
                ) {
                    refuse("\($0)")
                } onProgress: {
                    Diagnostics.showProgress("\($0) fences read")
                }
            }
        case .geoPackage(let path, let name):
            set = try await read(try await table(name, in: path), refuse)
        case .service(let url):
            set = try await read(ServiceFeatureTable(url: url), refuse)
        }
        statistics.add("fencesRefused", refused)
        if strict, refused > 0 {
            throw CommandFailure("\(source.name): \(refused == 1 ? "a fence" : "\(refused) fences") cannot be used; --strict ends here")
        }
        guard set.count > 0 else {
            throw CommandFailure(
                "\(source.name) has no fence that can be used; it must hold polygons, or with --buffer points or lines")
        }
        statistics.add("fences", set.count)
        return set
    }

    // MARK: Tables

    private func table(_ name: String?, in path: String) async throws -> any FeatureTable {
        let package = GeoPackage(fileURL: URL(fileURLWithPath: path))
        do {
            try await package.load()
        } catch let error as StoreError {
            throw CommandFailure("\(path): \(error)")
        }
        let tables = package.featureTables.filter { $0.hasGeometry }
        let names = tables.map(\.tableName).joined(separator: ", ")
        if let name {
            guard let table = package.featureTable(named: name) else {
                throw CommandFailure("\(path) has no table \"\(name)\"; its tables with geometries are: \(names.isEmpty ? "none" : names)")
            }
            return table
        }
        guard let table = tables.first else { throw CommandFailure("\(path) has no table with geometries") }
        guard tables.count == 1 else {
            throw CommandFailure(
                status: CommandFailure.badUsage, "\(path) has several tables; name one as \(path)#\(tables[0].tableName): \(names)")
        }
        return table
    }

    private func read(_ table: any FeatureTable, _ refuse: (String) -> Void) async throws -> FenceSet {
        let features: [Feature]
        do {
            try await table.load()
            features = try await table.queryFeatures(using: QueryParameters()).features()
        } catch let error as FeedError {
            throw CommandFailure(error, source: source.name)
        } catch let error as StoreError {
            throw CommandFailure("\(source.name): \(error)")
        } catch let error as FeatureTableError {
            throw CommandFailure("\(source.name): \(error)")
        }
        if let idField, !table.fields.contains(where: { $0.name.lowercased() == idField.lowercased() }) {
            throw CommandFailure(
                status: CommandFailure.badUsage,
                "\(source.name) has no field \"\(idField)\" (--fence-id-field); it has \(table.fields.map(\.name).joined(separator: ", "))")
        }
        let fields = table.fields.map(\.name)
        let outcomes = Outcomes(count: features.count)
        SharedThreads.perform(features.count, threads: threadCount) { place in
            outcomes.set(place, fence(features[place], place, fields))
        }
        var collector = FenceCollector(decoder: FenceDecoder(idField: nil))
        for (place, outcome) in outcomes.all.enumerated() {
            switch outcome {
            case .failure(let problem): refuse(problem.message)
            case .success(let fence):
                do {
                    try collector.add(fence, line: place + 1)
                } catch {
                    throw CommandFailure(
                        status: CommandFailure.badUsage,
                        "\(source.name): two fences have the id \"\(fence.id)\"; take the ids from another field with --fence-id-field")
                }
            }
        }
        do throws(FenceIndexError) {
            return try FenceSet(collector.fences)
        } catch {
            throw CommandFailure("\(source.name): \(error)")
        }
    }

    private struct Problem: Error {
        var message: String
    }

    // Sendable by hand: each place is set by one thread, and all are read when the threads are done.
    private final class Outcomes: @unchecked Sendable {
        private let memory: UnsafeMutableBufferPointer<Result<FenceFeature, Problem>>

        init(count: Int) {
            memory = .allocate(capacity: count)
            memory.initialize(repeating: .failure(Problem(message: "")))
        }

        deinit {
            memory.deinitialize()
            memory.deallocate()
        }

        func set(_ place: Int, _ outcome: Result<FenceFeature, Problem>) { memory[place] = outcome }

        var all: [Result<FenceFeature, Problem>] { Array(memory) }
    }

    private func fence(_ feature: Feature, _ place: Int, _ fields: [String]) -> Result<FenceFeature, Problem> {
        let attributes = feature.attributes
        let named = idField.flatMap { wanted in fields.first { $0.lowercased() == wanted.lowercased() } }
        let id: String
        if let named {
            guard let text = attributes[named].flatMap(Self.text) else {
                return .failure(Problem(message: "row \(place + 1): the fence has no \"\(named)\" to be its id"))
            }
            id = text
        } else {
            id = feature.objectID.map(String.init) ?? String(place)
        }
        let shape: FenceShape
        do {
            shape = try making.shape(feature.geometry)
        } catch {
            return .failure(Problem(message: "fence \(id): \(error.message)"))
        }
        var geometry: [UInt8] = []
        if keepsGeometry, let text = try? feature.geometry?.toGeoJSON() { geometry = Array(text.utf8) }
        return .success(FenceFeature(id: id, shape: shape, attributes: Self.json(attributes, fields), geometry: geometry))
    }

    private static func text(_ value: any Sendable) -> String? {
        switch AttributeValue(value) {
        case .text(let value): value
        case .integer(let value): String(value)
        case .number(let value): value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
        default: nil
        }
    }

    /// The attributes as a JSON object, in the order of the fields: dates as RFC 3339, bytes left out.
    private static func json(_ attributes: [String: any Sendable], _ fields: [String]) -> [UInt8] {
        var output = Array("{".utf8)
        for name in fields {
            guard let value = attributes[name] else { continue }
            var text: [UInt8] = []
            switch AttributeValue(value) {
            case .null, .data: continue
            case .instant(let value): JSONWriter.append(value.description, to: &text)
            case .date(let value): JSONWriter.append(value.description, to: &text)
            case .time(let value): JSONWriter.append(value.description, to: &text)
            case let value: EvaluationWriter.append(value, to: &text)
            }
            if output.count > 1 { output.append(UInt8(ascii: ",")) }
            JSONWriter.append(name, to: &output)
            output.append(UInt8(ascii: ":"))
            output += text
        }
        output.append(UInt8(ascii: "}"))
        return output.count > 2 ? output : []
    }
}
