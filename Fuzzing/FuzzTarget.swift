// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// One parser, and what must be true of whatever it reads.
struct FuzzTarget: Sendable {
    /// As `script/fuzz` and the folders in `Corpus` call it.
    let name: String

    /// Reads the bytes. Comes back, whatever they are: a crash and a property that does not hold end the process.
    let run: @Sendable (UnsafeRawBufferPointer) -> Void

    init(_ name: String, _ run: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) {
        (self.name, self.run) = (name, run)
    }

    /// A parser of text; bytes that are not UTF-8 are mended first.
    init(text name: String, _ run: @escaping @Sendable (String) -> Void) {
        self.init(name) { run(String(decoding: $0, as: UTF8.self)) }
    }

    static let all: [FuzzTarget] = {
        var all = [json, wkt, wkb, geoJSONGeometry, esriJSONGeometry, spatialReference]
        all += [whereClause, rendererExpression, likePattern, arcade, dates]
        all += [geoJSONFeed, esriJSONFeed, csvFeed, rssFeed, gpx, nmea, fenceFile, featureSet, streamMessage, gpsd]
        #if FUZZING
        all.append(geoPackageBlob)
        #endif
        return all
    }()
}

/// Ends the process, which libFuzzer notes, where `condition` is false.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError("what must be true is not: \(message())") }
}

/// What `body` gives; nil where it throws. Refusing an input is always right.
func accepted<Value>(_ body: () throws -> Value) -> Value? {
    try? body()
}

/// What `body` gives; ends the process where it throws, since what was written ourselves must be read.
func mustRead<Value>(_ what: @autoclosure () -> String, _ body: () throws -> Value) -> Value {
    do {
        return try body()
    } catch {
        fatalError("what was written cannot be read: \(error)\n\(what())")
    }
}
