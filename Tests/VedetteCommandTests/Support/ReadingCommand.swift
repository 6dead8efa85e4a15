// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A command that reads a feed, with a format that it is told.
struct ReadingCommand: CustomTestStringConvertible, Sendable {
    enum Name: String, CaseIterable {
        case fence
        case decode
        case query
    }

    enum Format: String, CaseIterable {
        case geojson
        case esrijson
        case csv

        /// What a feed of this format begins with.
        var preamble: String { self == .csv ? "id,lon,lat,time\n" : "" }

        /// An observation inside the fence of ``ReadingCommand/fences``.
        func good(_ track: String) -> String {
            switch self {
            case .geojson: Worlds.feature(track, "0.5", "0.5")
            case .esrijson: #"{"geometry":{"x":0.5,"y":0.5},"attributes":{"id":"\#(track)"}}"# + "\n"
            case .csv: "\(track),0.5,0.5,\n"
            }
        }
    }

    let name: Name
    let format: Format

    static let all = Name.allCases.flatMap { name in Format.allCases.map { ReadingCommand(name: name, format: $0) } }

    var testDescription: String { "\(name.rawValue) of \(format.rawValue)" }

    private static let fences = #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}"#

    /// The arguments for reading a feed.
    func arguments(_ feed: String, in folder: TemporaryFolder) throws -> [String] {
        switch name {
        case .fence: ["fence", "--fences", try folder.file("fences.geojson", Self.fences), "--feed", feed, "--format", format.rawValue]
        case .decode: ["decode", feed, "--format", format.rawValue]
        case .query: ["query", "--feed", feed, "--format", format.rawValue]
        }
    }

    /// Reads a feed from standard input and sees to it that the run was orderly, whatever the feed.
    func read(_ feed: some Sequence<UInt8>, options: [String] = []) async throws -> Program.Outcome {
        let folder = try TemporaryFolder()
        let outcome = try await Program.run(try arguments("-", in: folder) + options, input: Array(feed))
        outcome.expectOrder()
        return outcome
    }

    func read(_ feed: String) async throws -> Program.Outcome { try await read(feed.utf8) }
}

extension Program.Outcome {
    /// No trap, whole lines of JSON on standard output, and on standard error nothing but messages in the promised form, of readable length.
    func expectOrder(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect([.exited(0), .exited(1), .exited(2)].contains(ending), "\(errors.prefix(300))", sourceLocation: sourceLocation)
        #expect(output.isEmpty || output.last == UInt8(ascii: "\n"), sourceLocation: sourceLocation)
        for line in lines {
            #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) is [String: Any], "\(line)", sourceLocation: sourceLocation)
        }
        for line in errorLines {
            #expect(line.contains(/^(line \d+|vedette|[^ ]+: line \d+): ./), "\(line)", sourceLocation: sourceLocation)
            #expect(line.utf8.count < 600, "\(line.prefix(200))…", sourceLocation: sourceLocation)
            #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, "\(line)", sourceLocation: sourceLocation)
        }
    }
}
