// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteLocation

/// How a feed turned out to be written.
package struct FeedLayout: Sendable, Equatable {
    package enum Framing: Sendable, Equatable {
        case lines
        case recordSeparators
        /// One object with a list of features.
        case collection
        /// One JSON object over several lines that is no collection.
        case document
        case csvRows
        /// One document of RSS or Atom.
        case syndication
        /// One document of GPX.
        case gpx
        /// What a GNSS receiver sends.
        case receiver
    }

    package var format: FeedFormat
    package var framing: Framing
    /// Where the first record (or the header row, or the inside of the list) begins.
    package var start: Int
    /// The line on which that is.
    package var line: Int
    /// For a collection: the text before the list of features, whose members may name a spatial reference.
    package var head: Range<Int> = 0..<0
}

/// Finds out from the first bytes of a feed how it is written.
package enum FeedSniffer {
    /// How many bytes it looks at before it gives up.
    package static let window = 1 << 16

    /// - Parameters:
    ///   - bytes: the feed from its beginning.
    ///   - isEnd: whether that is all.
    ///   - format: the format, where it is known.
    /// - Returns: nil where more bytes are needed, or where the feed is empty.
    /// - Throws: ``FeedError`` where the bytes are of no known format.
    package static func sniff(_ bytes: UnsafeRawBufferPointer, isEnd: Bool, format: FeedFormat?) throws(FeedError) -> FeedLayout? {
        if format == .nmea { return bytes.isEmpty ? nil : FeedLayout(format: .nmea, framing: .receiver, start: 0, line: 1) }
        var start = 0
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { start = 3 }
        var line = 1
        while start < bytes.count, FramingBytes.isWhitespace(bytes[start]) {
            if bytes[start] == FramingBytes.newline { line += 1 }
            start += 1
        }
        guard start < bytes.count else { return nil }
        if format == .rss || format == .gpx || format == nil && isMarkup(bytes, start) {
            guard let isGPX = format.map({ $0 == .gpx }) ?? isGPX(bytes, isEnd: isEnd) else { return nil }
            return FeedLayout(format: isGPX ? .gpx : .rss, framing: isGPX ? .gpx : .syndication, start: 0, line: 1)
        }
        if format == nil, !isEnd, bytes.count < 2, [0x00, 0xFE, 0xFF].contains(bytes[0]) { return nil }
        switch bytes[start] {
        case RecordSeparatorFramer.separator where format != .csv:
            return try layout(.recordSeparators, format, bytes, start, line, isEnd: isEnd)
        case UInt8(ascii: "{") where format != .csv:
            return try sniffObject(bytes, start, line, isEnd: isEnd, format)
        default:
            if let format {
                return FeedLayout(format: format, framing: format == .csv ? .csvRows : .lines, start: start, line: line)
            }
            return try sniffText(bytes, start, line, isEnd: isEnd)
        }
    }

    /// Whether what begins here is XML, in UTF-16 too.
    private static func isMarkup(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Bool {
        if bytes[start] == UInt8(ascii: "<") { return true }
        return bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0x00, UInt8(ascii: "<")])
    }

    /// Whether the first element of the document is GPX's; nil where more bytes are needed to say so.
    private static func isGPX(_ bytes: UnsafeRawBufferPointer, isEnd: Bool) -> Bool? {
        let window = UnsafeRawBufferPointer(rebasing: bytes[..<min(bytes.count, Self.window)])
        if let root = XMLEncoding.rootName(of: window) { return GPXVocabulary.isRoot(root) }
        return isEnd || bytes.count >= Self.window ? false : nil
    }

    // MARK: JSON

    private static func sniffObject(
        _ bytes: UnsafeRawBufferPointer, _ start: Int, _ line: Int, isEnd: Bool, _ format: FeedFormat?
    ) throws(FeedError) -> FeedLayout? {
        let window = UnsafeRawBufferPointer(rebasing: bytes[..<min(bytes.count, Self.window)])
        var cursor = JSONCursor(window, at: start)
        let outcome = walkTopLevel(&cursor)
        let hasLineEnd = FramingBytes.find(FramingBytes.newline, in: window, from: start).map { $0 < cursor.offset } ?? false
        switch outcome {
        case .features(let inside):
            let lines = FramingBytes.newlineCount(in: window, start..<inside)
            var result = FeedLayout(
                format: format ?? .geojson, framing: .collection, start: inside, line: line + lines, head: start..<inside)
            if format == nil {
                // The first feature tells GeoJSON from Esri JSON.
                let rest = UnsafeRawBufferPointer(rebasing: bytes[min(inside, bytes.count)...])
                guard let found = formatOfFirstObject(rest, isEnd: isEnd) else { return nil }
                result.format = found
            }
            return result
        case .end where hasLineEnd:
            return try layout(.document, format, bytes, start, line, isEnd: isEnd)
        case .unfinished where !isEnd && bytes.count < Self.window:
            // Lines are told apart as soon as the first is whole, so that a live feed is not kept waiting.
            return nil
        case .unfinished where hasLineEnd || FramingBytes.find(FramingBytes.newline, in: window, from: start) != nil:
            return try layout(.document, format, bytes, start, line, isEnd: isEnd)
        default:
            return try layout(.lines, format, bytes, start, line, isEnd: isEnd)
        }
    }

    private enum TopLevel {
        /// A member `features` begins a list; the offset is behind its bracket.
        case features(Int)
        /// The object has ended.
        case end
        /// More bytes are needed.
        case unfinished
        /// This is not JSON.
        case broken
    }

    private static func walkTopLevel(_ cursor: inout JSONCursor) -> TopLevel {
        do {
            try cursor.expect(UInt8(ascii: "{"))
            if cursor.take(UInt8(ascii: "}")) { return .end }
            repeat {
                cursor.skipWhitespace()
                let key = try cursor.readString()
                try cursor.expect(UInt8(ascii: ":"))
                if cursor.isEqual(key, "features"), try cursor.peekValue() == UInt8(ascii: "[") { return .features(cursor.offset + 1) }
                try cursor.skipValue()
            } while cursor.take(UInt8(ascii: ","))
            try cursor.expect(UInt8(ascii: "}"))
            return .end
        } catch {
            return isCutOff(error, cursor.bytes) ? .unfinished : .broken
        }
    }

    /// Whether the reader found a fault only because the bytes end there, which can be inside a number or a pair of escapes.
    private static func isCutOff(_ error: JSONSyntaxError, _ bytes: UnsafeRawBufferPointer) -> Bool {
        switch error.code {
        case .unexpectedEnd: return true
        case .invalidNumber: return error.offset == bytes.count
        case .invalidEscape:
            // `\ud83d`, and of the other half of the character at most the backslash.
            let rest = bytes[error.offset...]
            let isHalf = rest.starts(with: "\\u".utf8)
            return isHalf && (rest.count == 6 || rest.count == 7 && rest.last == UInt8(ascii: "\\"))
        default: return false
        }
    }

    private static func layout(
        _ framing: FeedLayout.Framing, _ format: FeedFormat?, _ bytes: UnsafeRawBufferPointer, _ start: Int, _ line: Int, isEnd: Bool
    ) throws(FeedError) -> FeedLayout? {
        if let format { return FeedLayout(format: format, framing: framing, start: start, line: line) }
        guard let found = formatOfFirstObject(UnsafeRawBufferPointer(rebasing: bytes[start...]), isEnd: isEnd) else { return nil }
        return FeedLayout(format: found, framing: framing, start: start, line: line)
    }

    /// Esri JSON if the first object that can be read has `attributes`, or a geometry with `x`; else GeoJSON. nil where more bytes are needed.
    ///
    /// A broken line says nothing of the others, so the next ones are asked, a hundred at the most.
    private static func formatOfFirstObject(_ bytes: UnsafeRawBufferPointer, isEnd: Bool) -> FeedFormat? {
        let window = UnsafeRawBufferPointer(rebasing: bytes[..<min(bytes.count, Self.window)])
        var start = 0
        for _ in 0..<100 {
            guard let brace = FramingBytes.find(UInt8(ascii: "{"), in: window, from: start) else { break }
            var cursor = JSONCursor(window, at: brace)
            do {
                return try isEsriFeature(&cursor) ? .esrijson : .geojson
            } catch  where isCutOff(error, window) && !isEnd && bytes.count < Self.window {
                return nil
            } catch {
                guard let next = FramingBytes.find(FramingBytes.newline, in: window, from: brace) else { break }
                start = next + 1
            }
        }
        return isEnd || bytes.count >= Self.window ? .geojson : nil
    }

    private static func isEsriFeature(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> Bool {
        try cursor.expect(UInt8(ascii: "{"))
        if cursor.take(UInt8(ascii: "}")) { return false }
        repeat {
            cursor.skipWhitespace()
            let key = try cursor.readString()
            try cursor.expect(UInt8(ascii: ":"))
            if cursor.isEqual(key, "attributes") { return true }
            if cursor.isEqual(key, "geometry"), try hasMember("x", &cursor) { return true }
            try cursor.skipValue()
        } while cursor.take(UInt8(ascii: ","))
        try cursor.expect(UInt8(ascii: "}"))
        return false
    }

    /// Whether the value at the cursor is an object with that member; a copy is read, the cursor stays.
    private static func hasMember(_ name: StaticString, _ cursor: inout JSONCursor) throws(JSONSyntaxError) -> Bool {
        var inner = cursor
        guard try inner.peekValue() == UInt8(ascii: "{") else { return false }
        try inner.expect(UInt8(ascii: "{"))
        if inner.take(UInt8(ascii: "}")) { return false }
        repeat {
            inner.skipWhitespace()
            let key = try inner.readString()
            if inner.isEqual(key, name) { return true }
            try inner.expect(UInt8(ascii: ":"))
            try inner.skipValue()
        } while inner.take(UInt8(ascii: ","))
        return false
    }

    // MARK: CSV and receivers

    /// How much of a stream is looked at for a sentence or a message. It may begin within one, and a log may begin with comments.
    private static let receiverWindow = 1 << 13

    /// A CSV header, or else the stream of a GNSS receiver. What it is depends on the first line and on whole packets, not on how it was cut.
    private static func sniffText(
        _ bytes: UnsafeRawBufferPointer, _ start: Int, _ line: Int, isEnd: Bool
    ) throws(FeedError) -> FeedLayout? {
        // No text begins with these bytes, but messages do.
        let isBinary = (0x80...0xBF).contains(bytes[start])
        if !isBinary {
            guard let header = firstLine(bytes, start, isEnd: isEnd) else { return nil }
            if isHeader(header) { return FeedLayout(format: .csv, framing: .csvRows, start: start, line: line) }
            guard mayBeOfReceiver(header) else { throw unknownFormat(line) }
        }
        let window = bytes[..<min(bytes.count, receiverWindow)]
        if GNSSDecoder.recognizes(window, isEnd: isEnd || bytes.count >= receiverWindow) {
            return FeedLayout(format: .nmea, framing: .receiver, start: 0, line: 1)
        }
        guard isEnd || bytes.count >= receiverWindow else { return nil }
        throw unknownFormat(line)
    }

    /// The first line; nil where more bytes are needed.
    private static func firstLine(_ bytes: UnsafeRawBufferPointer, _ start: Int, isEnd: Bool) -> UnsafeRawBufferPointer? {
        let end = FramingBytes.find(FramingBytes.newline, in: bytes, from: start)
        guard end != nil || isEnd || bytes.count >= window else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<min(end ?? bytes.count, window)])
    }

    /// Whether it has a column of longitudes and one of latitudes.
    private static func isHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        guard UTF8Check.isValid(line), !line.contains(0) else { return false }
        let names = CSVRow.cells(of: line).map { $0.lowercased() }
        return names.contains(where: FeedOptions.longitudeNames.contains) && names.contains(where: FeedOptions.latitudeNames.contains)
    }

    /// Whether it is, or has within it, what sentences, messages and comments of logs are made of.
    private static func mayBeOfReceiver(_ line: UnsafeRawBufferPointer) -> Bool {
        line.contains { "$!#*".utf8.contains($0) || $0 >= 0x80 || $0 < 0x20 && $0 != 0x09 && $0 != 0x0D }
    }

    private static func unknownFormat(_ line: Int) -> FeedError {
        let known = FeedFormat.allCases.map(\.rawValue).joined(separator: ", ")
        return FeedError(
            .unknownFormat, line: line,
            "the format cannot be told from the first bytes: neither JSON nor XML nor a CSV header with longitude and latitude, nor sentences of a GNSS receiver; name it (\(known))"
        )
    }
}
