// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteFeeds

@Suite("XML")
struct XMLReaderTests {
    /// What is read, in one line: tags with their namespaces, texts in quotes, and the error.
    private func events(_ text: String) -> String {
        var output: [String] = []
        Array(text.utf8).withUnsafeBytes { bytes in
            var reader = XMLReader(bytes)
            do throws(XMLError) {
                while let event = try reader.next() {
                    switch event {
                    case .start(let element):
                        let attributes = element.attributes.map { " \(name($0.name))=\($0.value)" }.joined()
                        output.append("<\(name(element.name))\(attributes)>")
                    case .text(let text): output.append("'\(String(decoding: text, as: UTF8.self))'")
                    case .end: output.append("</>")
                    }
                }
            } catch {
                output.append("! \(error.offset): \(error.message)")
            }
        }
        return output.joined()
    }

    private func name(_ name: XMLName) -> String {
        (name.namespace.map { $0.isEmpty ? "" : "{\($0)}" } ?? "{?\(name.prefix)}") + name.local
    }

    @Test("elements, attributes, texts, comments, instructions and character data")
    func whole() {
        #expect(
            events("\u{FEFF}<?xml version='1.0'?>\n<!-- c --><a  b = \"1\" c='2'>t<!-- > -->u<?p ?><![CDATA[<&]]]]><d/></a >\n")
                == "<a b=1 c=2>'t''u''<&]]'<d></></>")
    }

    @Test("references to characters and the five names are resolved, others stay")
    func references() {
        #expect(events("<a b='&lt;&#9;'>&amp;&gt;&quot;&apos;&#233;&#xE9;&#x1F6A2;</a>") == "<a b=<\t>'&>\"'éé🚢'</>")
        #expect(events("<a>&nbsp;&#0;&#xD800;&#x110000;&; & &amp</a>") == "<a>'&nbsp;&#0;&#xD800;&#x110000;&; & &amp'</>")
        #expect(events("<a>1\r\n2\r3</a>") == "<a>'1\n2\n3'</>")
    }

    @Test("namespaces hold where they are declared")
    func namespaces() {
        #expect(
            events("<a xmlns='u' xmlns:p='v' p:x='1' y='2'><p:b xmlns:p='w'><p:c/></p:b><p:d/><e xmlns=''/><q:f/></a>")
                == "<{u}a {v}x=1 y=2><{w}b><{w}c></></><{v}d></><e></><{?q}f></></>")
    }

    @Test("documents with declarations of entities are refused: nothing is expanded, nothing is fetched")
    func entities() {
        let laughs = "<!DOCTYPE l [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]><l>&b;</l>"
        #expect(events(laughs).hasPrefix("! 0: declarations of entities"))
        #expect(events("<!DOCTYPE r [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><r>&x;</r>").hasPrefix("! 0: "))
        // A type that is only named is passed over.
        #expect(events("<!DOCTYPE rss PUBLIC '-//N//DTD >' \"http://example.org/x.dtd\"><a>&x;</a>") == "<a>'&x;'</>")
    }

    @Test(
        "what is no XML says where and why",
        arguments: [
            ("", "no element"), ("x", "outside"), ("<a>", "cut off"), ("<a></b>", "closes what is not open"),
            ("<a/><b/>", "second element"),
            ("<a/>x", "outside"), ("</a>", "no element is open"), ("<a b>", "no value"), ("<a b=1>", "quotes"), ("<a b='1>", "not closed"),
            ("<a b='1'c='2'>", "broken"), ("<", "ends inside"), ("<1/>", "name"), ("<!-- ", "not closed"), ("<a><![CDATA[ ", "not closed"),
            ("<a / >", "broken"), ("<a", "ends inside"), ("<!DOCTYPE", "ends inside"), ("<a><!DOCTYPE b></a>", "no tag"),
        ])
    func broken(text: String, reason: String) {
        let events = events(text)
        #expect(events.contains("! ") && events.contains(reason), "\(events)")
    }

    @Test("depth, attributes and namespaces have a limit")
    func limits() {
        #expect(events(String(repeating: "<a>", count: 101)).contains("nested more than 100"))
        #expect(events("<a " + (0..<300).map { "b\($0)='' " }.joined() + "/>").contains("more than 256 attributes"))
        let many = (0..<3).map { level in "<a " + (0..<100).map { "xmlns:p\(level)_\($0)='u' " }.joined() + ">" }.joined()
        #expect(events(many).contains("more than 256 namespaces"))
    }

    @Test("known encodings become UTF-8, others are named")
    func encodings() throws {
        func text(_ bytes: [UInt8]) throws -> String {
            try bytes.withUnsafeBytes { bytes in
                try XMLEncoding.withUTF8(bytes) { text, isWhole in String(decoding: text, as: UTF8.self) + (isWhole ? "" : "…") }
            }
        }
        let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0xE9, 0x80]
        #expect(try text(latin).hasSuffix("<a>é\u{80}"))
        let windows = Array("<?xml version=\"1.0\" encoding=\"windows-1252\"?><a>".utf8) + [0xE9, 0x80]
        #expect(try text(windows).hasSuffix("<a>é€"))
        for isBigEndian in [true, false] {
            let units = Array("\u{FEFF}<a>é🚢".utf16).flatMap { unit -> [UInt8] in
                let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
                return isBigEndian ? bytes : bytes.reversed()
            }
            #expect(try text(units) == "<a>é🚢")
            #expect(try text(Array(units.dropFirst(2))) == "<a>é🚢")
        }
        #expect(try text([0x3C, 0x61, 0x3E, 0xFF, 0x3C]) == "<a>…")
        let error = #expect(throws: XMLError.self) { try text(Array("<?xml version='1.0' encoding='Shift_JIS'?><a/>".utf8)) }
        #expect(error?.message.contains("Shift_JIS") == true)
    }
}
