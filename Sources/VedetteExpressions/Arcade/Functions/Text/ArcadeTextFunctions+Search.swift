// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Searching and replacing: literally, with regard to case.
extension ArcadeTextFunctions {
    /// `Find(searchText, targetText, startPosition?)`: the position, or −1. A start in front of the text is its beginning; nothing is found
    /// behind its end.
    static func find(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let part = try readText(arguments[0], run)
        let text = try readText(arguments[1], run)
        let start = max(0, ArcadeUnits.count(run.number(arguments[2])))
        guard isMissing(arguments[2]) || start <= ArcadeUnits.count(of: text) else { return .number(-1) }
        let firstByte = isMissing(arguments[2]) ? 0 : ArcadeUnits.byteOffset(ofUnit: start, in: text)
        guard let place = ArcadeTextSearch.place(of: part, in: text, from: firstByte) else { return .number(-1) }
        return .number(Double(ArcadeUnits.unit(ofByteOffset: place, in: text)))
    }

    /// `Replace(value, searchText, replacementText, allOccurrences?)`: all occurrences unless the fourth argument is false. To search for
    /// nothing changes nothing.
    static func replace(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let text = try readText(arguments[0], run)
        let part = try readText(arguments[1], run)
        let replacement = try readText(arguments[2], run)
        guard !part.isEmpty else { return .text(text) }
        let places: [Int]
        if isMissing(arguments[3]) || run.boolean(arguments[3]) {
            places = ArcadeTextSearch.places(of: part, in: text)
        } else {
            places = ArcadeTextSearch.place(of: part, in: text).map { [$0] } ?? []
        }
        guard !places.isEmpty else { return .text(text) }
        try run.charge(places.count >> 3)
        let (grown, overflows) = places.count.multipliedReportingOverflow(by: replacement.utf8.count - part.utf8.count)
        try run.chargeValue(bytes: overflows ? .max : text.utf8.count + grown)
        var (source, inserted) = (text, replacement)
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count + grown)
        source.withUTF8 { source in
            inserted.withUTF8 { inserted in
                var start = 0
                for place in places {
                    output.append(contentsOf: source[start..<place])
                    output.append(contentsOf: inserted)
                    start = place + part.utf8.count
                }
                output.append(contentsOf: source[start...])
            }
        }
        return .text(String(decoding: output, as: UTF8.self))
    }
}
