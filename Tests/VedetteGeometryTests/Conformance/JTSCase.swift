// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry

#if canImport(FoundationXML)
import FoundationXML
#endif

/// One operation of a JTS test file: its arguments as text, and what should come of it.
struct JTSCase: Sendable, CustomStringConvertible {
    var file = ""
    var number = 0
    var name = ""
    var operation = ""
    /// The geometries A and B; B may be missing.
    var a = ""
    var b = ""
    /// The arguments by number, in lower case `a` or `b` for the geometries.
    var arguments: [String] = []
    var expected = ""
    /// Whether results are rounded to a grid.
    var isOnGrid = false

    var description: String { "\(file), case \(number) (\(name)): \(operation)(\(arguments.joined(separator: ", ")))" }

    /// The geometry that an argument names.
    func text(_ index: Int) -> String {
        let argument = index < arguments.count ? arguments[index] : "a"
        return argument == "b" ? b : a
    }

    /// A geometry as the files write it: well-known text, or well-known binary in hexadecimal digits.
    static func geometry(_ text: String) throws -> Geometry {
        let digits = text.filter { !$0.isWhitespace }.map(\.hexDigitValue)
        guard !digits.isEmpty, !digits.contains(nil) else { return try Geometry.fromWKT(text) }
        let numbers = digits.compactMap { $0 }
        let bytes = stride(from: 0, to: numbers.count - 1, by: 2).map { UInt8(truncatingIfNeeded: numbers[$0] * 16 + numbers[$0 + 1]) }
        return try Geometry.fromWKB(bytes)
    }

    /// The files of the conformance data; none where there is no such data.
    static let files: [URL] = {
        let beside = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../../shared/data")
        let data = ProcessInfo.processInfo.environment["VEDETTE_CONFORMANCE_DATA"].map { URL(fileURLWithPath: $0) } ?? beside
        let folder = data.standardizedFileURL.appendingPathComponent("jts/general")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".xml") }.sorted().map { folder.appendingPathComponent($0) }
    }()

    /// All operations of a file.
    static func read(_ file: URL) throws -> [JTSCase] {
        let reader = Reader(file.lastPathComponent)
        guard let parser = XMLParser(contentsOf: file) else { throw CocoaError(.fileReadUnknown) }
        parser.delegate = reader
        guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
        return reader.cases
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var cases: [JTSCase] = []
        private var current = JTSCase()
        private var text = ""

        init(_ file: String) { current.file = file }

        func parser(
            _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            text = ""
            if element == "case" {
                current = JTSCase(file: current.file, number: current.number + 1, isOnGrid: current.isOnGrid)
            } else if element.lowercased() == "precisionmodel" {
                current.isOnGrid = attributes["type"]?.uppercased().hasPrefix("FIXED") ?? (attributes["scale"] != nil)
            } else if element == "op" {
                current.operation = (attributes["name"] ?? "").lowercased()
                current.arguments = (1...4).compactMap { attributes["arg\($0)"]?.lowercased().trimmingCharacters(in: .whitespaces) }
            }
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

        func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
            let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
            switch element {
            case "desc": current.name = text
            case "a": current.a = text
            case "b": current.b = text
            case "op":
                current.expected = text
                cases.append(current)
            default: break
            }
        }
    }
}
