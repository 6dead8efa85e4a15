// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Measures Vedette against peers that do the same work in the same process, in turns. Each figure is a line: see README.md beside this file.
@main
struct Benchmarks {
    static func main() async throws {
        var runs = 5
        var fenceCounts = [1_000, 10_000]
        var wanted: Set<String> = []
        var scripts: Set<String> = []
        var python = "Vendor/python/bin/python3"
        var arguments = CommandLine.arguments.dropFirst()
        while let argument = arguments.popFirst() {
            switch argument {
            case "--help", "-h":
                print(usage)
                return
            case "--python":
                guard let path = arguments.popFirst() else { fail("--python needs a path") }
                python = path
            case "--scripts":
                guard let names = arguments.popFirst() else { fail("--scripts needs names") }
                scripts = Set(names.split(separator: ",").map(String.init))
            case "--runs", "--fences":
                let numbers = arguments.popFirst()?.split(separator: ",").map { Int($0) ?? 0 } ?? []
                guard !numbers.isEmpty, numbers.allSatisfy({ $0 > 0 }) else { fail("\(argument) needs a whole number above 0") }
                if argument == "--runs" { runs = numbers[0] } else { fenceCounts = numbers }
            case "store-tracks":
                guard let tracks = arguments.popFirst().flatMap({ Int($0) }), let path = arguments.popFirst() else { fail(storeUsage) }
                return try TrackFile.write(tracks: tracks, seconds: 10, to: path)
            case "store-side":
                guard let tracks = arguments.popFirst(), let queries = arguments.popFirst(),
                    let seconds = arguments.popFirst().flatMap({ Double($0) })
                else { fail(storeUsage) }
                return try await StoreBenchmark.run(tracks: tracks, queries: queries, passes: runs, seconds: seconds)
            case "identify":
                return try await IdentifyBenchmark.run(tracks: 100_000, clicks: 100 * runs)
            case "fences", "decoding", "numbers", "where", "arcade": wanted.insert(argument)
            default: fail("there is no \(argument) here")
            }
        }
        var configuration = "release"
        assert({ configuration = "debug: the figures mean nothing" }() == ())
        print("# \(runs) runs each, in turns; \(configuration); \(ProcessInfo.processInfo.activeProcessorCount) cores, one used")
        if wanted.isEmpty || wanted.contains("numbers") { try NumberBenchmark.run(Comparison(runs: runs)) }
        if wanted.isEmpty || wanted.contains("decoding") { try DecodingBenchmark.run(Comparison(runs: runs)) }
        if wanted.isEmpty || wanted.contains("where") { try WhereBenchmark.run(Comparison(runs: runs), python: python) }
        if wanted.isEmpty || wanted.contains("arcade") {
            try ArcadeBenchmark.run(runs: runs, only: scripts)
            if scripts.isEmpty { try ArcadeAdversaries.run(count: 10_000, seed: 1) }
        }
        if wanted.isEmpty || wanted.contains("fences") {
            for count in fenceCounts { try FenceBenchmark.run(Comparison(runs: runs), fenceCount: count) }
        }
    }

    private static let usage = """
        usage: script/bench [--runs N] [--fences N,N,…] [fences] [decoding] [numbers] [where] [arcade]
               script/bench [--runs N] identify
            --runs N          how often each side runs (5)
            --python PATH     the Python that has DuckDB (Vendor/python/bin/python3)
            --scripts NAME,…  only these of arcade, without peers: to look for what is slow
            --fences N,N,…    how many fences the engine is measured with (1000,10000)
            fences, decoding, numbers, where, arcade    what is measured; without a name, all of these
            identify          what a view takes to say what is at a point, 100 N clicks a line
        """

    /// What Python/store_bench.py asks for.
    private static let storeUsage = "store-tracks needs COUNT FILE, store-side TRACKS QUERIES SECONDS"

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("error: \(message)\n\(usage)\n".utf8))
        exit(2)
    }
}
