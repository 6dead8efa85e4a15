// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

let usage = """
    usage: fence-bench FENCES TRACKS [--limit N] [--threads T] [--detection fixes|path] [--passes N]
                   [--dwell S] [--minimum-in S] [--minimum-out S] [--silence S] [--speed-above V] [--allowed-lateness S] [--accuracy M]
           fence-bench edits FENCES TRACKS [--count N] [--rules]

    Measures the fence engine in process and prints one line of JSON.

    FENCES  "FNC1", u32 fences, u64 vertices, u32 vertices of each fence, then i32 longitude and latitude (1e-7 degree) of each; little endian,
            rings not closed
    TRACKS  "TRK1", u32 tracks, u64 updates, then u32 track, u32 second, i32 longitude, i32 latitude of each

      --limit N      only the first N updates
      --threads T    threads that build, and that judge, each a share of the tracks (1)
      --detection D  fixes, or the path between them (fixes)
      --dwell S, --minimum-in S, --minimum-out S, --silence S, --speed-above V
                     rules, in seconds and metres a second (none)
      --allowed-lateness S
                     seconds; fixes wait so long for late ones (0)
      --accuracy M   every fix is a disc of M metres (0: a point)
      --passes N     how often the stream is judged, each time with fresh tracks; the best counts (5)
      --count N      edits of each kind: add, remove, move (2000)
      --rules        with rules of dwelling and minimum time out

    buildSeconds is the wall time of making the index of fences in memory; indexBytes what it takes beside their vertices (fenceBytes); nsPerUpdate is
    the processor time of the process, wallNsPerUpdate the time that passes; peakResidentBytes is that of the process, the files' data included; hash is
    the sum of the mixed events (update, fence, entered), as of the peers' common.hpp; told counts those that only rules tell. edits measures, in
    microseconds, what an edit of one fence takes with all it brings about, waiting included, while another thread brings updates in batches of
    1,024, which edits overtake; work is the processor time of the edit alone.
    """

do {
    guard let options = try BenchOptions(Array(CommandLine.arguments.dropFirst())) else {
        print(usage)
        exit(0)
    }
    print(try options.measuresEdits ? EditsBench(options).run() : UpdatesBench(options).run())
} catch let error as UsageError {
    FileHandle.standardError.write(Data("fence-bench: \(error.message); --help says how\n".utf8))
    exit(2)
} catch {
    FileHandle.standardError.write(Data("fence-bench: \(error)\n".utf8))
    exit(1)
}
