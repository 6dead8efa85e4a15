// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Reads one item of RSS, or entry of Atom, whose start tag has been read.
struct SyndicationItemReader {
    let vocabulary: SyndicationVocabulary

    /// Reads to the end of the item.
    func read(_ start: XMLElement, _ reader: inout XMLReader) throws(XMLError) -> SyndicationItem {
        var item = SyndicationItem()
        while let event = try reader.next() {
            switch event {
            case .start(let element): try readChild(element, &item, &reader)
            case .text: break
            case .end:
                if let about = vocabulary.about(start) { item.setOnce("id", about) }
                return item
            }
        }
        return item
    }

    private func readChild(_ element: XMLElement, _ item: inout SyndicationItem, _ reader: inout XMLReader) throws(XMLError) {
        switch vocabulary.meaning(of: element.name) {
        case .field(let name):
            let text = try readText(&reader).text
            // Several people and topics are a list; of anything else there is one.
            if name == "author" || name == "categories" { item.add(name, text) } else { item.setOnce(name, text) }
        case .link:
            let relation = element.attribute("rel") ?? "alternate"
            if relation == "alternate" { item.setOnce("link", element.attribute("href") ?? "") }
            if relation == "enclosure" { item.add("enclosure", element.attribute("href") ?? "") }
            _ = try readText(&reader)
        case .enclosure:
            item.add("enclosure", element.attribute("url") ?? "")
            _ = try readText(&reader)
        case .category:
            let text = try readText(&reader).text
            item.add("categories", element.attribute("term") ?? text)
        case .author: try readAuthor(&item, &reader)
        case .place: try readPlace(element, &item.place, reference: nil, isInPoint: false, &reader)
        case .foreign: _ = try readText(&reader)
        case .other:
            let (text, isPlain) = try readText(&reader)
            let prefix = element.name.prefix
            if isPlain { item.add(prefix.isEmpty ? element.name.local : "\(prefix)_\(element.name.local)", text, isExtension: true) }
        }
    }

    /// The text of the element that is open, to its end, without the tags in it; whether there were none.
    private func readText(_ reader: inout XMLReader) throws(XMLError) -> (text: String, isPlain: Bool) {
        var bytes: [UInt8] = []
        var depth = 0
        var isPlain = true
        while let event = try reader.next() {
            switch event {
            case .text(let text): bytes += text
            case .start:
                depth += 1
                isPlain = false
            case .end:
                depth -= 1
                if depth < 0 { return (bytes.withUnsafeBytes { Self.trimmed($0) }, isPlain) }
            }
        }
        return ("", false)
    }

    private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes[FramingBytes.trimmed(0..<bytes.count, in: bytes)], as: UTF8.self)
    }

    /// A person of Atom: the name, else the address.
    private func readAuthor(_ item: inout SyndicationItem, _ reader: inout XMLReader) throws(XMLError) {
        var texts: [String: String] = [:]
        while let event = try reader.next() {
            switch event {
            case .text: break
            case .start(let element): texts[element.name.local] = try readText(&reader).text
            case .end:
                item.add("author", texts["name"] ?? texts["email"] ?? texts["uri"] ?? "")
                return
            }
        }
    }

    /// The element that is open, to its end, and what is in it. The recursion is as deep as elements may be nested.
    private func readPlace(
        _ element: XMLElement, _ place: inout SyndicationPlace, reference: String?, isInPoint: Bool, _ reader: inout XMLReader
    ) throws(XMLError) {
        let isGML = element.name.namespace.map { SyndicationVocabulary.gml.contains($0) } ?? false
        let reference = element.attribute("srsName") ?? reference
        switch element.name.local {
        case "point" where !isGML: place.addPoint(try readText(&reader).text)
        case "lat": place.addLatitude(try readText(&reader).text)
        case "long", "lon": place.addLongitude(try readText(&reader).text)
        case "alt", "elev": place.addAltitude(try readText(&reader).text)
        case "pos" where isGML && isInPoint: place.addPosition(try readText(&reader).text, reference: reference)
        case "where", "Point":
            while let event = try reader.next() {
                switch event {
                case .text: break
                case .start(let child):
                    try readPlace(child, &place, reference: reference, isInPoint: element.name.local == "Point", &reader)
                case .end: return
                }
            }
        default:
            if !isInPoint { place.addOther(element.name.local) }
            _ = try readText(&reader)
        }
    }
}
