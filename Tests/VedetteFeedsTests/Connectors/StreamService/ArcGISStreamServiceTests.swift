// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOWebSocket
import Synchronization
import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

@testable import VedetteFeeds

@Suite("Stream services", .timeLimit(.minutes(10)))
final class ArcGISStreamServiceTests {
    /// Listen as long as the test runs.
    private let servers = Mutex<[StubServer]>([])

    private func server(
        _ changes: [String: String] = [:], refuse: @escaping @Sendable (StubServer.Request) -> Bool = { _ in false },
        answers: (@Sendable (StubServer.Request) -> StubServer.Answer)? = nil, _ script: @escaping StubServer.Script
    ) async throws -> StubServer {
        let server = try await StubServer(scripts: { refuse($0) ? nil : script }) { request in
            if let answers { return answers(request) }
            return request.path == StubStream.path && request.parameters["f"] == "json"
                ? .json(StubStream.metadata(changes)) : .status(401)
        }
        servers.withLock { $0.append(server) }
        return server
    }

    private static func hasty() -> StreamServiceOptions {
        var options = StreamServiceOptions()
        options.requestTimeout = 20
        return options
    }

    private func service(
        _ server: StubServer, token: String? = nil, options: StreamServiceOptions = hasty()
    ) throws -> ArcGISStreamService {
        ArcGISStreamService(url: try server.url(StubStream.path), token: token, options: options)
    }

    // MARK: Following

    @Test("connecting loads the description, subscribes, and takes features, lists and results")
    func follow() async throws {
        let server = try await server { socket in
            try await socket.send(StubStream.feature("a", speed: 1, seen: 1_700_000_000_000))
            try await socket.send("[\(StubStream.feature("b", speed: 2)),\(StubStream.feature("c", speed: 3))]")
            try await socket.send(
                .binary, ByteBuffer(string: #"{"type":"featureResult","features":[\#(StubStream.feature("a", speed: 4))]}"#))
            await socket.waitUntilClosed()
        }
        let service = try service(server)
        #expect(service.info == nil && service.connectionStatus == .disconnected)
        try await service.connect()
        #expect(service.connectionStatus == .connected && service.info?.entityIDFieldName == "vehicle")
        try await service.waitForObservations(4)
        #expect(try await service.values("speed") == ["a": 4, "b": 2, "c": 3])
        let entity = try #require(try await service.queryDynamicEntities(withTrackIDs: ["a"]).entities().first { _ in true })
        let first = try #require(entity.observations().last)
        #expect(first.attributes["speed"] as? Int32 == 1 && first.attributes["seen"] as? Date == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(first.observedAt?.microsecondsSince1970 == 1_700_000_000_000_000)
        #expect((first.geometry as? Point)?.x == 10 && first.geometry?.spatialReference == .wgs84)
        #expect(service.statistics.messageCount == 3 && service.statistics.observationCount == 4)
        #expect(server.requests.map(\.path) == [StubStream.path, StubStream.socketPath])
        #expect(server.requests.last?.parameters == ["outSR": "4326"])
        await service.disconnect()
        #expect(service.connectionStatus == .disconnected)
        #expect(try await service.values("speed").count == 3, "what came in is kept")
        while server.openCount > 0 && server.requests.count == 2 && service.connectionStatus != .disconnected { await Task.yield() }
    }

    @Test("where clauses know the declared fields before there is an observation")
    func declaredFields() async throws {
        let server = try await server { socket in await socket.waitUntilClosed() }
        let service = try service(server)
        try await service.load()
        let parameters = DynamicEntityQueryParameters()
        parameters.whereClause = "speed > 10"
        #expect(try await Array(service.queryDynamicEntities(using: parameters).entities()).isEmpty)
    }

    @Test("a client that was told to says the format first, with the filter")
    func format() async throws {
        let (texts, continuation) = AsyncStream<String>.makeStream()
        let server = try await server { socket in
            continuation.yield(await socket.nextText() ?? "")
            await socket.waitUntilClosed()
        }
        var options = Self.hasty()
        (options.sendsFormat, options.outFields) = (true, ["speed"])
        let service = try service(server, options: options)
        let filter = ArcGISStreamServiceFilter()
        filter.whereClause = "speed > 0"
        service.filter = filter
        try await service.connect()
        #expect(
            await texts.first { _ in true }
                == #"{"format":"json","spatialReference":{"wkid":4326},"outFields":["speed","vehicle","seen"],"filter":{"where":"speed > 0","outFields":"speed,vehicle,seen"}}"#
        )
    }

    // MARK: Filters

    @Test("a filter is in the subscription; one set later is sent, and so is none; replies are heard")
    func filters() async throws {
        let (texts, continuation) = AsyncStream<String>.makeStream()
        let server = try await server { socket in
            while let text = await socket.nextText() {
                continuation.yield(text)
                try await socket.send(
                    text.contains("sped")
                        ? #"{"error":["there is no field sped"],"filter":{"where":"speed > 0"}}"# : #"{"filter":{"where":"…"}}"#)
            }
        }
        let service = try service(server)
        let filter = ArcGISStreamServiceFilter()
        filter.whereClause = "speed > 0"
        service.filter = filter
        try await service.connect()
        #expect(server.requests.last?.parameters["where"] == "speed > 0")
        var iterator = texts.makeAsyncIterator()
        filter.whereClause = "sped > 1"
        filter.geometry = Envelope(xRange: 0...1, yRange: 2...3, spatialReference: .wgs84)
        service.filter = filter
        let box = #"{"xmin":0,"ymin":2,"xmax":1,"ymax":3,"spatialReference":{"wkid":4326}}"#
        #expect(await iterator.next() == #"{"filter":{"where":"sped > 1","geometry":\#(box)}}"#)
        while service.filterError == nil { await Task.yield() }
        #expect("\(service.filterError.map { "\($0)" } ?? "")".hasSuffix("does not take the filter: there is no field sped"))
        #expect(service.statistics.issueCounts[.invalidFilter] == 1)
        service.filter = nil
        #expect(await iterator.next() == #"{"filter":null}"#)
        while service.filterError != nil { await Task.yield() }
        filter.geometry = Polygon(points: [])
        var issues = service.issues.makeAsyncIterator()
        service.filter = filter
        #expect(await issues.next()?.code == .invalidFilter)
        #expect(service.connectionStatus == .connected && service.statistics.replyCount == 2)
    }

    // MARK: The archive

    @Test("the latest observations come from the archive, and never cover what is newer", arguments: [true, false])
    func archive(_ hasTimes: Bool) async throws {
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let layer = """
            {"name":"Latest","type":"Feature Layer","geometryType":"esriGeometryPoint","objectIdField":"objectid","maxRecordCount":2,
             "advancedQueryCapabilities":{"supportsPagination":true,"supportsOrderBy":true},"fields":[
             {"name":"objectid","type":"esriFieldTypeOID"},{"name":"vehicle","type":"esriFieldTypeString","length":40},
             {"name":"speed","type":"esriFieldTypeInteger"},{"name":"seen","type":"esriFieldTypeDate"},
             {"name":"globalid","type":"esriFieldTypeGlobalID"}]}
            """
        let kept = (1...5).map { number in
            #"{"attributes":{"objectid":\#(number),"vehicle":"v\#(number)","speed":\#(number),"seen":\#(hasTimes ? "1000" : "null")},"geometry":{"x":\#(number),"y":0}}"#
        }
        var changes = ["keepLatestArchive": #"{"featuresUrl":"/arcgis/rest/services/Latest/FeatureServer"}"#]
        if !hasTimes { changes["timeInfo"] = #"{"trackIdField":"vehicle"}"# }
        let metadata = StubStream.metadata(changes)
        let server = try await server(
            answers: { request in
                if request.path == StubStream.path { return .json(metadata) }
                guard request.path.hasPrefix("/arcgis/rest/services/Latest/FeatureServer/0") else { return .status(404) }
                guard request.path.hasSuffix("/query") else { return .json(layer) }
                let offset = Int(request.parameters["resultOffset"] ?? "") ?? 0
                let page = kept.dropFirst(offset).prefix(2)
                let more = offset + 2 < kept.count
                return .json(
                    #"{"exceededTransferLimit":\#(more),"spatialReference":{"wkid":4326},"features":[\#(page.joined(separator: ","))]}"#)
            }
        ) { socket in
            // Newer than the archive, and there before it.
            try await socket.send(StubStream.feature("v1", speed: 100, seen: hasTimes ? 2_000 : nil))
            for await _ in gate { break }
            // Older than the archive, as a late message can be.
            try await socket.send(StubStream.feature("v2", speed: 200, seen: hasTimes ? 500 : nil))
            await socket.waitUntilClosed()
        }
        // The archive answers when the first message is in the store: its description is asked for by a client that waits for that.
        let service = try service(server)
        let filter = ArcGISStreamServiceFilter()
        filter.whereClause = "speed > 0"
        service.filter = filter
        var received = service.receivedObservations.makeAsyncIterator()
        try await service.connect()
        while service.statistics.messageCount < 1 || service.statistics.archivedObservationCount < 4 { await Task.yield() }
        opener.yield()
        while service.statistics.messageCount < 2 { await Task.yield() }
        try await service.waitForObservations(6)
        let speeds = try await service.values("speed")
        // Without a time the later to come is the newer, and v1 may have been in the archive's answer before the stream told of it.
        #expect(speeds == ["v1": 100, "v2": hasTimes ? 2 : 200, "v3": 3, "v4": 4, "v5": 5])
        #expect(await received.next() != nil)
        #expect(server.requests.filter { $0.path.hasSuffix("/query") }.allSatisfy { $0.parameters["where"] == "speed > 0" })
        #expect(server.requests.filter { $0.path.hasSuffix("/query") }.count == 3)
        #expect(service.statistics.undeclaredValueCount == 0 && service.statistics.issueCounts.isEmpty)
    }

    @Test("an archive that fails is told, and the stream goes on")
    func noArchive() async throws {
        let server = try await server(["keepLatestArchive": #"{"featuresUrl":"/arcgis/rest/services/Latest/FeatureServer/0"}"#]) { socket in
            try await socket.send(StubStream.feature("a", speed: 1))
            await socket.waitUntilClosed()
        }
        let service = try service(server)
        var issues = service.issues.makeAsyncIterator()
        try await service.connect()
        #expect(await issues.next()?.code == .archiveUnavailable)
        try await service.waitForObservations(1)
        #expect(service.connectionStatus == .connected && service.statistics.issueCounts == [.archiveUnavailable: 1])
    }

    // MARK: Tokens and refusals

    @Test("a token is sent with requests and the socket, and is in no error", arguments: ["", "?f=html&token=s3cret"])
    func token(_ query: String) async throws {
        let server = try await server { socket in
            try await socket.send(#"{"error":{"code":498,"message":"s3cret is no longer taken"}}"#)
            try await socket.close(1008, "token")
            await socket.waitUntilClosed()
        }
        let service = ArcGISStreamService(
            url: try server.url(StubStream.path + query), token: query.isEmpty ? "s3cret" : nil, options: Self.hasty())
        service.maximumReconnectionAttempts = 0
        var issues = service.issues.makeAsyncIterator()
        try await service.connect()
        #expect(server.requests.map { $0.parameters["token"] } == ["s3cret", "s3cret"])
        let issue = await issues.next()
        #expect(issue?.code == .serviceError && issue?.message == "the service says: 498: … is no longer taken")
        await service.waitForFailure()
        #expect(!"\(service.connectionError.map { "\($0)" } ?? "")".contains("s3cret"))
    }

    @Test("a service's own token is renewed where it is refused")
    func renewal() async throws {
        let count = Mutex(0)
        let server = try await server(
            refuse: { $0.parameters["token"] == "token1" },
            answers: { request in
                guard request.path == StubStream.path else { return .status(401) }
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                return .json(
                    StubStream.metadata([
                        "streamUrls": #"[{"transport":"ws","urls":["/arcgis/ws/services/Ploughs/StreamServer"],"token":"token\#(number)"}]"#
                    ]))
            }
        ) { socket in
            try await socket.send(StubStream.feature("a", speed: 1))
            await socket.waitUntilClosed()
        }
        let service = try service(server)
        try await service.connect()
        try await service.waitForObservations(1)
        #expect(server.requests.last?.parameters["token"] == "token2")
    }

    @Test("of several sockets the next is tried where one cannot be reached")
    func severalSockets() async throws {
        let server = try await server(
            [
                "streamUrls":
                    #"[{"transport":"ws","urls":["ws://127.0.0.1:1/gone","/missing"]},{"transport":"ws","urls":["/arcgis/ws/services/Ploughs/StreamServer"]}]"#
            ], refuse: { $0.path.hasPrefix("/missing") }
        ) { socket in
            try await socket.send(StubStream.feature("a", speed: 1))
            await socket.waitUntilClosed()
        }
        let service = try service(server)
        try await service.connect()
        try await service.waitForObservations(1)
    }

    @Test("a description that is none is an error that says so, and nothing is loaded")
    func descriptions() async throws {
        let cases: [(StubServer.Answer, FeedError.Code, String)] = [
            (.status(404), .refused, "check the address"), (.status(403), .unauthorized, "give a token"),
            (.json("<html>"), .invalidAnswer, "answers with a page"),
            (.json("garbage"), .invalidAnswer, "not the JSON of a stream service"),
            (.json(#"{"error":{"code":499,"message":"Token Required","details":[]}}"#), .unauthorized, "499: Token Required; give a token"),
            (.json(#"{"error":{"code":500,"message":"s3cret failed"}}"#), .refused, "500: s3cret failed"),
            (.json("{}"), .invalidAnswer, "describes no stream service"),
            (.json(StubStream.metadata(["geometryType": #""esriGeometryPolygon""#])), .unsupportedGeometryType, "streams of points"),
        ]
        for (answer, code, words) in cases {
            let server = try await server(answers: { _ in answer }) { _ in }
            let service = try service(server)
            let error = await #expect(throws: FeedError.self) { try await service.connect() }
            #expect(error?.code == code && error?.message.contains(words) == true, "\(error?.message ?? "")")
            #expect(service.info == nil && service.loadStatus == .failed)
        }
        let nowhere = ArcGISStreamService(url: try #require(URL(string: "ftp://example.com/StreamServer")))
        await #expect(throws: FeedError.self) { try await nowhere.connect() }
    }

    @Test("a token is not shown to another host, and the error says so")
    func foreignSocket() async throws {
        let foreign = try await server(refuse: { _ in true }) { _ in }
        let port = try #require(try foreign.url("/").port)
        let server = try await server([
            "streamUrls": #"[{"transport":"ws","urls":["ws://localhost:\#(port)/arcgis/ws/services/Ploughs/StreamServer"]}]"#
        ]) { _ in }
        let service = try service(server, token: "s3cret")
        let error = await #expect(throws: FeedError.self) { try await service.connect() }
        #expect(error?.code == .unauthorized && error?.message.contains("the token was not sent there") == true)
        #expect(foreign.requests.allSatisfy { $0.parameters["token"] == nil } && foreign.requests.count == 1)
    }

    @Test("over TLS, a file of authorities serves for the description, the archive and the socket")
    func secure() async throws {
        let server = try await StubServer(
            secret: TestCertificates.serverContext(),
            scripts: { _ in
                { socket in
                    try await socket.send(StubStream.feature("a", speed: 1))
                    await socket.waitUntilClosed()
                }
            }
        ) { request in
            guard request.path == StubStream.path else { return .status(404) }
            return .json(StubStream.metadata(["keepLatestArchive": #"{"featuresUrl":"/Latest/FeatureServer/0"}"#]))
        }
        servers.withLock { $0.append(server) }
        try await TestCertificates.withAuthorityFile { file in
            let untrusting = try self.service(server)
            let error = await #expect(throws: FeedError.self) { try await untrusting.connect() }
            #expect(error?.code == .unreachable && error?.message.contains("not signed by an authority") == true, "\(error?.message ?? "")")
            var options = Self.hasty()
            options.certificateAuthorityFile = file
            let service = try self.service(server, options: options)
            var issues = service.issues.makeAsyncIterator()
            try await service.connect()
            try await service.waitForObservations(1)
            #expect(await issues.next()?.message.contains("404") == true, "the archive was reached")
        }
    }

    @Test("a refused subscription is an error without the secret")
    func refused() async throws {
        let server = try await server(refuse: { _ in true }) { _ in }
        let service = try service(server, token: "s3cret")
        let error = await #expect(throws: FeedError.self) { try await service.connect() }
        #expect(error?.code == .unauthorized && error?.message.contains("s3cret") == false)
        #expect(service.connectionStatus == .failed)
    }

    @Test("disconnecting while connecting ends it and leaves no connection")
    func cancelled() async throws {
        let (arrivals, continuation) = AsyncStream<Void>.makeStream()
        let server = try await server(
            refuse: { _ in true },
            answers: { request in
                if request.path == StubStream.path { return .json(StubStream.metadata()) }
                continuation.yield()
                return .silence
            }
        ) { _ in }
        let service = try service(server)
        let connecting = Task { try await service.connect() }
        _ = await arrivals.first { _ in true }
        await service.disconnect()
        await #expect(throws: (any Error).self) { try await connecting.value }
        #expect(service.connectionStatus == .disconnected)
    }
}
