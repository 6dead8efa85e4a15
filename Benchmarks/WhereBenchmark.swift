// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteExpressions
import VedetteValues

/// A where clause over a million rows, against DuckDB and SQLite on one thread over the same rows.
enum WhereBenchmark {
    private static let count = 1_000_000

    private static let clauses = [
        "SPEED > 200 AND ALTITUDE <= 30000 AND CALLSIGN LIKE '%WA1%'",
        "SPEED > 590 AND ALTITUDE < 1000 AND CALLSIGN LIKE '%heavy'",
        "SPEED > 200 AND ALTITUDE <= 30000",
        "CALLSIGN LIKE '%WA1%'",
        "CALLSIGN IN ('SWA123', 'DAL77', 'UAL1')",
    ]

    private static let fields = [
        Field(type: .oid, name: "ID", alias: ""), Field(type: .float64, name: "SPEED", alias: ""),
        Field(type: .int32, name: "ALTITUDE", alias: ""), Field(type: .text, name: "CALLSIGN", alias: ""),
    ]

    static func run(_ comparison: Comparison, python: String) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "vedette-where-\(ProcessInfo.processInfo.processIdentifier).csv")
        defer { try? FileManager.default.removeItem(at: file) }
        let columns = try rows(writingTo: file)
        let peers = try Peers(python: python, rows: file)
        defer { peers.end() }
        for clause in clauses {
            for peer in ["duckdb", "sqlite"] {
                try comparison.measureSeconds(
                    clause, unit: "rows", count: count, against: peer == "duckdb" ? "DuckDB" : "SQLite",
                    ours: {
                        var matches = 0
                        let time = try ContinuousClock().measure {
                            let bound = try WhereClause(clause).bound(to: fields, now: Instant(microsecondsSince1970: 0))
                            matches = bound.matchCount(in: columns)
                        }
                        return (matches, time.inSeconds)
                    }, peer: { try peers.ask(peer, clause) })
            }
        }
    }

    /// Flights at random: the same rows as columns and as a file for the peers.
    private static func rows(writingTo file: URL) throws -> AttributeColumns {
        let airlines = ["SWA", "AAL", "UAL", "DAL", "JBU", "ASA", "FFT", "SKW", "ENY", "NKS"]
        var random = GeneratedWorld.Random(state: 7)
        var columns = AttributeColumns(fields: fields)
        var text = "ID,SPEED,ALTITUDE,CALLSIGN\n"
        for row in 0..<count {
            let speed = (random.uniform(0, 600) * 10).rounded() / 10
            let altitude = Int64(random.uniform(0, 42_000))
            let airline = airlines[min(9, Int(random.uniform(0, 10)))]
            let callsign = "\(airline)\(Int(random.uniform(0, 9_999)))\(random.uniform(0, 3) < 1 ? " heavy" : "")"
            columns.append([.integer(Int64(row)), .number(speed), .integer(altitude), .text(callsign)])
            text += "\(row),\(speed),\(altitude),\(callsign)\n"
        }
        try text.write(to: file, atomically: true, encoding: .utf8)
        return columns
    }

    /// The process that holds the peers.
    private final class Peers {
        private let process = Process()
        private let input = Pipe()
        private let output = Pipe()
        private var unread = Data()

        init(python: String, rows: URL) throws {
            process.executableURL = URL(fileURLWithPath: python)
            let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Python/where_peers.py")
            process.arguments = [script.path, rows.path]
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            guard try line() == "ready" else {
                throw Comparison.Mismatch(description: "the peers did not start; script/bench fetches them")
            }
        }

        func end() {
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
        }

        func ask(_ peer: String, _ clause: String) throws -> (Int, Double) {
            try input.fileHandleForWriting.write(contentsOf: Data("\(peer) \(clause)\n".utf8))
            let answer = try line().split(separator: " ")
            guard answer.count == 2, let matches = Int(answer[0]), let seconds = Double(answer[1]) else {
                throw Comparison.Mismatch(description: "\(peer) did not answer")
            }
            return (matches, seconds)
        }

        private func line() throws -> String {
            while true {
                if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { unread = Data(unread[(end + 1)...]) }
                    return String(decoding: unread[..<end], as: UTF8.self)
                }
                let more = output.fileHandleForReading.availableData
                guard !more.isEmpty else { throw Comparison.Mismatch(description: "the peers ended; their message is above") }
                unread += more
            }
        }
    }
}
