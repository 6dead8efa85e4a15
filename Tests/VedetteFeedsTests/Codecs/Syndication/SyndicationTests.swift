// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteTesting

@testable import VedetteFeeds

@Suite("RSS and Atom")
struct SyndicationTests {
    static let rss = """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:georss="http://www.georss.org/georss" xmlns:geo="http://www.w3.org/2003/01/geo/wgs84_pos#"
             xmlns:gml="http://www.opengis.net/gml" xmlns:sea="https://example.org/sea" xmlns:atom="http://www.w3.org/2005/Atom">
        <channel><title>Harbour notices</title><link>https://example.org/</link><atom:link rel="self" href="x"/>
        <item><title>Buoy &amp; light&nbsp;out</title><link>https://example.org/1</link><guid isPermaLink="false">n1</guid>
          <description><![CDATA[<b>Dark</b>]]></description><pubDate>Fri, 01 May 2026 14:04:31 +0200</pubDate>
          <category>light</category><category domain="d">buoy</category><author>pilot@example.org</author>
          <georss:point> 47.605  -122.338 </georss:point><georss:elev>12.5</georss:elev><sea:depth>14</sea:depth><sea:chart>0x12</sea:chart>
          <enclosure url="https://example.org/1.jpg" length="1" type="image/jpeg"/></item>
        <item><guid>n2</guid><geo:Point><geo:lat>1.5</geo:lat><geo:long>-2.25</geo:long></geo:Point><pubDate>01 May 26 10:00 EST</pubDate></item>
        <item><guid>n3</guid><georss:where><gml:Point><gml:pos>10 20 30</gml:pos></gml:Point></georss:where></item>
        <item><link>https://example.org/4</link><geo:lat>3</geo:lat><geo:long>4</geo:long></item>
        </channel></rss>
        """

    static let atom = """
        <feed xmlns="http://www.w3.org/2005/Atom" xmlns:georss="http://www.georss.org/georss"><id>f</id><title>F</title>
        <entry><id>urn:1</id><title type="html">A &lt;b&gt;</title><link rel="edit" href="e"/><link href="https://example.org/1"/>
          <updated>2026-05-01T12:04:31.25Z</updated><published>2026-05-01T11:00:00Z</published>
          <author><name>Ann</name><email>a@example.org</email></author><author><email>b@example.org</email></author>
          <category term="quake"/><summary>short</summary><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">long <b>text</b></div></content>
          <source><id>other</id><title>Other</title></source><georss:point>45.256,-71.92</georss:point></entry>
        </feed>
        """

    static let rdf = """
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
        <channel rdf:about="c"><title>C</title></channel>
        <item rdf:about="https://example.org/i"><title>I</title><link>l</link><dc:date>2026-05-01</dc:date><dc:creator>Bo</dc:creator></item>
        </rdf:RDF>
        """

    private func read(_ text: String, _ configure: (inout FeedOptions) -> Void = { _ in }) -> FeedHarness.Outcome {
        var options = FeedOptions()
        configure(&options)
        return FeedHarness(options).read(text)
    }

    private func item(_ content: String) -> FeedHarness.Outcome {
        let namespaces =
            "xmlns:georss='http://www.georss.org/georss' xmlns:gml='http://www.opengis.net/gml' xmlns:geo='http://www.w3.org/2003/01/geo/wgs84_pos#'"
        return read("<rss \(namespaces)><channel>\n<item><guid>a</guid>\(content)</item></channel></rss>")
    }

    @Test("RSS 2.0: fields, places of three kinds, times as mail writes them, extensions as numbers and text")
    func rss2() {
        let outcome = read(Self.rss)
        #expect(outcome.issues.isEmpty && outcome.error == nil, "\(outcome)")
        #expect(outcome.ordinals == [0, 1, 2, 3])
        #expect(
            outcome.features[0]
                == #"{"type":"Feature","id":"n1","geometry":{"type":"Point","coordinates":[-122.338,47.605,12.5]},"properties":{"id":"n1","title":"Buoy & light&nbsp;out","link":"https://example.org/1","summary":"<b>Dark</b>","author":"pilot@example.org","categories":"light, buoy","published":1777637071000,"enclosure":"https://example.org/1.jpg","sea_depth":14,"sea_chart":"0x12","track":"n1","time":"2026-05-01T12:04:31.000Z"}}"#
        )
        #expect(
            outcome.features[1]
                == #"{"type":"Feature","id":"n2","geometry":{"type":"Point","coordinates":[-2.25,1.5]},"properties":{"id":"n2","published":1777647600000,"track":"n2","time":"2026-05-01T15:00:00.000Z"}}"#
        )
        #expect(outcome.features[2].contains("[20,10,30]"))
        #expect(outcome.features[3].contains(#""track":"https://example.org/4""#) && outcome.features[3].contains("[4,3]"))
    }

    @Test("Atom: the update is the time, the alternate link counts, people and topics are lists, other feeds' entries are not mixed in")
    func atom1() {
        #expect(
            read(Self.atom).features == [
                #"{"type":"Feature","id":"urn:1","geometry":{"type":"Point","coordinates":[-71.92,45.256]},"properties":{"id":"urn:1","title":"A <b>","link":"https://example.org/1","summary":"short","content":"long text","author":"Ann, b@example.org","categories":"quake","published":1777633200000,"updated":1777637071250,"track":"urn:1","time":"2026-05-01T12:04:31.250Z"}}"#
            ])
    }

    @Test("RSS 1.0: items stand beside their channel and are named by it")
    func rss1() {
        #expect(
            read(Self.rdf).features == [
                #"{"type":"Feature","id":"https://example.org/i","geometry":null,"properties":{"id":"https://example.org/i","title":"I","link":"l","author":"Bo","published":1777593600000,"track":"https://example.org/i","time":"2026-05-01T00:00:00.000Z"}}"#
            ])
    }

    @Test("track and time can be any field, an extension's too")
    func namedFields() {
        let outcome = read(Self.rss) { $0.trackField = "sea:depth" }
        #expect(
            outcome.features.count == 1 && outcome.features[0].contains(#""id":"n1""#) && outcome.features[0].contains(#""track":"14""#))
        #expect(outcome.issues.count == 3 && outcome.issues.allSatisfy { $0.contains("no sea:depth") })
        let timed = read(Self.atom) { $0.timeField = "published" }
        #expect(timed.features.first?.contains("2026-05-01T11:00:00.000Z") == true)
    }

    @Test("a place that is no point is told, and the item is taken without one; a point beside it counts")
    func otherShapes() {
        for shape in [
            "<georss:polygon>1 2 3 4 5 6 1 2</georss:polygon>", "<georss:box>1 2 3 4</georss:box>", "<georss:line>1 2 3 4</georss:line>",
        ] {
            let outcome = item(shape)
            #expect(outcome.features.count == 1 && outcome.features.first?.contains(#""geometry":null"#) == true)
            #expect(outcome.issues.count == 1 && outcome.issues.first?.hasPrefix("line 2: the item's place is a ") == true)
        }
        let polygon =
            "<georss:where><gml:Polygon><gml:exterior><gml:LinearRing><gml:pos>9 9</gml:pos></gml:LinearRing></gml:exterior></gml:Polygon></georss:where>"
        #expect(item(polygon).features.first?.contains(#""geometry":null"#) == true)
        let both = item(polygon + "<georss:point>1 2</georss:point><georss:point>3 4</georss:point>")
        #expect(both.issues.isEmpty && both.features.first?.contains("[2,1]") == true)
    }

    @Test("GML says whether latitude or longitude comes first; other references are refused")
    func references() {
        func place(_ name: String) -> FeedHarness.Outcome {
            item("<georss:where><gml:Point srsName='\(name)'><gml:pos>1 2</gml:pos></gml:Point></georss:where>")
        }
        #expect(place("urn:ogc:def:crs:EPSG::4326").features.first?.contains("[2,1]") == true)
        #expect(place("urn:ogc:def:crs:OGC:1.3:CRS84").features.first?.contains("[1,2]") == true)
        #expect(place("http://www.opengis.net/gml/srs/epsg.xml#4326").features.first?.contains("[2,1]") == true)
        #expect(place("EPSG:3857").issues.first?.contains("not WGS 84") == true)
    }

    @Test(
        "an item with a place that is none, or a time that cannot be read, is passed over",
        arguments: [
            ("<georss:point>100 2</georss:point>", "latitude 100"), ("<georss:point>1 200</georss:point>", "longitude 200"),
            ("<georss:point>1</georss:point>", "not latitude and longitude"),
            ("<geo:lat>x</geo:lat><geo:long>1</geo:long>", "not two numbers"),
            ("<georss:point>nan 0x1</georss:point>", "not two numbers"), ("<pubDate>yesterday</pubDate>", "cannot be read"),
        ])
    func badItems(content: String, reason: String) {
        let outcome = item(content)
        #expect(outcome.features.isEmpty)
        #expect(outcome.issues.count == 1 && outcome.issues.first?.contains(reason) == true, "\(outcome.issues)")
    }

    @Test("items without id and link have no track; empty places are none")
    func bareItems() {
        #expect(read("<rss><channel><item><title>x</title></item></channel></rss>").issues.first?.contains("no id (guid)") == true)
        #expect(item("<geo:lat/><geo:long/>").features.first?.contains(#""geometry":null"#) == true)
        #expect(read("<rss><channel/></rss>") == FeedHarness.Outcome())
    }

    @Test("items before a broken place are taken, and it is told that the rest is not")
    func brokenOff() {
        let text = Self.rss
        let start = text.range(of: "<item><link>")?.lowerBound ?? text.startIndex
        let outcome = read(String(text[..<start]) + "<item><li")
        #expect(outcome.features.count == 3)
        #expect(outcome.issues.count == 1 && outcome.issues.first?.contains("is not read") == true)
        let foreign = Array("<rss><channel><item><guid>a</guid></item>\n<item><guid>".utf8) + [0xE9, 0x3C]
        let broken = FeedHarness().read(foreign)
        #expect(broken.features.count == 1 && broken.issues.first?.hasPrefix("line 2: the text is not UTF-8") == true, "\(broken)")
    }

    @Test("a page and other XML say so, and so do entities and unknown encodings")
    func otherDocuments() {
        #expect(read("<!DOCTYPE html><html><p></html>").error?.contains("neither RSS nor Atom nor GPX: its element is <html>") == true)
        #expect(read("<gpx/>") { $0.format = .rss }.error?.contains("<gpx>") == true)
        #expect(read("<!DOCTYPE rss [<!ENTITY a 'b'>]><rss/>").error?.contains("declarations of entities") == true)
        #expect(read("<?xml version='1.0' encoding='KOI8-R'?><rss/>").error?.contains("KOI8-R") == true)
        #expect(read("plain text") { $0.format = .rss }.error?.contains("outside") == true)
    }

    @Test("long items are passed over; positions are required where asked for")
    func limits() {
        let long =
            "<rss><channel><item><guid>a</guid><title>\(String(repeating: "x", count: 500))</title></item><item><guid>b</guid></item></channel></rss>"
        let outcome = read(long) { $0.maximumRecordLength = 300 }
        #expect(outcome.features.count == 1 && outcome.ordinals == [1] && outcome.issues.first?.contains("longer than 300") == true)
        #expect(read(long) { $0.requiresPosition = true }.features.isEmpty)
    }

    @Test("times as mail writes them")
    func mailTimes() {
        let noon: Int64 = 1_777_636_800_000_000
        for text in [
            "Fri, 01 May 2026 12:00:00 GMT", "1 May 2026 12:00 UT", "Fri,01 May 26 12:00:00 Z", "01 May 2026 08:00:00 EDT",
            "01 May 2026 14:00:00 +0200", "01 May 2026 06:30:00 -05:30", "Friday, 01-May-26 12:00:00 GMT", "fri, 1 may 2026 12:00:00",
        ] {
            #expect(MailTime.microseconds(of: text) == noon, "\(text)")
        }
        for text in [
            "", "Fri", "32 May 2026 12:00:00 GMT", "1 Mai 2026", "1 May 2026 24:00:00 GMT", "1 May 2026 12:00:00 +9900", "a b c d e f",
        ] {
            #expect(MailTime.microseconds(of: text) == nil, "\(text)")
        }
        #expect(SyndicationTime.microseconds(of: "2026-05-01T12:00Z") == noon)
    }

    @Test("cut anywhere, or with any bit flipped, documents are read or refused, the same each time")
    func damage() {
        for feed in [Self.rss, Self.atom, Self.rdf] {
            let bytes = Array(feed.utf8)
            let whole = FeedHarness().read(bytes)
            for cut in stride(from: 0, through: bytes.count, by: 7) { #expect(FeedHarness().read(bytes, cuts: [cut]) == whole) }
            for index in stride(from: 0, to: bytes.count, by: 3) {
                var damaged = bytes
                damaged[index] ^= 1 << (index % 8)
                _ = FeedHarness().read(damaged)
            }
        }
        var random = SeededRandomNumberGenerator(seed: 9)
        let pieces = [
            "<rss>", "<channel>", "<item>", "</item>", "<guid>", "a", "</guid>", "&#", ";", "<![CDATA[", "]]>", "<!--", "-->", "/>", "'",
            "<?", "\u{FEFF}",
        ]
        for _ in 0..<2_000 {
            let text = "<rss>" + (0..<random.index(below: 30)).map { _ in pieces[random.index(below: pieces.count)] }.joined()
            _ = FeedHarness().read(text)
        }
    }
}
