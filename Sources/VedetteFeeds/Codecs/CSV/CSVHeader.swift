// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// The header row of a CSV feed: which column is what.
package struct CSVHeader: Sendable {
    let names: [String]
    let longitude: Int
    let latitude: Int
    let track: Int?
    let time: Int?
    /// Whether the time column was named by the reader's user, so that every row must have a time.
    let requiresTime: Bool

    init(_ row: UnsafeRawBufferPointer, options: FeedOptions, line: Int) throws(FeedError) {
        guard UTF8Check.isValid(row) else {
            throw FeedError(.unknownFormat, line: line, "the header row is not UTF-8 text")
        }
        let names = CSVRow.cells(of: row)
        guard !names.isEmpty else { throw FeedError(.unknownFormat, line: line, "the header row is not a row of column names") }
        self.names = names
        func missing(_ wanted: String, _ what: String, _ option: String) -> FeedError {
            FeedError(
                .missingColumn, line: line,
                "there is no column \"\(wanted)\" for the \(what) (\(option)); the columns are \(Excerpt.of(names))")
        }
        func column(_ wanted: String?, _ guesses: [String], _ what: String, _ option: String) throws(FeedError) -> Int? {
            guard let wanted else { return Self.guess(guesses, names) }
            if let column = Self.find(wanted, names) { return column }
            throw missing(wanted, what, option)
        }
        func required(_ column: Int?, _ what: String, _ option: String) throws(FeedError) -> Int {
            if let column { return column }
            throw FeedError(
                .missingColumn, line: line,
                "no column can be taken for the \(what); name it with \(option); the columns are \(Excerpt.of(names))")
        }
        for wanted in options.requiredColumns where !names.contains(wanted.name) {
            throw missing(wanted.name, wanted.content, wanted.option)
        }
        longitude = try required(
            try column(options.longitudeField, FeedOptions.longitudeNames, "longitude", "--lon-field"), "longitude", "--lon-field")
        latitude = try required(
            try column(options.latitudeField, FeedOptions.latitudeNames, "latitude", "--lat-field"), "latitude", "--lat-field")
        let track = try column(options.trackField, FeedOptions.trackNames, "track id", "--track-field")
        self.track = options.requiresTrack ? try required(track, "track id", "--track-field") : track
        time = try column(options.timeField, FeedOptions.timeNames, "time", "--time-field")
        requiresTime = options.timeField != nil
    }

    /// The column of that name; its letters' case matters only where two columns differ in nothing else.
    private static func find(_ name: String, _ names: [String]) -> Int? {
        names.firstIndex(of: name) ?? names.firstIndex { $0.lowercased() == name.lowercased() }
    }

    private static func guess(_ guesses: [String], _ names: [String]) -> Int? {
        for guess in guesses {
            if let column = find(guess, names) { return column }
        }
        return nil
    }
}
