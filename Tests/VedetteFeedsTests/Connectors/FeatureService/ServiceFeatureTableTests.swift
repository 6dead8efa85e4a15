// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import VedetteGeometry
import VedetteModel

@testable import VedetteFeeds

@Suite("Feature services", .timeLimit(.minutes(10)))
final class ServiceFeatureTableTests {
    /// Listen as long as the test runs.
    private let servers = Mutex<[StubServer]>([])

    private static let path = "/arcgis/rest/services/Stub/FeatureServer/0"

    private static func hasty() -> FeatureServiceOptions {
        var options = FeatureServiceOptions()
        options.retryDelay = 0.001
        options.requestTimeout = 20
        return options
    }

    private func table(
        _ layer: StubLayer, token: String? = nil, options: FeatureServiceOptions = hasty()
    ) async throws -> (table: ServiceFeatureTable, server: StubServer) {
        let server = try await StubServer { layer.answer($0) }
        servers.withLock { $0.append(server) }
        return (ServiceFeatureTable(url: try server.url(Self.path), token: token, options: options), server)
    }

    private func table(
        options: FeatureServiceOptions = hasty(), _ answers: @escaping @Sendable (StubServer.Request) -> StubServer.Answer
    ) async throws -> (table: ServiceFeatureTable, server: StubServer) {
        let server = try await StubServer(answers)
        servers.withLock { $0.append(server) }
        return (ServiceFeatureTable(url: try server.url(Self.path), options: options), server)
    }

    private func values(_ result: FeatureQueryResult) -> [Int64] { result.features().compactMap { $0.attributes["value"] as? Int64 } }

    @Test("the description of the layer becomes fields, extent, spatial reference and what may be done")
    func description() async throws {
        let (table, server) = try await table(StubLayer(count: 25, pageSize: 10))
        #expect(table.loadStatus == .notLoaded && table.fields.isEmpty)
        try await table.load()
        #expect(table.tableName == "Stub" && table.objectIDFieldName == "OBJECTID" && table.geometryType == Point.self)
        #expect(table.fields.map(\.name) == ["OBJECTID", "name", "value", "seen"] && table.field(named: "name")?.length == 20)
        #expect(table.spatialReference == .wgs84 && table.extent?.xMax == 100 && table.isEditable)
        #expect(server.requests.map(\.path) == [Self.path])
    }

    @Test("all pages are fetched, in order, each feature once", arguments: [true, false], [0, 1, 9, 10, 11, 20, 95])
    func paging(_ supportsPaging: Bool, _ count: Int) async throws {
        let layer = StubLayer(count: count, pageSize: 10, supportsPaging: supportsPaging)
        let (table, server) = try await table(layer)
        let result = try await table.queryFeatures(using: QueryParameters())
        #expect(result.features().compactMap(\.objectID) == layer.rows.withLock { $0.map { Int64($0.id) }.sorted() })
        #expect(!result.isTransferLimitExceeded)
        #expect(result.features().allSatisfy { $0.attributes["seen"] as? Date == Date(timeIntervalSince1970: 1_500_000_000) })
        #expect(result.features().allSatisfy { $0.geometry?.spatialReference == .wgs84 && $0.table === table })
        #expect(server.requests.count <= 4 + count / 10 + 1)
    }

    @Test("conditions, order, limit and offset are the service's", arguments: [true, false])
    func conditions(_ supportsPaging: Bool) async throws {
        let layer = StubLayer(count: 60, pageSize: 10, supportsPaging: supportsPaging)
        let (table, server) = try await table(layer)
        let parameters = QueryParameters(whereClause: "value < 40")
        parameters.geometry = Envelope(xRange: 10...100, yRange: -1...1, spatialReference: .wgs84)
        #expect(try await Set(values(table.queryFeatures(using: parameters))) == Set(10..<40))
        #expect(try await table.queryFeatureCount(using: parameters) == 30)
        let extent = try await table.queryExtent(using: parameters)
        #expect(extent.xMin == 10 && extent.xMax == 39 && extent.spatialReference == .wgs84)
        parameters.orderByFields = [OrderBy(fieldName: "NAME"), OrderBy(fieldName: "value", sortOrder: .descending)]
        parameters.maxFeatures = 13
        parameters.resultOffset = 2
        let expected = (10..<40).sorted { ($0 % 5, -$0) < ($1 % 5, -$1) }.dropFirst(2).prefix(13).map(Int64.init)
        let page = try await table.queryFeatures(using: parameters)
        #expect(values(page) == expected && page.isTransferLimitExceeded)
        parameters.outFields = ["value"]
        parameters.returnsGeometry = false
        let narrow = try await table.queryFeatures(using: parameters)
        #expect(values(narrow) == expected && narrow.fields.map(\.name) == ["OBJECTID", "value"])
        #expect(narrow.features().allSatisfy { $0.geometry == nil && $0.attributes.count == 2 })
        parameters.whereClause = "value < 0"
        #expect(try await table.queryExtent(using: parameters).isEmpty)
        #expect(server.requests.allSatisfy { $0.method == "GET" })
    }

    @Test("a long question goes as POST, and a token never stands in an address")
    func post() async throws {
        let layer = StubLayer(count: 30, pageSize: 10)
        let (table, server) = try await table(layer)
        let parameters = QueryParameters()
        parameters.objectIDs = Array(100..<1_000)
        #expect(try await table.queryFeatures(using: parameters).features().count == 30)
        #expect(server.requests.contains { $0.method == "POST" && $0.query.isEmpty })
        let (guarded, guardedServer) = try await self.table(layer, token: "a secret/&=")
        try await guarded.load()
        #expect(guardedServer.requests.allSatisfy { $0.parameters["token"] == "a secret/&=" && $0.query.isEmpty && $0.method == "POST" })
    }

    @Test("what a service says is wrong is told, though it answers 200")
    func serviceErrors() async throws {
        let (table, server) = try await table(StubLayer(count: 3, pageSize: 10))
        let error = await #expect(throws: FeedError.self) { try await table.queryFeatures(using: QueryParameters(whereClause: "nonsense")) }
        #expect(
            error?.code == .refused && error?.message.contains("400") == true
                && error?.message.contains("'where' clause is invalid") == true)
        #expect(server.requests.count == 2)
        let order = QueryParameters()
        order.orderByFields = [OrderBy(fieldName: "x")]
        await #expect(throws: FeatureTableError.self) { try await table.queryFeatures(using: order) }
        let (closed, _) = try await self.table { _ in .json(#"{"error":{"code":499,"message":"Token Required","details":[]}}"#) }
        let token = await #expect(throws: FeedError.self) { try await closed.load() }
        #expect(token?.code == .unauthorized && token?.message.contains("give a token") == true)
        #expect(closed.loadStatus == .failed)
    }

    @Test(
        "answers that are none are told as what they are",
        arguments: [
            (StubServer.Answer.status(200, body: "<!DOCTYPE html><p>Services Directory"), FeedError.Code.invalidAnswer, "page"),
            (.json("[1,2]"), .invalidAnswer, "JSON"), (.json("{\"fields\":["), .invalidAnswer, "JSON"), (.json(""), .invalidAnswer, "JSON"),
            (.json("{}"), .invalidAnswer, "not a feature layer"),
            (.json(#"{"layers":[{"id":0,"name":"Roads"},{"id":3,"name":"Rivers"}],"tables":[]}"#), .invalidAnswer, "/3 (Rivers)"),
            (.status(404), .refused, "check the address"), (.status(401), .unauthorized, "give a token"),
            (.status(500, body: #"{"error":{"code":500,"message":"it broke"}}"#), .refused, "it broke"),
            (.status(503), .refused, "too busy"), (.truncated("{\"fields\":[]"), .unreachable, "broke off"),
            (.hangUp, .unreachable, "network"),
            (.status(302, headers: ["Location": "/again"]), .unreachable, "circles"),
            (.status(302, headers: ["Location": "ftp://example.org/"]), .invalidAnswer, "redirects"),
        ])
    func nonsense(_ answer: StubServer.Answer, _ code: FeedError.Code, _ words: String) async throws {
        let (table, _) = try await table { _ in answer }
        let error = await #expect(throws: FeedError.self) { try await table.load() }
        #expect(error?.code == code && error?.message.contains(words) == true, "\(String(describing: error))")
        #expect(error?.message.contains("127.0.0.1") == true)
    }

    @Test("an answer that is too large, or too many features, are not taken")
    func bounds() async throws {
        var options = Self.hasty()
        options.maximumAnswerLength = 100_000
        let (flooded, _) = try await table(options: options) { _ in .flood(200_000) }
        #expect(await #expect(throws: FeedError.self) { try await flooded.load() }?.code == .tooLarge)
        options.maximumFeatureCount = 25
        let (table, server) = try await table(StubLayer(count: 1_000, pageSize: 10), options: options)
        #expect(await #expect(throws: FeedError.self) { try await table.queryFeatures(using: QueryParameters()) }?.code == .tooLarge)
        #expect(server.requests.count == 4)
    }

    @Test("nobody there, or nobody who answers: it says that it cannot be reached and what to check")
    func offline() async throws {
        let (gone, server) = try await table(StubLayer(count: 1, pageSize: 10))
        try await server.stop()
        let error = await #expect(throws: FeedError.self) { try await gone.load() }
        #expect(
            error?.code == .unreachable && error?.message.contains("cannot be reached") == true && error?.message.contains("check") == true)
        var options = Self.hasty()
        options.requestTimeout = 0.2
        let (silent, silentServer) = try await table(options: options) { _ in .silence }
        let late = await #expect(throws: FeedError.self) { try await silent.load() }
        #expect(late?.code == .unreachable && late?.message.contains("did not answer within 0.2 s") == true)
        #expect(silentServer.requests.count == 1)
        #expect(late?.message.contains("requestTimeout") == true)
        for address in ["file:///layers/FeatureServer/0", "ftp://example.org/FeatureServer/0", "example.org/FeatureServer/0"] {
            let other = ServiceFeatureTable(url: try #require(URL(string: address)), options: options)
            let error = await #expect(throws: FeedError.self) { try await other.load() }
            #expect(error?.code == .unreachable && error?.message.contains("https://") == true, "\(address)")
        }
        let nowhere = ServiceFeatureTable(url: try #require(URL(string: "http://no-such-host.invalid/FeatureServer/0")), options: options)
        #expect(await #expect(throws: FeedError.self) { try await nowhere.load() }?.code == .unreachable)
    }

    @Test("a service that is busy for a while is asked again; one that comes back can be loaded anew")
    func retries() async throws {
        let layer = StubLayer(count: 5, pageSize: 10)
        let busy = Mutex(3)
        let (table, server) = try await table { request in
            let isBusy = busy.withLock { count in
                count -= 1
                return count >= 0
            }
            return isBusy ? .status(503, headers: ["Retry-After": "0"]) : layer.answer(request)
        }
        try await table.load()
        #expect(server.requests.count == 4)
        busy.withLock { $0 = 100 }
        let (failing, _) = try await self.table { request in
            busy.withLock { $0 -= 1 }
            return busy.withLock { $0 } > 90 ? .hangUp : layer.answer(request)
        }
        await #expect(throws: FeedError.self) { try await failing.load() }
        await #expect(throws: FeedError.self) { try await failing.load() }
        busy.withLock { $0 = 0 }
        try await failing.retryLoad()
        #expect(failing.loadStatus == .loaded && failing.tableName == "Stub")
    }

    @Test("a redirection is followed, and later questions go where it led")
    func redirection() async throws {
        let layer = StubLayer(count: 5, pageSize: 10)
        let (table, server) = try await table { request in
            request.path.hasPrefix("/new")
                ? layer.answer(request)
                : .status(301, headers: ["Location": "/new/FeatureServer/0?\(request.query)"])
        }
        try await table.load()
        #expect(try await table.queryFeatures(using: QueryParameters()).features().count == 5)
        #expect(server.requests.count { !$0.path.hasPrefix("/new") } == 1)
    }

    @Test("a service that ignores offsets is found out; one that ends pages early is not")
    func wrongPages() async throws {
        let layer = StubLayer(count: 50, pageSize: 10)
        let (stuck, _) = try await table { request in
            var parameters = request.parameters
            parameters["resultOffset"] = "0"
            return layer.answer(StubServer.Request(method: "GET", path: request.path, parameters: parameters, query: ""))
        }
        #expect(await #expect(throws: FeedError.self) { try await stuck.queryFeatures(using: QueryParameters()) }?.code == .invalidAnswer)
        let (short, _) = try await table { request in
            var parameters = request.parameters
            if parameters["resultRecordCount"] != nil { parameters["resultRecordCount"] = "3" }
            return layer.answer(StubServer.Request(method: "GET", path: request.path, parameters: parameters, query: ""))
        }
        #expect(try await short.queryFeatures(using: QueryParameters()).features().count == 50)
    }

    @Test("what was fetched by hand answers queries without the service")
    func manualCache() async throws {
        let (table, server) = try await table(StubLayer(count: 60, pageSize: 10))
        table.featureRequestMode = .manualCache
        try await table.load()
        #expect(table.numberOfFeatures == 0)
        try await table.populateFromService(using: QueryParameters(whereClause: "value < 30"), clearCache: true, outFields: ["*"])
        #expect(table.numberOfFeatures == 30)
        try await server.stop()
        let parameters = QueryParameters(whereClause: "name = 'n1' AND value >= 11")
        parameters.orderByFields = [OrderBy(fieldName: "value")]
        parameters.geometry = Envelope(xRange: 0...20, yRange: -1...1)
        let result = try await table.queryFeatures(using: parameters)
        #expect(values(result) == [11, 16] && result.features().allSatisfy { $0.table === table })
        #expect(try await table.queryFeatureCount(using: parameters) == 2)
        #expect(try await table.queryExtent(using: parameters).xMax == 16)
    }

    @Test("a refresh tells what is new, what differs and what is gone; by hand and by interval")
    func refresh() async throws {
        let layer = StubLayer(count: 4, pageSize: 10)
        let (table, _) = try await table(layer)
        try await table.populateFromService()
        let ids = layer.rows.withLock { $0.map { Int64($0.id) } }
        var changes = table.changes.makeAsyncIterator()
        layer.rows.withLock { rows in
            rows[1].name = "other"
            rows.remove(at: 0)
            rows.append(StubLayer.Row(id: 500, name: "new", value: 9, x: 9))
        }
        try await table.refresh()
        #expect(await changes.next() == FeatureTableChange(added: [500], updated: [ids[1]], deleted: [ids[0]]))
        try await table.refresh()
        table.refreshInterval = 0.05
        layer.rows.withLock { rows in rows.removeAll { $0.id == 500 } }
        #expect(await changes.next() == FeatureTableChange(deleted: [500]))
        #expect(table.refreshError == nil)
        table.refreshInterval = 0
        #expect(table.refreshInterval == 0)
    }

    @Test("edits are kept, sent together, and answered one by one")
    func edits() async throws {
        let layer = StubLayer(count: 4, pageSize: 10)
        let (table, server) = try await table(layer)
        let existing = try await table.queryFeatures(using: QueryParameters()).features()
        var changes = table.changes.makeAsyncIterator()
        let added = table.makeFeature(
            attributes: ["name": "quote \" and ä", "value": 7, "seen": Date(timeIntervalSince1970: 1)],
            geometry: Point(latitude: 0, longitude: 1))
        let refused = table.makeFeature(attributes: ["name": "refused"])
        try await table.add([added, refused])
        existing[1].setAttributeValue("changed", forKey: "name")
        try await table.update(existing[1])
        try await table.delete(existing[0])
        #expect(table.hasLocalEdits && added.objectID == nil)
        let results = try await table.applyEdits()
        #expect(
            results.map(\.operation) == [.add, .add, .update, .delete]
                && results.map(\.didCompleteWithErrors) == [false, true, false, false])
        #expect(results[1].error?.message.contains("it has no name") == true)
        let id = try #require(added.objectID)
        #expect(
            await changes.next()
                == FeatureTableChange(added: [id], updated: [existing[1].objectID ?? 0], deleted: [existing[0].objectID ?? 0]))
        let names = try await table.queryFeatures(using: QueryParameters()).features().compactMap { $0.attributes["name"] as? String }
        #expect(names.count == 4 && names.contains("changed") && names.contains("quote \" and ä"))
        #expect(try await table.applyEdits().isEmpty)
        let sent = try #require(server.requests.first { $0.path.hasSuffix("applyEdits") })
        #expect(sent.method == "POST" && sent.parameters["adds"]?.contains("\"seen\":1000") == true)
        await #expect(throws: FeatureTableError.self) { try await table.add(table.makeFeature(attributes: ["nothing": 1])) }
        await #expect(throws: FeatureTableError.self) { try await table.update(table.makeFeature()) }
        try await table.delete(existing[2])
        try await server.stop()
        table.undoLocalEdits()
        #expect(!table.hasLocalEdits)
        let (closed, _) = try await self.table(StubLayer(count: 1, pageSize: 10, capabilities: "Query"))
        await #expect(throws: FeatureTableError.self) { try await closed.add(closed.makeFeature()) }
        #expect(!closed.isEditable)
    }

    @Test("edits that get no answer are kept, and not sent twice by themselves")
    func lostEdits() async throws {
        let layer = StubLayer(count: 4, pageSize: 10)
        let isDown = Mutex(true)
        let (table, server) = try await table { request in
            request.path.hasSuffix("applyEdits") && isDown.withLock { $0 } ? .hangUp : layer.answer(request)
        }
        try await table.add(table.makeFeature(attributes: ["name": "x"]))
        await #expect(throws: FeedError.self) { try await table.applyEdits() }
        #expect(table.hasLocalEdits && server.requests.count { $0.path.hasSuffix("applyEdits") } == 1)
        isDown.withLock { $0 = false }
        #expect(try await table.applyEdits().count == 1)
    }

    @Test("a query that is cancelled ends at once")
    func cancellation() async throws {
        let layer = StubLayer(count: 4, pageSize: 10)
        let asked = AsyncStream<Void>.makeStream()
        let (table, _) = try await table { request in
            guard request.parameters["resultOffset"] != nil else { return layer.answer(request) }
            asked.continuation.yield()
            return .silence
        }
        let task = Task { try await table.queryFeatures(using: QueryParameters()) }
        for await _ in asked.stream { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(
        "an answer without features or without object ids is no answer; null for object ids is",
        arguments: [
            ("{}", true, true), ("{}", false, true), (#"{"status":"ok","fields":[]}"#, true, true),
            (#"{"objectIdFieldName":"OBJECTID"}"#, false, true), (#"{"objectIds":["a"]}"#, false, true),
            (#"{"features":[]}"#, true, false), (#"{"objectIds":null}"#, false, false), (#"{"objectIds":[]}"#, false, false),
        ])
    func missingFeatures(_ answer: String, _ supportsPaging: Bool, _ isFault: Bool) async throws {
        let layer = StubLayer(count: 3, pageSize: 10, supportsPaging: supportsPaging)
        let (table, _) = try await table { $0.path.hasSuffix("/query") ? .json(answer) : layer.answer($0) }
        guard isFault else {
            #expect(try await table.queryFeatures(using: QueryParameters()).features().isEmpty)
            return
        }
        let error = await #expect(throws: FeedError.self) { try await table.queryFeatures(using: QueryParameters()) }
        #expect(error?.code == .invalidAnswer && error?.message.contains(supportsPaging ? "features" : "object id") == true)
    }

    @Test("a feature that waits to be added can be changed and dropped, and is not added twice")
    func waitingFeatures() async throws {
        let layer = StubLayer(count: 1, pageSize: 10, capabilities: "Query,Create")
        let (table, _) = try await table(layer)
        let first = table.makeFeature(attributes: ["name": "first"])
        let second = table.makeFeature(attributes: ["name": "second"])
        await #expect(throws: FeatureTableError.self) { try await table.add([first, first]) }
        #expect(!table.hasLocalEdits)
        try await table.add([first, second])
        let again = await #expect(throws: FeatureTableError.self) { try await table.add(first) }
        #expect(again?.message.contains("waits to be added") == true)
        first.setAttributeValue("changed", forKey: "name")
        try await table.update([first, second])
        first.setAttributeValue(String(repeating: "x", count: 5), forKey: "value")
        await #expect(throws: FeatureTableError.self) { try await table.update(first) }
        first.setAttributeValue(1, forKey: "value")
        try await table.delete(second)
        await #expect(throws: FeatureTableError.self) { try await table.update(second) }
        let results = try await table.applyEdits()
        #expect(results.map(\.operation) == [.add] && layer.rows.withLock { $0.map(\.name) } == ["n0", "changed"])
        await #expect(throws: FeatureTableError.self) { try await table.add(first) }
        // What is there needs the right that the service does not give.
        let error = await #expect(throws: FeatureTableError.self) { try await table.delete(first) }
        #expect(error?.code == .notEditable)
    }

    @Test("a feature that is on its way to the service is not added once more")
    func featureOnItsWay() async throws {
        let layer = StubLayer(count: 1, pageSize: 10)
        let asked = AsyncStream<Void>.makeStream()
        let (table, _) = try await table { request in
            guard request.path.hasSuffix("applyEdits") else { return layer.answer(request) }
            asked.continuation.yield()
            return .silence
        }
        let feature = table.makeFeature(attributes: ["name": "x"])
        try await table.add(feature)
        let task = Task { try await table.applyEdits() }
        for await _ in asked.stream { break }
        await #expect(throws: FeatureTableError.self) { try await table.add(feature) }
        let error = await #expect(throws: FeatureTableError.self) { try await table.update(feature) }
        #expect(error?.message.contains("has not answered") == true)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await table.delete(feature)
        #expect(!table.hasLocalEdits)
    }
}
