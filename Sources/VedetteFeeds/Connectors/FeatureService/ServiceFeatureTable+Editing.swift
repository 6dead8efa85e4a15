// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import VedetteGeometry
public import VedetteModel

/// An edit that the service has not been told of.
struct PendingEdit: Sendable {
    let operation: FeatureEditResult.Operation
    let feature: Feature
}

extension ServiceFeatureTable {
    /// How many edits are kept for ``applyEdits()``.
    private static let maximumEditCount = 10_000

    /// Keeps new features for ``applyEdits()``; they have no object ids before.
    public func add(_ features: [Feature]) async throws { try await keep(.add, features, "create") }

    /// Keeps changes for ``applyEdits()``. Those of a feature that waits to be added go with it.
    public func update(_ features: [Feature]) async throws { try await keep(.update, features, "update") }

    /// Keeps removals for ``applyEdits()``. A feature that waits to be added is forgotten instead.
    public func delete(_ features: [Feature]) async throws { try await keep(.delete, features, "delete") }

    /// Whether edits wait for ``applyEdits()``.
    public var hasLocalEdits: Bool { state.withLock { !$0.edits.isEmpty } }

    /// Forgets the edits that wait for ``applyEdits()``.
    public func undoLocalEdits() { state.withLock { $0.edits = [] } }

    private func keep(_ operation: FeatureEditResult.Operation, _ features: [Feature], _ capability: String) async throws {
        let layer = try await loadedQuery().layer
        let isAllowed = layer.capabilities.contains(capability) || layer.capabilities.contains("editing")
        if operation != .delete {
            let check = FeatureCheck(
                fields: layer.fields.map { $0.isEditable ? $0 : $0.withoutRules }, objectIDFieldName: layer.objectIDFieldName,
                geometryType: layer.geometryType, spatialReference: layer.spatialReference)
            for feature in features {
                _ = try check.row(feature.attributes)
                _ = try check.geometry(feature.geometry)
            }
        }
        try state.withLock { state in
            let waiting = Set(state.edits.lazy.filter { $0.operation == .add }.map(\.feature))
            try expectPlace(of: features, operation, waiting, sending: state.sending)
            // What waits to be added is sent as it is then.
            let kept = operation == .add ? features : features.filter { !waiting.contains($0) }
            guard isAllowed || kept.isEmpty else {
                throw FeatureTableError(
                    .notEditable, "\(client.address) does not take edits of the kind \"\(capability)\"; ask its owner for the right")
            }
            guard state.edits.count + kept.count <= Self.maximumEditCount else {
                throw FeatureTableError(.invalidParameter, "\(Self.maximumEditCount) edits are kept at most; apply them")
            }
            if operation == .delete {
                let gone = Set(features)
                state.edits.removeAll { $0.operation == .add && gone.contains($0.feature) }
            }
            state.edits += kept.map { PendingEdit(operation: operation, feature: $0) }
        }
    }

    /// - Throws: ``FeatureTableError`` where a feature to add is there already, or one to change is not.
    private func expectPlace(
        of features: [Feature], _ operation: FeatureEditResult.Operation, _ waiting: Set<Feature>, sending: Set<Feature>
    ) throws(FeatureTableError) {
        if operation == .add {
            try FeatureCheck.expectNew(features, in: self)
            let known = waiting.union(sending)
            for feature in features where feature.objectID != nil || known.contains(feature) {
                throw FeatureTableError(
                    .noSuchFeature,
                    known.contains(feature)
                        ? "the feature waits to be added already; apply the edits, or make a new one"
                        : "the feature is in another table; make a new one")
            }
            return
        }
        for feature in features where !waiting.contains(feature) {
            guard feature.table === self else {
                throw FeatureTableError(.noSuchFeature, "the feature is not of this table; query it there, or add it")
            }
            guard feature.objectID != nil else {
                throw FeatureTableError(
                    .noSuchFeature,
                    sending.contains(feature)
                        ? "the service has not answered yet whether it adds the feature; change it when applyEdits() has returned"
                        : "the feature has not been added; add it")
            }
        }
    }

    /// Sends the edits that were kept, as the features are now, in one request that the service does whole or not at all.
    ///
    /// Where no answer comes it is not known whether the edits were done; they are kept, and are sent again with the next call.
    ///
    /// - Returns: what the service made of each, in the order in which they were made. Edits that it refused are forgotten.
    /// - Throws: ``FeedError`` where the service cannot be reached or refuses the request.
    public func applyEdits() async throws -> [FeatureEditResult] {
        let layer = try await loadedQuery().layer
        let (edits, added) = state.withLock { state in
            let edits = state.edits
            let added = Set(edits.lazy.filter { $0.operation == .add }.map(\.feature))
            state.edits = []
            state.sending.formUnion(added)
            return (edits, added)
        }
        guard !edits.isEmpty else { return [] }
        do {
            let results = try await send(edits, layer)
            state.withLock { $0.sending.subtract(added) }
            tell(results)
            return results
        } catch {
            state.withLock { state in
                state.sending.subtract(added)
                state.edits = edits + state.edits
            }
            throw error
        }
    }

    private func send(_ edits: [PendingEdit], _ layer: FeatureServiceLayer) async throws -> [FeatureEditResult] {
        var request = FeatureServiceRequest("applyEdits")
        request.set("rollbackOnFailure", true)
        let groups: [(operation: FeatureEditResult.Operation, name: String, result: String)] = [
            (.add, "adds", "addResults"), (.update, "updates", "updateResults"), (.delete, "deletes", "deleteResults"),
        ]
        for group in groups {
            let features = edits.filter { $0.operation == group.operation }.map(\.feature)
            guard !features.isEmpty else { continue }
            request.set(
                group.name,
                group.operation == .delete
                    ? features.compactMap(\.objectID).map(String.init).joined(separator: ",")
                    : "[" + features.map { FeatureEditWriter.text($0, layer) }.joined(separator: ",") + "]")
        }
        let members = try await client.answer(request, isSafe: false).members
        var answers: [FeatureEditResult.Operation: [JSONValue]] = [:]
        for group in groups {
            let list = members[group.result]?.elements ?? []
            guard list.count == edits.count(where: { $0.operation == group.operation }) else {
                throw FeedError(.invalidAnswer, "\(client.address) answers edits with \(list.count) \(group.result); query what was done")
            }
            answers[group.operation] = list.reversed()
        }
        return edits.map { edit in
            let answer = answers[edit.operation]?.popLast()
            let id = answer?["objectId"]?.integer ?? edit.feature.objectID
            guard answer?["success"]?.boolean == true else {
                let error = answer?["error"]
                let reason = error?["description"]?.text ?? error?["message"]?.text ?? "no reason given"
                return FeatureEditResult(
                    operation: edit.operation, objectID: edit.feature.objectID,
                    error: FeedError(.refused, "\(client.address) did not take an edit: \(reason.prefix(500))"))
            }
            if edit.operation == .add { edit.feature.adopt(objectID: id, fieldName: layer.objectIDFieldName) }
            return FeatureEditResult(operation: edit.operation, objectID: id, error: nil)
        }
    }

    private func tell(_ results: [FeatureEditResult]) {
        func ids(_ operation: FeatureEditResult.Operation) -> [Int64] {
            results.filter { $0.operation == operation && !$0.didCompleteWithErrors }.compactMap(\.objectID)
        }
        let change = FeatureTableChange(added: ids(.add), updated: ids(.update), deleted: ids(.delete))
        if !change.isEmpty { source.send(change) }
    }
}

extension Field {
    /// The field without what only its keeper has to heed.
    fileprivate var withoutRules: Field { Field(name: name, type: nil) }
}
