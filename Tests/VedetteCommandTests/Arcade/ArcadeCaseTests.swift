// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Cases in files: our own, written from the specification, and other people's.
@Suite("Cases of Arcade", .timeLimit(.minutes(10)))
struct ArcadeCaseTests {
    /// Our own cases; the examples of Esri's function reference, which lie in `shared/data` beside the clone or in the folder that
    /// `VEDETTE_CONFORMANCE_DATA` names; and the file that `VEDETTE_ARCADE_CASES` names.
    private static let files: [URL] = {
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let environment = ProcessInfo.processInfo.environment
        let data =
            environment["VEDETTE_CONFORMANCE_DATA"].map { URL(fileURLWithPath: $0) }
            ?? here.appendingPathComponent("../../../../shared/data").standardizedFileURL
        let others =
            [data.appendingPathComponent("arcade/doc_examples.jsonl")]
            + [environment["VEDETTE_ARCADE_CASES"]].compactMap(\.self).map { URL(fileURLWithPath: $0) }
        return [here.appendingPathComponent("language.jsonl")] + others.filter { FileManager.default.fileExists(atPath: $0.path) }
    }()

    @Test("every case holds that its file does not mark as doubtful", arguments: files)
    func cases(file: URL) async throws {
        let outcome = try await Program.run("eval", "arcade", "--cases", file.path)
        for line in outcome.lines where line.contains(#""result":"fail""#) { Issue.record("\(line)") }
        #expect(outcome.ending == .exited(0))
        #expect(!outcome.lines.isEmpty)
    }

    @Test("a case that does not hold fails, a doubtful one is listed, and a broken line is a failure")
    func runner() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file(
            "cases.jsonl",
            """
            {"id":1,"expr":"1 + 1","expected":2}
            {"id":2,"expr":"1 + 1","expected":3}
            {"id":3,"expr":"[][0]","expected":null,"expect_error":true}
            {"id":4,"expr":"1","expect_error":true}
            {"id":5,"expr":"0.1 + 0.2","expected":0.30000001}
            {"id":6,"expr":"0.1 + 0.2","expected":0.30000001,"tolerance":1e-6}
            {"id":7,"expr":"Hash('a')","expected":1,"note":"implementation-specific"}
            {"id":8,"expr":"1","expected":2,"suspect":true}
            {"id":9,"expr":"Date(2020, 0, 1)","expected":{"type":"Date","iso":"2020-01-01T00:00:00+00:00"}}
            {"id":10,"expr":"Date(2020, 0, 1)","expected":{"type":"Date","iso":"2020-01-01T01:00:00+01:00"}}
            {"id":11,"expr":"Date(2020, 0, 1, 0, 0, 0, 0, 'unknown')","expected":{"type":"Date","local":"2020-01-01T00:00:00","zone":"unknown"}}
            {"id":12,"expr":"Date(2020, 0, 1)","expected":{"type":"Date","local":"2020-01-01T00:00:00","zone":"unknown"}}
            {"id":13,"expr":"[[0, 0], [0, 1], [1, 1]]","expected":[[1, 1], [0, 1], [0, 0], [1, 1]],"note":"compare as ring, start/orientation free"}
            {"id":14,"expr":"[[0, 0], [0, 1], [1, 1]]","expected":[[1, 1], [0, 1], [0, 0], [1, 1]]}
            {"id":15,"expr":"[Point({x: 1, y: 2, spatialReference: {wkid: 4326}})]","expected":[[1, 2]]}
            {"id":16,"expr":"{b: 1, a: 2}","expected":{"a":2,"b":1}}
            {"id":17,"expr":"{b: 1, a: 2}","expected":{"a":2}}
            {"id":18,"expr":"'1'","expected":1}
            {"id":19
            """)
        let outcome = try await Program.run("eval", "arcade", "--cases", file)
        func ids(_ result: String) -> [Int] {
            outcome.lines.compactMap { line in
                guard line.contains("\"result\":\"\(result)\"") else { return nil }
                return line.firstMatch(of: #/^\{"id":(\d+)/#).flatMap { Int($0.1) }
            }
        }
        #expect(ids("pass") == [1, 3, 6, 9, 11, 13, 15, 16])
        #expect(ids("fail") == [2, 4, 5, 10, 12, 14, 17, 18])
        #expect(ids("skipped") == [7, 8])
        #expect(outcome.lines.count == 19 && outcome.ending == .exited(1))
        #expect(outcome.errorLines.first == "19 cases: 8 passed, 9 failed, 2 skipped")
        #expect(outcome.lines[1] == #"{"id":2,"result":"fail","expression":"1 + 1","expected":3,"value":2}"#)
    }
}
