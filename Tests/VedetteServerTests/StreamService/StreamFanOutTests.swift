// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import Testing
import Vedette
import VedetteDynamicEntities
import VedetteModel

@testable import VedetteServer

private struct Listener: StreamMember {
    let name: String
    var lane = 0
}

private let fields = [
    Field(type: .text, name: "id", alias: ""), Field(type: .float64, name: "speed", alias: ""), Field(type: .date, name: "when", alias: ""),
]

private func published(_ schema: ObservationSchema) -> PublishedFields {
    PublishedFields(schema: schema, info: DynamicEntityDataSourceInfo(entityIDFieldName: "id", fields: fields), trackFieldName: nil)
}

/// Observations called `0`, `1`, … with their number as speed, at their number in degrees east on the equator.
private func arrival(_ count: Int, from first: Int = 0) -> ObservationArrival {
    var batch = ObservationBatch(schema: ObservationSchema(fields: fields))
    for number in first..<first + count {
        batch.beginRow()
        let name = batch.appendBytes { $0.append(contentsOf: String(number).utf8) }
        batch.setValue(ObservationBatch.reference(.text, name), column: 0)
        batch.setValue(PackedValue(Double(number)), column: 1)
        batch.endRow(
            track: name, position: GridPosition(longitude: Double(number % 180), latitude: 0), time: ObservationBatch.noTime, ordinal: 0)
    }
    return ObservationArrival(batch: batch, receivedAt: Instant(microsecondsSince1970: 0))
}

private func bound(_ query: String) throws -> BoundStreamFilter {
    let filter = try StreamFilter(FormParameters(query))
    return try BoundStreamFilter(
        filter, fields: published(ObservationSchema(fields: fields)), now: Instant(microsecondsSince1970: 0))
}

/// The payloads of frames, by RFC 6455.
private func payloads(_ chunks: [StreamChunk]) -> [String] {
    var result: [String] = []
    for chunk in chunks {
        let bytes = Array(buffer: chunk.buffer)
        var index = 0
        while index < bytes.count {
            var length = Int(bytes[index + 1])
            var start = index + 2
            let extra = length == 126 ? 2 : length == 127 ? 8 : 0
            if extra > 0 { length = bytes[start..<start + extra].reduce(0) { $0 << 8 | Int($1) } }
            start += extra
            result.append(String(decoding: bytes[start..<start + length], as: UTF8.self))
            index = start + length
        }
    }
    return result
}

private func speeds(_ payloads: [String]) -> [Int] {
    payloads.compactMap { text in
        let object = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
        return (object?["attributes"] as? [String: Any])?["speed"] as? Int
    }
}

@Suite("Fan-out of a stream")
struct StreamFanOutTests {
    @Test("everybody gets what the own filter lets through, in order; equal filters are one group")
    func filters() throws {
        var fanOut = StreamFanOut<Listener>(makeFields: published)
        let (all, also, fast, east) = (
            Listener(name: "all"), Listener(name: "also", lane: 1), Listener(name: "fast"), Listener(name: "east")
        )
        fanOut.set(try bound(""), for: all)
        fanOut.set(try bound(""), for: also)
        fanOut.set(try bound("where=speed%3E%3D8"), for: fast)
        fanOut.set(try bound("geometry=2,-1,4,1"), for: east)
        #expect(fanOut.groupCount == 3 && fanOut.memberCount == 4)
        let deliveries = fanOut.deliveries(of: [arrival(5), arrival(5, from: 5)])
        func seen(_ member: Listener) -> [Int] {
            deliveries.filter { $0.lanes[member.lane]?.contains(member) ?? false }.flatMap { speeds(payloads($0.chunks)) }
        }
        #expect(seen(all) == Array(0..<10) && seen(also) == Array(0..<10))
        #expect(seen(fast) == [8, 9] && seen(east) == [2, 3, 4])
        // The two of one group share the very frames.
        #expect(deliveries.contains { $0.lanes[0] == [all] && $0.lanes[1] == [also] })
    }

    @Test("a change of the filter counts from the next batch on, and who leaves gets nothing")
    func changes() throws {
        var fanOut = StreamFanOut<Listener>(makeFields: published)
        let member = Listener(name: "a")
        fanOut.set(try bound(""), for: member)
        #expect(speeds(fanOut.deliveries(of: [arrival(2)]).flatMap { payloads($0.chunks) }) == [0, 1])
        fanOut.set(try bound("where=speed=1"), for: member)
        #expect(fanOut.groupCount == 1)
        #expect(speeds(fanOut.deliveries(of: [arrival(3)]).flatMap { payloads($0.chunks) }) == [1])
        fanOut.remove(member)
        #expect(fanOut.deliveries(of: [arrival(3)]).isEmpty && fanOut.groupCount == 0)
        fanOut.remove(member)
    }

    @Test("object ids count observations, whoever sees them")
    func objectIDs() throws {
        var fanOut = StreamFanOut<Listener>(makeFields: published)
        fanOut.set(try bound("where=speed=2&outFields=OBJECTID"), for: Listener(name: "a"))
        let texts = fanOut.deliveries(of: [arrival(3), arrival(3)]).flatMap { payloads($0.chunks) }
        #expect(texts.map { $0.contains(#""attributes":{"OBJECTID":3}"#) || $0.contains(#""attributes":{"OBJECTID":6}"#) } == [true, true])
        #expect(fanOut.nextObjectID == 7)
    }

    @Test("after the handshake frames are batches, each whole JSON, and no chunk is larger than its bound")
    func batches() throws {
        var fanOut = StreamFanOut<Listener>(makeFields: published)
        var filter = StreamFilter()
        let handshake = Array(#"{"format":"json","spatialReference":{"wkid":102100},"outFields":["speed"]}"#.utf8)
        try filter.adopt(handshake: try handshake.withUnsafeBytes { try JSONValue(text: $0) })
        let known = published(ObservationSchema(fields: fields))
        fanOut.set(try BoundStreamFilter(filter, fields: known, now: Instant(microsecondsSince1970: 0)), for: Listener(name: "a"))
        let chunks = fanOut.deliveries(of: [arrival(1_000)]).flatMap(\.chunks)
        #expect(chunks.count > 1 && chunks.allSatisfy { $0.buffer.readableBytes <= StreamFanOut<Listener>.chunkSize + 16 })
        #expect(chunks.reduce(0) { $0 + $1.observationCount } == 1_000)
        var count = 0
        for text in payloads(chunks) {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            #expect(object["type"] as? String == "featureResult")
            for feature in try #require(object["features"] as? [[String: Any]]) {
                let attributes = try #require(feature["attributes"] as? [String: Any])
                #expect(attributes.keys.sorted() == ["speed"] && attributes["speed"] as? Int == count)
                let x = try #require((feature["geometry"] as? [String: Any])?["x"] as? Double)
                #expect(abs(x - Double(count % 180) * 111_319.490793) < 0.01)
                count += 1
            }
        }
        #expect(count == 1_000)
    }

    @Test("lengths of frames are written as RFC 6455 has them", arguments: [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
    func frames(length: Int) {
        let buffer = SocketFrame.bytes(.text, repeatElement(UInt8(ascii: "x"), count: length))
        let chunk = StreamChunk(buffer: buffer, messageCount: 1, observationCount: 1)
        #expect(payloads([chunk]).map(\.utf8.count) == [length])
        #expect(buffer.readableBytes - length == (length < 126 ? 2 : length < 65_536 ? 4 : 10))
    }

    @Test("a close frame's reason is cut at a whole character")
    func closeReason() {
        let buffer = SocketFrame.close(1013, String(repeating: "é", count: 100))
        let bytes = Array(buffer: buffer)
        #expect(bytes[1] <= 125 && bytes[2] == 0x03 && bytes[3] == 0xF5)
        #expect(String(validating: bytes[4...], as: UTF8.self) != nil)
    }
}
