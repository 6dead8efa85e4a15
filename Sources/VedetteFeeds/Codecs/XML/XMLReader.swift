// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// Reads XML 1.0 (fifth edition) with namespaces, tag by tag, from bytes that are UTF-8: a core.
///
/// A small reader of our own, because feeds come from strangers: nothing is ever fetched, no entity is ever expanded, and what comes out is
/// never longer than what goes in. A document type declaration with declarations of its own is refused; one that only names a type is passed
/// over. Of references, the five of XML and those to characters are resolved; any other stays as it is written. Characters that XML does
/// not allow are taken as they are. Tags must be closed in order.
///
/// - Complexity: O(bytes), in memory for as many elements as are open.
struct XMLReader {
    /// How deep elements may be nested.
    static let maximumDepth = 100
    /// The most attributes of an element.
    static let maximumAttributeCount = 256

    private struct OpenElement {
        var name: Range<Int>
        var prefixes: [String]
    }

    private let bytes: UnsafeRawBufferPointer
    /// Where the next event begins to be looked for.
    private(set) var offset = 0
    /// Where the latest event began.
    private(set) var eventOffset = 0
    private var open: [OpenElement] = []
    private var namespaces = XMLNamespaces()
    private var hasRoot = false
    /// Whether the element that is open was written as `<a/>`.
    private var closesItself = false

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    /// The next tag or text; nil at the end of the document. Once it has thrown, nothing more can be read.
    mutating func next() throws(XMLError) -> XMLEvent? {
        if closesItself {
            closesItself = false
            pop()
            return .end
        }
        while offset < bytes.count {
            eventOffset = offset
            guard bytes[offset] == UInt8(ascii: "<") else {
                if let text = try readText() { return text }
                continue
            }
            guard offset + 1 < bytes.count else { throw XMLError("the text ends inside a tag", at: offset) }
            switch bytes[offset + 1] {
            case UInt8(ascii: "?"): offset = try end(of: "?>", from: offset + 2)
            case UInt8(ascii: "!"): if let text = try readDeclaration() { return text }
            case UInt8(ascii: "/"): return try readEndTag()
            default: return try readStartTag()
            }
        }
        guard open.isEmpty else { throw XMLError("the text ends before <\(name(of: open.last))> is closed; it is cut off", at: offset) }
        guard hasRoot else { throw XMLError("there is no element in the text", at: offset) }
        return nil
    }

    private mutating func pop() {
        guard let closed = open.popLast() else { return }
        for prefix in closed.prefixes { namespaces.remove(prefix) }
    }

    private func name(of element: OpenElement?) -> String {
        element.map { Excerpt.of(bytes[$0.name]) } ?? ""
    }

    // MARK: Text

    private mutating func readText() throws(XMLError) -> XMLEvent? {
        let start = offset
        offset = FramingBytes.find(UInt8(ascii: "<"), in: bytes, from: start) ?? bytes.count
        guard open.isEmpty else { return .text(XMLReference.resolved(bytes[start..<offset])) }
        guard FramingBytes.trimmed(start..<offset, in: bytes).isEmpty else {
            throw XMLError("text stands outside of the document's element", at: start)
        }
        return nil
    }

    /// Behind the end mark, looked for from `start`.
    private func end(of mark: StaticString, from start: Int) throws(XMLError) -> Int {
        let last = mark.utf8Start[mark.utf8CodeUnitCount - 1]
        var place = start
        while let found = FramingBytes.find(last, in: bytes, from: place) {
            let first = found + 1 - mark.utf8CodeUnitCount
            if first >= start, (0..<mark.utf8CodeUnitCount).allSatisfy({ bytes[first + $0] == mark.utf8Start[$0] }) { return found + 1 }
            place = found + 1
        }
        throw XMLError("what begins here is not closed by \(mark)", at: eventOffset)
    }

    private func isAt(_ text: StaticString) -> Bool {
        offset + text.utf8CodeUnitCount <= bytes.count
            && (0..<text.utf8CodeUnitCount).allSatisfy { bytes[offset + $0] == text.utf8Start[$0] }
    }

    /// A comment, a run of character data, or the document type.
    private mutating func readDeclaration() throws(XMLError) -> XMLEvent? {
        if isAt("<!--") {
            offset = try end(of: "-->", from: offset + 4)
        } else if isAt("<![CDATA["), !open.isEmpty {
            let start = offset + 9
            offset = try end(of: "]]>", from: start)
            return .text(Array(bytes[start..<offset - 3]))
        } else if isAt("<!DOCTYPE"), !hasRoot {
            try skipDocumentType()
        } else {
            throw XMLError("this is no tag and no comment", at: offset)
        }
        return nil
    }

    private mutating func skipDocumentType() throws(XMLError) {
        var quote: UInt8?
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "[") {
                throw XMLError("declarations of entities and of document types are not read; send the feed without them", at: eventOffset)
            } else if byte == UInt8(ascii: ">") {
                return
            }
        }
        throw XMLError("the text ends inside the document type", at: eventOffset)
    }

    // MARK: Tags

    private mutating func skipBlanks() {
        while offset < bytes.count, FramingBytes.isWhitespace(bytes[offset]) { offset += 1 }
    }

    private mutating func readName() throws(XMLError) -> Range<Int> {
        let start = offset
        while offset < bytes.count, Self.isNameByte(bytes[offset], isFirst: offset == start) { offset += 1 }
        guard offset > start else { throw XMLError("a name must stand here", at: start) }
        return start..<offset
    }

    private static func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...:
            true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
        default: false
        }
    }

    private mutating func readEndTag() throws(XMLError) -> XMLEvent {
        offset += 2
        let name = try readName()
        skipBlanks()
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: ">") else { throw XMLError("an end tag is not closed", at: eventOffset) }
        guard let innermost = open.last, bytes[innermost.name].elementsEqual(bytes[name]) else {
            let found = Excerpt.of(bytes[name])
            let wanted = open.isEmpty ? "no element is open" : "<\(self.name(of: open.last))> is open"
            throw XMLError("</\(found)> closes what is not open: \(wanted)", at: eventOffset)
        }
        offset += 1
        pop()
        return .end
    }

    private mutating func readStartTag() throws(XMLError) -> XMLEvent {
        guard !open.isEmpty || !hasRoot else { throw XMLError("a second element stands beside the document's", at: offset) }
        guard open.count < Self.maximumDepth else { throw XMLError("nested more than \(Self.maximumDepth) deep", at: offset) }
        offset += 1
        let name = try readName()
        var found: [(name: Range<Int>, value: String)] = []
        var element = OpenElement(name: name, prefixes: [])
        while true {
            let before = offset
            skipBlanks()
            guard offset < bytes.count else { throw XMLError("the text ends inside a tag", at: eventOffset) }
            let byte = bytes[offset]
            if byte == UInt8(ascii: ">") { break }
            if byte == UInt8(ascii: "/") {
                guard isAt("/>") else { throw XMLError("a tag is broken", at: offset) }
                closesItself = true
                offset += 1
                break
            }
            guard offset > before, found.count < Self.maximumAttributeCount else {
                throw XMLError(
                    offset > before ? "an element has more than \(Self.maximumAttributeCount) attributes" : "a tag is broken", at: offset)
            }
            let attribute = try readAttribute()
            if let prefix = declaredPrefix(attribute.name) {
                guard namespaces.count < XMLNamespaces.maximumCount else {
                    throw XMLError("more than \(XMLNamespaces.maximumCount) namespaces are declared", at: offset)
                }
                namespaces.declare(prefix, attribute.value)
                element.prefixes.append(prefix)
            } else {
                found.append(attribute)
            }
        }
        offset += 1
        hasRoot = true
        open.append(element)
        return .start(XMLElement(name: resolved(name), attributes: found.map { (resolved($0.name, isAttribute: true), $0.value) }))
    }

    private mutating func readAttribute() throws(XMLError) -> (name: Range<Int>, value: String) {
        let name = try readName()
        skipBlanks()
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "=") else { throw XMLError("an attribute has no value", at: offset) }
        offset += 1
        skipBlanks()
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") || bytes[offset] == UInt8(ascii: "'") else {
            throw XMLError("the value of an attribute must stand in quotes", at: offset)
        }
        let start = offset + 1
        guard let close = FramingBytes.find(bytes[offset], in: bytes, from: start) else {
            throw XMLError("the value of an attribute is not closed", at: offset)
        }
        offset = close + 1
        return (name, String(decoding: XMLReference.resolved(bytes[start..<close]), as: UTF8.self))
    }

    /// The prefix that `xmlns:prefix` declares, empty for `xmlns`; nil for any other attribute.
    private func declaredPrefix(_ name: Range<Int>) -> String? {
        let text = bytes[name]
        if text.elementsEqual("xmlns".utf8) { return "" }
        return text.starts(with: "xmlns:".utf8) ? String(decoding: text.dropFirst(6), as: UTF8.self) : nil
    }

    /// An attribute without a prefix is in no namespace.
    private func resolved(_ name: Range<Int>, isAttribute: Bool = false) -> XMLName {
        let parts = String(decoding: bytes[name], as: UTF8.self).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let prefix = parts.count == 2 ? String(parts[0]) : ""
        return XMLName(
            namespace: prefix.isEmpty && isAttribute ? "" : namespaces.namespace(prefix), prefix: prefix,
            local: String(parts[parts.count - 1]))
    }
}
