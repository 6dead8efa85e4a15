// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

@testable import VedetteFeeds

@Suite("The messages of a stream service")
struct StreamMessageDecoderTests {
    /// What a message comes to.
    private struct Outcome: Equatable {
        var features: [String] = []
        var times: [Int64] = []
        var issues: [FeedIssue.Code] = []
        var reply: StreamMessageDecoder.Reply?
        var undeclared = 0
        var mismatched = 0
    }

    private func decode(_ bytes: some Sequence<UInt8>, isDeclared: Bool = true) throws -> Outcome {
        let info = try StubStream.description().info
        let fields = isDeclared ? info.fields : []
        var decoder = StreamMessageDecoder(fields: fields, entityIDField: "vehicle", timeField: "seen", spatialReference: 3857)
        var batch = ObservationBatch(schema: ObservationSchema(fields: fields))
        var issues: [FeedIssue] = []
        var outcome = Outcome()
        outcome.reply = Array(bytes).withUnsafeBytes { decoder.decode($0, number: 7, into: &batch, issues: &issues) }
        for row in 0..<batch.count {
            var output: [UInt8] = []
            FeatureWriter.append(batch, at: row, to: &output)
            outcome.features.append(String(decoding: output.dropLast(), as: UTF8.self))
        }
        #expect(issues.allSatisfy { $0.description.hasPrefix("message 7: ") })
        (outcome.times, outcome.issues) = (batch.times, issues.map(\.code))
        (outcome.undeclared, outcome.mismatched) = (decoder.undeclaredValueCount, decoder.mismatchedValueCount)
        return outcome
    }

    private func decode(_ text: String, isDeclared: Bool = true) throws -> Outcome { try decode(text.utf8, isDeclared: isDeclared) }

    private let first = StubStream.feature("a", speed: 1, seen: 1_000)
    private let second = StubStream.feature("b", speed: 2, seen: 2_000)

    @Test("a feature, a list and a feature result say the same")
    func forms() throws {
        let single = try decode(first)
        #expect(single.features.count == 1 && single.features[0].contains(#""vehicle":"a""#) && single.issues.isEmpty)
        #expect(single.times == [1_000_000], "milliseconds, however few")
        let list = try decode("[\(first),\n\(second)]")
        #expect(list.features.count == 2 && list.features[0] == single.features[0] && list.reply == nil)
        #expect(try decode(#"{"type":"featureResult","features":[\#(first),\#(second)]}"#) == list)
        #expect(try decode(#"{"features":[\#(first),\#(second)],"type":"featureResult"}"#) == list)
        #expect(try decode("[]") == Outcome() && decode(" \n") == Outcome() && decode("") == Outcome())
    }

    @Test("replies are told from features")
    func replies() throws {
        #expect(try decode(#"{"filter":{"where":"speed > 0"}}"#).reply == .filter(error: nil))
        #expect(try decode(#"{"filter":null}"#).reply == .filter(error: nil))
        #expect(try decode(#"{"error":["no such field","x"],"filter":{}}"#).reply == .filter(error: "no such field; x"))
        #expect(try decode(#"{"error":{"code":498,"message":"Invalid token","details":[]}}"#).reply == .error("498: Invalid token"))
        #expect(try decode(#"{"error":[]}"#).reply == .error("no reason given"))
        #expect(try decode(#"{"format":"json","spatialReference":{"wkid":4326}}"#).reply == .filter(error: nil))
        #expect(try decode(#"{"attributes":{"vehicle":"a"},"error":"x","filter":null}"#).features.count == 1)
    }

    @Test("what is no feature is told, and what stands beside it is used")
    func garbage() throws {
        #expect(try decode("garbage").issues == [.invalidJSON] && decode("{").issues == [.invalidJSON])
        #expect(try decode("17").issues == [.notAnObservation] && decode("{}").issues == [.notAnObservation])
        #expect(try decode([0x7B, 0xFF, 0xFE, 0x00]).issues == [.invalidJSON])
        let mixed = try decode(#"[\#(first),17,{"attributes":{"speed":1}},null,\#(second)]"#)
        #expect(mixed.features.count == 2 && mixed.issues == [.notAnObservation, .noTrack, .notAnObservation])
        let cut = try decode("[\(first),\(second.dropLast(5))")
        #expect(cut.features.count == 1 && cut.issues == [.invalidJSON])
        let deep = String(repeating: "[", count: 100_000)
        #expect(try decode(deep).issues == [.invalidJSON])
        let line = #"{"attributes":{"vehicle":"a"},"geometry":{"paths":[[[1,2],[3,4]]]}}"#
        #expect(try decode(line).issues == [.notAnObservation])
    }

    @Test("a message of a million faults, or of many wide observations, takes no more memory than a few; all are counted")
    func manyFaults() throws {
        let fields = [Field(type: .text, name: "vehicle", alias: "")] + (0..<199).map { Field(type: .int32, name: "f\($0)", alias: "") }
        var decoder = StreamMessageDecoder(fields: fields, entityIDField: "vehicle", timeField: nil, spatialReference: nil)
        var batch = ObservationBatch(schema: ObservationSchema(fields: fields))
        var issues: [FeedIssue] = []
        let faults = "[" + Array(repeating: "1", count: 100_000).joined(separator: ",") + "]"
        _ = Array(faults.utf8).withUnsafeBytes { decoder.decode($0, number: 1, into: &batch, issues: &issues) }
        #expect(issues.count == StreamMessageDecoder.maximumIssueCount)
        #expect(decoder.drainUntoldIssues() == [.notAnObservation: 100_000 - issues.count] && decoder.drainUntoldIssues().isEmpty)
        let rows = "[" + (0..<10_000).map { #"{"attributes":{"vehicle":\#($0)}}"# }.joined(separator: ",") + "]"
        var (count, largest) = (0, 0)
        _ = Array(rows.utf8).withUnsafeBytes { bytes in
            decoder.decode(bytes, number: 2, into: &batch, issues: &issues) { batch in
                count += batch.count
                largest = max(largest, batch.values.count)
                batch.removeAll()
            }
        }
        #expect(count + batch.count == 10_000 && largest < 300_000)
    }

    @Test("cut anywhere, or with any bit turned, a message is read or reported, and what was before it stays", .timeLimit(.minutes(10)))
    func damage() throws {
        let message = Array(#"{"type":"featureResult","features":[\#(first),\#(second)]}"#.utf8)
        for end in message.indices {
            let outcome = try decode(message[..<end])
            #expect(outcome.features.isEmpty && (outcome.issues.count == 1 || end == 0))
        }
        for index in message.indices {
            for bit in 0..<8 {
                var damaged = message
                damaged[index] ^= 1 << bit
                let outcome = try decode(damaged)
                #expect(outcome.features.count + outcome.issues.count >= 1 || outcome.reply != nil)
            }
        }
    }

    @Test("positions are WGS 84 unless they say otherwise, or cannot be degrees")
    func positions() throws {
        func position(_ geometry: String, _ around: (String) -> String = { $0 }) throws -> String? {
            let outcome = try decode(around(#"{"attributes":{"vehicle":"a"},"geometry":\#(geometry)}"#))
            let text = outcome.features.first ?? "\(outcome.issues)"
            return text.firstRange(of: /"coordinates":\[[^\]]*\]/).map { String(text[$0]) } ?? text.firstRange(of: "null").map { _ in "null"
            } ?? text
        }
        #expect(try position(#"{"x":10,"y":50}"#) == #""coordinates":[10,50]"#)
        #expect(try position(#"{"x":10,"y":50,"z":120.5}"#) == #""coordinates":[10,50,120.5]"#)
        let mercator = #"{"x":1113194.9079327357,"y":6446275.841017158}"#
        #expect(try position(mercator) == #""coordinates":[10,50]"#)
        #expect(
            try position(#"{"x":1113194.9079327357,"y":6446275.841017158,"spatialReference":{"wkid":102100}}"#) == #""coordinates":[10,50]"#
        )
        let result = #"{"x":111319.49079327357,"y":0.0}"#
        #expect(
            try position(result) { #"{"spatialReference":{"wkid":102100,"latestWkid":3857},"features":[\#($0)]}"# }
                == #""coordinates":[1,0]"#)
        #expect(try position("null") == "null")
        #expect(try decode(#"{"attributes":{"vehicle":"a"},"geometry":{"x":1e300,"y":0}}"#).issues == [.invalidPosition])
    }

    @Test("values follow the declared fields: what does not fit becomes null, what is not declared is left out, and both are counted")
    func types() throws {
        func values(_ attributes: String) throws -> (String, Int, Int) {
            let outcome = try decode(#"{"attributes":{"vehicle":"a",\#(attributes)}}"#)
            return (outcome.features.first ?? "", outcome.undeclared, outcome.mismatched)
        }
        let (good, _, mismatched) = try values(#""speed":12,"load":1.5,"serviced":1700000000000"#)
        #expect(
            good.contains(#""speed":12"#) && good.contains(#""load":1.5"#) && good.contains(#""serviced":1700000000000"#) && mismatched == 0
        )
        let (dates, _, count) = try values(#""serviced":"2023-11-14T22:13:20Z""#)
        #expect(dates.contains(#""serviced":1700000000000"#) && count == 0)
        let (bad, _, wrong) = try values(#""speed":"fast","load":{"a":1},"serviced":"yesterday""#)
        #expect(wrong == 3 && !bad.contains("fast") && !bad.contains("yesterday"))
        #expect(try values(#""speed":1.5"#).2 == 1 && values(#""speed":true"#).2 == 0 && values(#""speed":null"#).2 == 0)
        let (known, undeclared, _) = try values(#""crew":2,"speed":3,"mood":"good""#)
        #expect(undeclared == 2 && !known.contains("crew") && known.contains(#""speed":3"#))
        let free = try decode(#"{"attributes":{"vehicle":"a","crew":2}}"#, isDeclared: false)
        #expect(free.undeclared == 0 && free.features.first?.contains(#""crew":2"#) == true)
    }

    @Test("a time that is missing or cannot be read is none, and the observation is taken")
    func times() throws {
        for time in ["null", "\"soon\"", "true", "1e300"] {
            let outcome = try decode(#"{"attributes":{"vehicle":"a","seen":\#(time)}}"#)
            #expect(outcome.times == [ObservationBatch.noTime] && outcome.issues.isEmpty, "\(time)")
        }
        // A field that is called so, but not said to be the time, is none.
        let other = try decode(#"{"attributes":{"vehicle":"a","time":1700000000000}}"#, isDeclared: false)
        #expect(other.times == [ObservationBatch.noTime])
    }
}
