// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// Answers queries of the latest observations from a store. What is sent is copied out of the store, so that it is held only shortly.
struct LatestFeatures: Sendable {
    let fields: PublishedFields
    let query: LatestFeaturesQuery

    /// Observations copied out of a store.
    private struct Rows: Sendable {
        /// Texts of a batch have their places in 27 bits: a new batch is begun long before these are used up.
        private static let batchSize = 64 << 20

        var batches: [ObservationBatch] = []
        var rows: [(batch: Int, row: PublishedRow)] = []

        mutating func append(_ number: UInt32, entity: UInt64, of store: borrowing TrackStore) {
            if batches.last.map({ $0.bytes.count > Self.batchSize }) ?? true { batches.append(ObservationBatch(schema: store.schema)) }
            let last = batches.count - 1
            let view = store.latest(number)
            batches[last].beginRow()
            for column in 0..<store.schema.fields.count {
                let value = view.value(column: column)
                guard value.isReference else {
                    batches[last].setValue(value, column: column)
                    continue
                }
                let range = store.withText(of: value) { bytes in batches[last].append(bytes) }
                batches[last].setValue(ObservationBatch.reference(value.kind, range), column: column)
            }
            let name = store.withName(number) { bytes in batches[last].append(bytes) }
            batches[last].endRow(
                track: name, position: view.position, time: view.observedAt?.microsecondsSince1970 ?? ObservationBatch.noTime, ordinal: 0)
            let row = PublishedRow(
                index: batches[last].count - 1, objectID: Int64(clamping: entity), receivedAt: view.receivedAt.microsecondsSince1970)
            rows.append((last, row))
        }
    }

    /// What was found, as far as the store can say.
    private enum Found: Sendable {
        /// The answer needs no more than how many there are.
        case count(Int)
        case ids([Int64])
        /// The page that was asked for, and whether there is more behind it.
        case page(Rows, isCutOff: Bool)
        /// All that may be meant: what remains is to filter and to sort.
        case candidates(Rows)
    }

    /// The answer, as JSON.
    func answer(_ store: EntityStore) -> [UInt8] {
        let found = store.withStore { store in find(in: store) }
        switch found {
        case .count(let count): return Self.bytes(["count": .integer(Int64(count))])
        case .ids(let ids): return idAnswer(ids)
        case .page(let rows, let isCutOff): return featureAnswer(rows.batches, rows.rows[...], isCutOff: isCutOff)
        case .candidates(var rows):
            let batches = rows.batches
            if query.trackQuery == nil {
                rows.rows.removeAll { entry in
                    !query.filter.matches(entry.row, in: batches[entry.batch]) {
                        fields.attributes(of: entry.row, in: batches[entry.batch])
                    }
                }
            }
            switch query.answer {
            case .count: return Self.bytes(["count": .integer(Int64(rows.rows.count))])
            case .ids: return idAnswer(rows.rows.map(\.row.objectID))
            case .extent: return extentAnswer(rows)
            case .features:
                sort(&rows)
                let rest = rows.rows.dropFirst(query.offset)
                return featureAnswer(batches, rest.prefix(query.limit), isCutOff: rest.count > query.limit)
            }
        }
    }

    private func find(in store: borrowing TrackStore) -> Found {
        var matches: [(entity: UInt64, number: UInt32)] = []
        for number in store.numbers(matching: query.trackQuery ?? TrackQuery()) {
            guard let entity = store.entity(number), query.objectIDs?.contains(Int64(clamping: entity)) ?? true else { continue }
            matches.append((entity, number))
        }
        matches.sort { $0.entity < $1.entity }
        let isSettled = query.trackQuery != nil
        if isSettled, query.answer == .count { return .count(matches.count) }
        if isSettled, query.answer == .ids { return .ids(matches.map { Int64(clamping: $0.entity) }) }
        let isPage = isSettled && query.order.isEmpty && query.answer == .features
        let rest = isPage ? matches.dropFirst(query.offset) : matches[...]
        var rows = Rows()
        for (entity, number) in isPage ? rest.prefix(query.limit) : rest { rows.append(number, entity: entity, of: store) }
        return isPage ? .page(rows, isCutOff: rest.count > query.limit) : .candidates(rows)
    }

    private func sort(_ rows: inout Rows) {
        guard !query.order.isEmpty else { return }
        let batches = rows.batches
        let names = query.order.map { fields.columns[$0.column].field.name }
        let keyed = rows.rows.map { entry in
            let attributes = fields.attributes(of: entry.row, in: batches[entry.batch])
            return (entry: entry, keys: names.map { AttributeValue(attributes[$0]) })
        }
        rows.rows = keyed.sorted { first, second in
            for (index, key) in query.order.enumerated() {
                let comparison = AttributeOrder.compare(first.keys[index], second.keys[index])
                if comparison != 0 { return key.isDescending ? comparison > 0 : comparison < 0 }
            }
            return first.entry.row.objectID < second.entry.row.objectID
        }.map(\.entry)
    }

    // MARK: Answers

    private static func bytes(_ members: [String: JSONValue]) -> [UInt8] { JSONText.bytes(.object(members)) }

    private func idAnswer(_ ids: [Int64]) -> [UInt8] {
        Self.bytes(["objectIdFieldName": .text(fields.objectIDName), "objectIds": .array(ids.map { .integer($0) })])
    }

    private func extentAnswer(_ rows: Rows) -> [UInt8] {
        var box: Box?
        for entry in rows.rows {
            guard let place = rows.batches[entry.batch].position(at: entry.row.index) else { continue }
            let (x, y) = (place.longitudeDegrees, place.latitudeDegrees)
            let one = Box(xMin: x, yMin: y, xMax: x, yMax: y)
            box?.formUnion(one)
            if box == nil { box = one }
        }
        let reference = query.filter.filter.outSpatialReference
        let envelope = (box?.envelope(.wgs84)).flatMap { GeometryEngine.project($0, into: reference) }
        func side(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .text("NaN") }
        return Self.bytes([
            "count": .integer(Int64(rows.rows.count)),
            "extent": .object([
                "xmin": side(envelope?.xMin), "ymin": side(envelope?.yMin), "xmax": side(envelope?.xMax), "ymax": side(envelope?.yMax),
                "spatialReference": reference.esriJSON,
            ]),
        ])
    }

    private func featureAnswer(
        _ batches: [ObservationBatch], _ rows: ArraySlice<(batch: Int, row: PublishedRow)>, isCutOff: Bool
    ) -> [UInt8] {
        let reference = query.filter.filter.outSpatialReference
        let shape = FeatureShape(
            fields, columns: query.outColumns, spatialReference: reference, hasGeometry: query.returnsGeometry, hasZ: query.returnsZ,
            namesReference: false)
        var members: [String: JSONValue] = [
            "objectIdFieldName": .text(fields.objectIDName), "globalIdFieldName": .text(""),
            "fields": StreamServiceDescription.fieldList(query.outColumns.map { fields.columns[$0] }),
        ]
        if query.returnsGeometry {
            members["geometryType"] = .text("esriGeometryPoint")
            members["spatialReference"] = reference.esriJSON
            if query.returnsZ { members["hasZ"] = .boolean(fields.hasZ) }
        }
        if isCutOff { members["exceededTransferLimit"] = .boolean(true) }
        var output = Self.bytes(members)
        output.removeLast()
        output.append(contentsOf: #","features":["#.utf8)
        for (index, entry) in rows.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            shape.append(entry.row, of: batches[entry.batch], to: &output)
        }
        output.append(contentsOf: "]}".utf8)
        return output
    }
}
