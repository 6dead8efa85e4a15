// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteValues

// Points, fields and texts.
extension GPXReader {
    // MARK: Elements

    /// The next element in the one that is open, whose start tag is read; nil once that one ends.
    mutating func nextChild() throws(XMLError) -> XMLElement? {
        while let event = try reader.next() {
            switch event {
            case .start(let element): return element
            case .text: continue
            case .end: return nil
            }
        }
        return nil
    }

    /// The name of an element that is GPX's own.
    func coreName(_ element: XMLElement) -> String? {
        element.name.namespace == core ? element.name.local : nil
    }

    mutating func skip() throws(XMLError) {
        while try nextChild() != nil { try skip() }
    }

    /// The text of the element that is open, to its end, without tags in it and white space around it.
    mutating func readText() throws(XMLError) -> String {
        var bytes: [UInt8] = []
        while let event = try reader.next() {
            switch event {
            case .text(let text): bytes += text
            case .start: try skip()
            case .end: return Self.text(bytes)
            }
        }
        return Self.text(bytes)
    }

    private static func text(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBytes { bytes in
            String(decoding: bytes[FramingBytes.trimmed(0..<bytes.count, in: bytes)], as: UTF8.self)
        }
    }

    // MARK: Points

    /// Reads a point to the end of its element; nil where it is none, which is an issue.
    mutating func readPoint(_ element: XMLElement) throws(XMLError) -> GPXPoint? {
        let start = reader.eventOffset
        let line = lines.line(at: start)
        let ordinal = pointCount
        pointCount += 1
        guard pointCount <= UInt64(GPXDocument.maximumPointCount) else {
            isAtLimit = true
            let text = "the document has more than \(GPXDocument.maximumPointCount) points; those from here on are not read"
            document.issues.append(FeedIssue(line: line, .tooLong, text))
            return nil
        }
        var parts = GPXPointParts()
        while let child = try nextChild() { try readChild(child, &parts) }
        guard reader.offset - start <= options.maximumRecordLength else {
            document.issues.append(FramingBytes.tooLong(line, options.maximumRecordLength))
            return nil
        }
        do throws(RecordError) {
            let (latitude, longitude) = try Self.position(element)
            if let time = parts.unreadableTime {
                throw RecordError(
                    .invalidTime, "the time \"\(Excerpt.of(time))\" cannot be read; write it as in 2009-03-02T14:05:52Z")
            }
            document.issues += parts.issues
            return GPXPoint(
                latitude: latitude, longitude: longitude, elevation: parts.elevation ?? .nan, line: line, microseconds: parts.time,
                ordinal: ordinal, fields: parts.fields)
        } catch {
            document.issues.append(FeedIssue(line: line, error.code, error.message))
            return nil
        }
    }

    private static func position(_ element: XMLElement) throws(RecordError) -> (latitude: Double, longitude: Double) {
        let texts = (element.attribute("lat"), element.attribute("lon"))
        guard let latitudeText = texts.0, let longitudeText = texts.1 else {
            let missing = texts.0 == nil ? (texts.1 == nil ? "\"lat\" and \"lon\"" : "\"lat\"") : "\"lon\""
            throw RecordError(.noPosition, "the <\(Excerpt.of(element.name.local))> has no \(missing)")
        }
        guard let latitude = number(latitudeText), let longitude = number(longitudeText) else {
            throw RecordError(
                .invalidPosition, "the position lat=\"\(Excerpt.of(latitudeText))\" lon=\"\(Excerpt.of(longitudeText))\" is not two numbers"
            )
        }
        guard GridPosition(longitude: longitude, latitude: latitude) != nil else {
            throw RecordError(
                .invalidPosition,
                abs(latitude) > 90
                    ? "the latitude \(Excerpt.of(latitudeText)) is not within −90…90"
                    : "the longitude \(Excerpt.of(longitudeText)) is not within −180…180")
        }
        return (latitude, longitude)
    }

    private mutating func readChild(_ element: XMLElement, _ parts: inout GPXPointParts) throws(XMLError) {
        let start = reader.eventOffset
        switch coreName(element) {
        case "time":
            let text = try readText()
            // Some write an empty element where they know no time.
            guard !text.isEmpty, parts.time == nil, parts.unreadableTime == nil else { return }
            parts.time = Self.microseconds(of: text)
            if parts.time == nil { parts.unreadableTime = text }
        case "ele":
            let text = try readText()
            guard !text.isEmpty, parts.elevation == nil else { return }
            parts.elevation = Self.number(text)
            if parts.elevation == nil { refuse("ele", text, at: start, &parts) }
        case let name? where GPXVocabulary.numbers.contains(name):
            let text = try readText()
            guard !text.isEmpty else { return }
            if let number = Self.number(text) { parts.fields.add(name, .number(number)) } else { refuse(name, text, at: start, &parts) }
        default: try readField(element, &parts.fields)
        }
    }

    private mutating func refuse(_ name: String, _ text: String, at offset: Int, _ parts: inout GPXPointParts) {
        let message = "<\(name)> is \"\(Excerpt.of(text))\", which is no number; the point is taken without it"
        parts.issues.append(FeedIssue(line: lines.line(at: offset), .invalidValue, message))
    }

    /// Reads a field of a point, a route or a track that is not a number of GPX's own.
    mutating func readField(_ element: XMLElement, _ fields: inout GPXFields) throws(XMLError) {
        switch coreName(element) {
        case "extensions": while let child = try nextChild() { try readExtension(child, &fields) }
        case "link":
            fields.addLink(element.attribute("href") ?? "")
            try skip()
        case let name? where GPXVocabulary.fields.contains(name) || name == "number":
            let text = try readText()
            if !text.isEmpty { fields.add(name, .text(text)) }
        default: try readExtension(element, &fields)
        }
    }

    /// Reads an element that is not GPX's own: its text is a field, or, where it has elements in it, theirs are.
    private mutating func readExtension(_ element: XMLElement, _ fields: inout GPXFields) throws(XMLError) {
        var bytes: [UInt8] = []
        var isLeaf = true
        loop: while let event = try reader.next() {
            switch event {
            case .text(let text): if isLeaf { bytes += text }
            case .start(let child):
                isLeaf = false
                try readExtension(child, &fields)
            case .end: break loop
            }
        }
        let text = Self.text(bytes)
        guard isLeaf, !text.isEmpty else { return }
        fields.add(GPXVocabulary.fieldName(element.name, core: core), Self.value(text))
    }

    // MARK: Values

    /// Extensions that are JSON numbers are numbers, anything else is text: `007` and `1e999` are.
    private static func value(_ text: String) -> GPXPoint.Value {
        var text = text
        let isNumber = text.withUTF8 { text in
            var cursor = JSONCursor(UnsafeRawBufferPointer(text))
            return (try? cursor.readNumber()) != nil && cursor.offset == text.count
        }
        return isNumber ? number(text).map { .number($0) } ?? .text(text) : .text(text)
    }

    /// A decimal number as XML Schema has it, with an exponent too; nil for others, such as infinities.
    private static func number(_ text: String) -> Double? {
        var text = text.trimmingPrefix { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        let isDecimal = text.utf8.allSatisfy { byte in
            byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
                || byte | 0x20 == UInt8(ascii: "e")
        }
        return isDecimal ? Double(String(text)).flatMap { $0.isFinite ? $0 : nil } : nil
    }

    /// Microseconds since 1970 of a time as XML Schema has it, or with a blank in place of the `T`; without a zone it is UTC.
    private static func microseconds(of text: String) -> Int64? {
        guard text.utf8.prefix(5).last == UInt8(ascii: "-") else { return nil }
        var text = text
        return text.withUTF8 { text in
            guard case .instant(let instant)? = DateText.parse(UnsafeRawBufferPointer(text)) else { return nil }
            return FeedTime.years.contains(instant.microsecondsSince1970) ? instant.microsecondsSince1970 : nil
        }
    }
}

/// What is known of a point while it is read.
struct GPXPointParts {
    var elevation: Double?
    var time: Int64?
    var unreadableTime: String?
    var fields = GPXFields()
    /// Values that are left out.
    var issues: [FeedIssue] = []
}
