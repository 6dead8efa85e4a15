// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
public import VedetteGeometry
public import VedetteModel

/// A table of features in a layer of an ArcGIS feature service, or of another that speaks its interface.
///
/// Where clauses, geometries and order are the service's business: a where clause is sent as it is, and means what it means there. All
/// pages of an answer are fetched, however few features a service sends at once. Edits are kept until ``applyEdits()`` sends them.
public final class ServiceFeatureTable: FeatureTable {
    struct State {
        var mode = FeatureRequestMode.onInteractionNoCache
        var layer: FeatureServiceLayer?
        /// What was fetched last, and how.
        var cache: FeatureCollectionTable?
        var population: QueryParameters.Values?
        var edits: [PendingEdit] = []
        /// New features that the service was sent, until it answers.
        var sending: Set<Feature> = []
        var refreshInterval = 0.0
        var refreshing: Task<Void, Never>?
        var refreshError: (any Error)?
    }

    /// Where the layer is, such as `https://…/FeatureServer/0`.
    public let url: URL
    let client: FeatureServiceClient
    let options: FeatureServiceOptions
    let state = Mutex(State())
    let source = EventSource<FeatureTableChange>()
    private let loader = Loader()

    /// - Parameters:
    ///   - url: the address of a layer: that of its service and a number. What stands behind a `?` is not used.
    ///   - token: what the service wants to see; it is sent in the body of requests, never in an address.
    ///   - options: patience and limits.
    public init(url: URL, token: String? = nil, options: FeatureServiceOptions = FeatureServiceOptions()) {
        (self.url, self.options) = (url, options)
        client = FeatureServiceClient(url: url, token: token, options: options)
    }

    deinit {
        state.withLock { $0.refreshing }?.cancel()
    }

    // MARK: Description

    private var layer: FeatureServiceLayer? { state.withLock { $0.layer } }

    public var tableName: String { layer?.name ?? "" }
    /// Empty before ``load()``.
    public var fields: [Field] { layer?.fields ?? [] }
    public var objectIDFieldName: String { layer?.objectIDFieldName ?? "" }
    public var geometryType: Geometry.Type? { layer?.geometryType }
    public var spatialReference: SpatialReference? { layer?.spatialReference }
    /// As the service states it.
    public var extent: Envelope? { layer?.extent }
    /// How many features were fetched by ``populateFromService(using:clearCache:outFields:)`` and refreshes; how many the service has, tells
    /// ``queryFeatureCount(using:)``.
    public var numberOfFeatures: Int { state.withLock { $0.cache }?.numberOfFeatures ?? 0 }

    /// Whether the service takes edits of some kind.
    public var isEditable: Bool { !(layer?.capabilities.isDisjoint(with: ["create", "update", "delete", "editing"]) ?? true) }

    /// What refreshes find and what edits do. Each stream has a bounded buffer of its own.
    public var changes: EventStream<FeatureTableChange> { source.stream() }

    /// When the service is asked: ``FeatureRequestMode/onInteractionNoCache`` unless set.
    public var featureRequestMode: FeatureRequestMode {
        get { state.withLock { $0.mode } }
        set { state.withLock { $0.mode = newValue } }
    }

    // MARK: Loading

    public var loadStatus: LoadStatus { loader.status }
    public var loadError: (any Error)? { loader.error }

    /// Reads the description of the layer.
    ///
    /// - Throws: ``FeedError`` that says that the service cannot be reached, what it says, or that the address is that of something else.
    public func load() async throws { try await loader.load { [self] in try await describe() } }
    public func retryLoad() async throws { try await loader.retry { [self] in try await describe() } }
    public func cancelLoad() { loader.cancel() }

    private func describe() async throws {
        let layer = try FeatureServiceLayer(try await client.answer(FeatureServiceRequest()).members, at: client.address)
        state.withLock { state in
            state.layer = layer
            state.cache = FeatureCollectionTable(
                fields: layer.fields, geometryType: nil, spatialReference: layer.spatialReference, name: layer.name)
        }
    }

    /// The questions that this layer can be asked.
    func loadedQuery() async throws -> FeatureServiceQuery {
        try await load()
        guard let layer else { throw FeedError(.unreachable, "\(client.address) is not loaded; load the table") }
        return FeatureServiceQuery(client: client, layer: layer, options: options)
    }

    /// What was fetched, in the mode that answers from it.
    private var answeringCache: FeatureCollectionTable? { state.withLock { $0.mode == .manualCache ? $0.cache : nil } }

    // MARK: Queries

    /// The features that fulfil all conditions, over all pages.
    ///
    /// Those that are equal in the order of the query are ordered by object id; how text and missing values are ordered is the service's
    /// business.
    ///
    /// - Throws: ``FeedError`` for what the service says or does not say, `FeatureTableError` for unknown fields in order and out fields;
    ///   in ``FeatureRequestMode/manualCache`` what a ``FeatureCollectionTable`` throws.
    public func queryFeatures(using parameters: QueryParameters) async throws -> FeatureQueryResult {
        let query = try await loadedQuery()
        if let cache = answeringCache {
            let result = try await cache.queryFeatures(using: parameters)
            return FeatureQueryResult(
                features: result.features().map { owned($0) }, fields: result.fields, geometryType: geometryType,
                spatialReference: result.spatialReference, isTransferLimitExceeded: result.isTransferLimitExceeded)
        }
        return try await query.features(parameters.values, for: self)
    }

    public func queryFeatureCount(using parameters: QueryParameters) async throws -> Int {
        let query = try await loadedQuery()
        if let cache = answeringCache { return try await cache.queryFeatureCount(using: parameters) }
        return try await query.count(parameters.values)
    }

    public func queryExtent(using parameters: QueryParameters) async throws -> Envelope {
        let query = try await loadedQuery()
        if let cache = answeringCache { return try await cache.queryExtent(using: parameters) }
        return try await query.extent(parameters.values)
    }

    /// The same feature as one of this table.
    private func owned(_ feature: Feature) -> Feature {
        let state = feature.editState
        return Feature(
            attributes: state.attributes, geometry: state.geometry, objectID: feature.objectID, table: self, fields: state.fields,
            hasGeometry: state.hasGeometry)
    }
}
