// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import VedetteLocation

/// Where they are. A type of its own: a suite cannot ask itself whether it runs.
private enum GPSDLogs {
    static let logs: [URL] = {
        let beside = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../../shared/data")
        let data = ProcessInfo.processInfo.environment["VEDETTE_CONFORMANCE_DATA"].map { URL(fileURLWithPath: $0) } ?? beside
        return files(in: data.standardizedFileURL.appendingPathComponent("nmea"))
    }()

    static func files(in folder: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".log") }.sorted().map { folder.appendingPathComponent($0) }
            .filter { FileManager.default.fileExists(atPath: $0.path + ".chk") }
    }
}

/// Logs of gpsd's own test suite, against what gpsd prints for them: every TPV and SKY, in order, member by member and digit by digit.
///
/// They are not part of this repository: `VEDETTE_CONFORMANCE_DATA` names the folder of data that has them in `nmea`, or it lies in `shared/data`
/// beside the clone. `VEDETTE_GNSS_LOGS` may name a folder with more; of that a table of scores is printed, and nothing is demanded but that any
/// pieces give the same.
@Suite("Logs of gpsd", .enabled(if: GPSDLogs.logs.count > 0, "needs nmea of the conformance data: set VEDETTE_CONFORMANCE_DATA"))
struct GPSDLogTests {
    private static let compared = [
        "mode", "status", "time", "lat", "lon", "altHAE", "altMSL", "alt", "track", "speed", "climb", "magtrack", "magvar", "geoidSep",
        "eph", "epx",
        "epy", "epv", "eps", "epc", "epd", "ept", "sep", "dgpsAge", "dgpsSta", "gdop", "hdop", "pdop", "tdop", "xdop", "ydop", "vdop",
        "nSat", "uSat",
    ]

    /// The members of TPV and SKY lines that are compared, as they are printed.
    private static func members(_ lines: some Sequence<Substring>) -> [String] {
        lines.filter { $0.hasPrefix(#"{"class":"TPV""#) || $0.hasPrefix(#"{"class":"SKY""#) }.map { line in
            let head = line.split(separator: #","satellites":["#, maxSplits: 1)[0].drop { $0 == "{" }
            let members = head.split(separator: ",").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "{}\r")) }
            return members.filter { member in
                let name = member.split(separator: "\"").first.map(String.init) ?? ""
                return name == "class" || compared.contains(name)
            }.joined(separator: ",")
        }
    }

    private static func decoded(_ bytes: [UInt8], step: Int?) -> [String] {
        members(Sentences.reports(bytes, step: step).reports.map { GNSSReportWriter.line($0)[...] })
    }

    private static func expected(_ log: URL) throws -> [String] {
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: log.path + ".chk")), as: UTF8.self)
        return members(text.split(whereSeparator: \.isNewline))
    }

    /// Reports that are not as gpsd's, and why.
    private static let known: [String: String] = [:]

    @Test("every report is gpsd's", arguments: GPSDLogs.logs)
    func asExpected(log: URL) throws {
        let bytes = [UInt8](try Data(contentsOf: log))
        let (got, wanted) = (Self.decoded(bytes, step: nil), try Self.expected(log))
        try withKnownIssue(isIntermittent: true) {
            #expect(got == wanted)
        } when: {
            Self.known[log.lastPathComponent] != nil
        }
    }

    @Test("any pieces give the same", arguments: GPSDLogs.logs)
    func pieces(log: URL) throws {
        let bytes = [UInt8](try Data(contentsOf: log))
        let whole = Self.decoded(bytes, step: nil)
        for step in [1, 3, 61, 4096] { #expect(Self.decoded(bytes, step: step) == whole) }
    }

    @Test("scores of other logs", .enabled(if: ProcessInfo.processInfo.environment["VEDETTE_GNSS_LOGS"] != nil))
    func scores() throws {
        let folder = URL(fileURLWithPath: ProcessInfo.processInfo.environment["VEDETTE_GNSS_LOGS"] ?? ".")
        var (equal, all) = (0, 0)
        for log in GPSDLogs.files(in: folder) {
            let bytes = [UInt8](try Data(contentsOf: log))
            let (got, wanted) = (Self.decoded(bytes, step: nil), try Self.expected(log))
            #expect(Self.decoded(bytes, step: 1) == got)
            all += 1
            if got == wanted {
                equal += 1
            } else {
                let differing = zip(got, wanted).count { $0 != $1 } + abs(got.count - wanted.count)
                print("\(log.lastPathComponent): \(got.count) reports, gpsd \(wanted.count), \(differing) differ")
            }
        }
        print("\(equal) of \(all) logs are as gpsd prints them")
    }
}
