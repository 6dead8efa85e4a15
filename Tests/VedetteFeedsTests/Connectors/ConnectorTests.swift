// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteDynamicEntities
import VedetteGeotriggers
import VedetteModel

@testable import VedetteFeeds

@Suite("Connectors", .timeLimit(.minutes(10)))
struct ConnectorTests {
    /// A file that goes when the test ends.
    private final class TemporaryFile {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("vedette-\(UUID().uuidString)").path

        init(_ text: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        }

        deinit {
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    private func feature(_ id: String, _ longitude: Double, _ properties: String = "{}") -> String {
        #"{"type":"Feature","id":"\#(id)","geometry":{"type":"Point","coordinates":[\#(longitude),1]},"properties":\#(properties)}"#
    }

    @Test("addresses are what people write")
    func addresses() throws {
        #expect(FeedAddress("-") == .standardInput)
        #expect(FeedAddress("a/b.json") == .file("a/b.json"))
        #expect(try FeedAddress("https://example.org/x") == .url(#require(URL(string: "https://example.org/x"))))
        #expect(FeedAddress("ftp://x") == .file("ftp://x"))
    }

    @Test("reads a file larger than a block, record by record")
    func blocks() async throws {
        let lines = (0..<30_000).map { feature("t\($0 % 7)", Double($0 % 180), #"{"n":\#($0)}"#) }
        let file = try TemporaryFile(lines.joined(separator: "\n"))
        let reader = try await FeedReader(.file(file.path), options: FeedOptions())
        var count = 0
        var blocks = 0
        while let block = try await reader.next() {
            blocks += 1
            for record in block.records {
                #expect(record.ordinal == UInt64(count))
                #expect(String(decoding: block.bytes[record.range], as: UTF8.self) == lines[count])
                count += 1
            }
        }
        #expect(count == 30_000)
        #expect(blocks > 2)
        #expect(reader.recordCount == 30_000)
    }

    @Test("what cannot be opened says so")
    func unreadable() async {
        for path in ["/nowhere/at/all", FileManager.default.temporaryDirectory.path] {
            let error = await #expect(throws: FeedError.self) { _ = try await FeedReader(.file(path), options: FeedOptions()) }
            #expect(error?.code == .unreadable)
            #expect(error?.message.contains(path) == true)
        }
    }

    @Test("an address that nobody answers at says so")
    func noServer() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:1/feed"))
        let error = await #expect(throws: FeedError.self) { _ = try await FeedReader(.url(url), options: FeedOptions()) }
        #expect(error?.code == .unreadable)
    }

    @Test("a feed becomes a data source: fields as they come, bad lines reported, data kept at the end")
    func dataSource() async throws {
        let file = try TemporaryFile(
            [feature("a", 1, #"{"speed":5}"#), "nonsense", feature("b", 2, #"{"name":"x"}"#), feature("a", 3, #"{"speed":6,"ok":true}"#)]
                .joined(separator: "\n"))
        let source = FeedDynamicEntityDataSource(address: .file(file.path))
        var issues = source.issues.makeAsyncIterator()
        var statuses = source.$connectionStatus.makeAsyncIterator()
        try await source.connect()
        #expect(await issues.next()?.line == 2)
        // Every status comes, from the first on: it is over when it is disconnected again.
        while let status = await statuses.next(), status != .connected {}
        while let status = await statuses.next(), status != .disconnected {}
        let entities = try await source.queryDynamicEntities(withTrackIDs: ["a", "b"]).entities()
        #expect(entities.count == 2)
        #expect(entities[0].attributes["speed"] as? Double == 6 && entities[0].attributes["ok"] as? Bool == true)
        #expect(entities[0].observations().count == 2)
        #expect(entities[1].attributes["name"] as? String == "x" && entities[1].attributes["speed"] == nil)
    }

    /// Both ends of a pipe, closed with this object.
    private final class Pipe {
        let read: Int32
        private(set) var write: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            (read, write) = (ends[0], ends[1])
        }

        func send(_ text: String) {
            _ = Array(text.utf8).withUnsafeBytes { Foundation.write(write, $0.baseAddress, $0.count) }
        }

        func closeWriting() {
            if write >= 0 { close(write) }
            write = -1
        }

        deinit {
            close(read)
            closeWriting()
        }
    }

    @Test("a live pipe is taken in line by line as they come; at its end the feed is disconnected and data are kept")
    func livePipe() async throws {
        let pipe = try Pipe()
        let descriptor = pipe.read
        let pump = FeedPump(options: FeedOptions()) { FileByteSource(descriptor: descriptor, name: "pipe") }
        let source = FeedDynamicEntityDataSource(address: .standardInput, pump: pump)
        var received = source.receivedObservations.makeAsyncIterator()
        try await source.connect()
        for (number, id) in ["a", "b", "a"].enumerated() {
            // Nothing follows it, and no block is full.
            pipe.send(feature(id, Double(number)) + "\n")
            #expect(await received.next() != nil)
        }
        #expect(source.connectionStatus == .connected)
        // A line without an end is one when the pipe ends.
        pipe.send(feature("c", 5))
        pipe.closeWriting()
        #expect(await received.next() != nil)
        for await status in source.$connectionStatus where status == .disconnected { break }
        #expect(try await source.queryDynamicEntities(withTrackIDs: ["a", "b", "c"]).entities().count == 3)
    }

    @Test("a source that is disconnected takes nothing more out of its pipe: the next reader gets all of it")
    func abandonedPipe() async throws {
        let pipe = try Pipe()
        let descriptor = pipe.read
        let pump = FeedPump(options: FeedOptions()) { FileByteSource(descriptor: descriptor, name: "pipe") }
        let source = FeedDynamicEntityDataSource(address: .standardInput, pump: pump)
        try await source.connect()
        await source.disconnect()
        let abandoned = Task {
            try await FileByteSource(descriptor: descriptor, name: "pipe").read(into: .allocate(byteCount: 10, alignment: 1))
        }
        abandoned.cancel()
        await #expect(throws: CancellationError.self) { try await abandoned.value }
        var received = source.receivedObservations.makeAsyncIterator()
        try await source.connect()
        pipe.send(feature("a", 1) + "\n")
        #expect(await received.next() != nil)
        await source.disconnect()
    }

    @Test("a feed that is not there fails the connection")
    func missingFeed() async {
        let source = FeedDynamicEntityDataSource(address: .file("/nowhere/at/all"))
        await #expect(throws: FeedError.self) { try await source.connect() }
        #expect(source.connectionStatus == .failed)
    }

    @Test("fences become graphics with their attributes and ids")
    func graphics() async throws {
        let file = try TemporaryFile(
            #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"b","properties":{"name":"Bay","depth":5,"open":true,"o":{}},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}},{"type":"Feature","id":"p","properties":{},"geometry":{"type":"Point","coordinates":[0,0]}}]}"#
        )
        var issues: [FeedIssue] = []
        let graphics = try await FenceFile.graphics(.file(file.path), idField: nil) { issues.append($0) }
        #expect(graphics.count == 1)
        #expect(graphics[0].attributes["id"] as? String == "b" && graphics[0].attributes["name"] as? String == "Bay")
        #expect(graphics[0].attributes["depth"] as? Double == 5 && graphics[0].attributes["open"] as? Bool == true)
        #expect(issues.count == 1)
    }

    @Test("a fence file that is cut off is an error, not fewer fences")
    func cutOff() async throws {
        let file = try TemporaryFile(
            #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"b","properties":{},"geometry":{"type":"Poly"#)
        let error = await #expect(throws: FeedError.self) {
            _ = try await FenceFile.read(.file(file.path), idField: nil, onIssue: { _ in })
        }
        #expect(error?.code == .brokenStructure)
    }
}
