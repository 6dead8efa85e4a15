// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteTesting

@testable import VedetteFeeds

@Suite("GPX")
struct GPXTests {
    static let document = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="Test"
             xmlns:g="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:p="https://example.org/power">
          <metadata><name>Round the bay</name><author><name>Ann</name></author><time>2026-05-01T12:00:00Z</time></metadata>
          <wpt lat="47.5" lon="-122.25"><ele>12.50</ele><time>2026-05-01T10:00:00Z</time><magvar>15.5</magvar><geoidheight>-18</geoidheight>
            <name>Lake</name><cmt>c &amp; d</cmt><desc><![CDATA[<b>deep</b>]]></desc><src>GPS</src><link href="https://example.org/1"><text>t</text></link>
            <link href="https://example.org/2"/><sym>Flag</sym><type>swim</type><fix>3d</fix><sat>9</sat><hdop>0.9</hdop><vdop>1.1</vdop><pdop>1.4</pdop>
            <ageofdgpsdata>2.5</ageofdgpsdata><dgpsid>17</dgpsid></wpt>
          <wpt lat="1" lon="2"/>
          <rte><name>Way</name><rtept lat="10" lon="20"><name>A</name></rtept><rtept lat="10.5" lon="20.5"/></rte>
          <trk><name>Lake</name><type>run</type><trkseg>
            <trkpt lat="47.6000001" lon="-122.3"><time>2026-05-01T12:04:31.25+02:00</time>
              <extensions><g:TrackPointExtension><g:hr>121</g:hr><g:speed>3.5</g:speed><g:course>360</g:course></g:TrackPointExtension>
                <p:power><p:watts>210</p:watts><p:mode>007</p:mode></p:power><kind>x</kind></extensions></trkpt>
            </trkseg><trkseg/><trkseg><trkpt lat="+47.7" lon="180"><ele/><time/></trkpt></trkseg></trk>
          <trk><number>7</number><trkseg><trkpt lat="-90" lon="-180"/></trkseg></trk>
          <trk><trkseg><trkpt lat="0" lon="0"/></trkseg></trk>
        </gpx>
        """

    private func read(_ text: String, _ configure: (inout FeedOptions) -> Void = { _ in }) -> FeedHarness.Outcome {
        var options = FeedOptions()
        configure(&options)
        return FeedHarness(options).read(text)
    }

    /// A track with this in it.
    private func segment(_ points: String) -> FeedHarness.Outcome {
        read("<gpx version='1.0'><trk><trkseg>\n\(points)</trkseg></trk></gpx>")
    }

    @Test("every field of 1.1, extensions, and what tells where a point belongs")
    func fields() {
        let outcome = read(Self.document)
        #expect(outcome.issues.isEmpty && outcome.error == nil, "\(outcome)")
        #expect(outcome.ordinals == Array(0..<8))
        #expect(
            outcome.features == [
                #"{"type":"Feature","id":"Lake (2)","geometry":{"type":"Point","coordinates":[-122.25,47.5,12.5]},"properties":{"kind":"wpt","ele":12.5,"magvar":15.5,"geoidheight":-18,"name":"Lake","cmt":"c & d","desc":"<b>deep</b>","src":"GPS","link":"https://example.org/1, https://example.org/2","sym":"Flag","type":"swim","fix":"3d","sat":9,"hdop":0.9,"vdop":1.1,"pdop":1.4,"ageofdgpsdata":2.5,"dgpsid":17,"track":"Lake (2)","time":"2026-05-01T10:00:00.000Z"}}"#,
                #"{"type":"Feature","id":"wpt 2","geometry":{"type":"Point","coordinates":[2,1]},"properties":{"kind":"wpt","track":"wpt 2"}}"#,
                #"{"type":"Feature","id":"Way","geometry":{"type":"Point","coordinates":[20,10]},"properties":{"kind":"rtept","name":"A","rte":0,"track":"Way"}}"#,
                #"{"type":"Feature","id":"Way","geometry":{"type":"Point","coordinates":[20.5,10.5]},"properties":{"kind":"rtept","rte":0,"track":"Way"}}"#,
                #"{"type":"Feature","id":"Lake","geometry":{"type":"Point","coordinates":[-122.3,47.6000001]},"properties":{"kind":"trkpt","trk":0,"trkseg":0,"speed":3.5,"course":360,"hr":121,"p_watts":210,"p_mode":"007","ext_kind":"x","track":"Lake","time":"2026-05-01T10:04:31.250Z"}}"#,
                #"{"type":"Feature","id":"Lake","geometry":{"type":"Point","coordinates":[180,47.7]},"properties":{"kind":"trkpt","trk":0,"trkseg":2,"track":"Lake"}}"#,
                #"{"type":"Feature","id":"7","geometry":{"type":"Point","coordinates":[-180,-90]},"properties":{"kind":"trkpt","trk":1,"trkseg":0,"track":"7"}}"#,
                #"{"type":"Feature","id":"trk 3","geometry":{"type":"Point","coordinates":[0,0]},"properties":{"kind":"trkpt","trk":2,"trkseg":0,"track":"trk 3"}}"#,
            ], "\(outcome.features)")
    }

    @Test("the document as a value")
    func value() throws {
        let document = try GPXDocument(Data(Self.document.utf8))
        #expect(document.version == "1.1" && document.creator == "Test" && document.name == "Round the bay" && document.issues.isEmpty)
        #expect(document.waypoints.map(\.name) == ["Lake", nil] && document.routes.map(\.points.count) == [2])
        #expect(document.tracks.map { $0.segments.map(\.points.count) } == [[1, 0, 1], [1], [1]])
        #expect(document.tracks.map(\.number) == [nil, 7, nil] && document.tracks[0]["type"] == .text("run"))
        let point = document.tracks[0].segments[0].points[0]
        #expect(point.time == Date(timeIntervalSince1970: 1_777_629_871.25) && point.speed == 3.5 && point.course == 0)
        #expect(point.elevation.isNaN && point["hr"] == .number(121) && point["sat"] == nil && point.line == 12)
    }

    @Test("GPX 1.0 has speed and course of its own, and no extensions element; a document without a namespace is read too")
    func version1() {
        let text = """
            <gpx version="1.0" xmlns="http://www.topografix.com/GPX/1/0" xmlns:x="urn:x"><name>n</name><time>2007-03-02T10:34:03Z</time>
            <trk><number>3</number><trkseg><trkpt lat="1" lon="2"><time>2009-03-02T14:05:52</time><course>12.5</course><speed>1.2</speed>
            <url>u</url><urlname>v</urlname><x:depth>4</x:depth></trkpt></trkseg></trk></gpx>
            """
        let wanted =
            #"{"type":"Feature","id":"3","geometry":{"type":"Point","coordinates":[2,1]},"properties":{"kind":"trkpt","trk":0,"trkseg":0,"speed":1.2,"course":12.5,"url":"u","urlname":"v","x_depth":4,"track":"3","time":"2009-03-02T14:05:52.000Z"}}"#
        #expect(read(text).features == [wanted])
        #expect(read(text.replacing(" xmlns=\"http://www.topografix.com/GPX/1/0\"", with: "")).features == [wanted])
        let prefixed = text.replacing("xmlns=", with: "xmlns:g=").replacing(/<(\/?)([a-z])/) { "<\($0.1)g:\($0.2)" }.replacing(
            "g:x:", with: "x:")
        #expect(read(prefixed).features == [wanted])
    }

    @Test("a bad point is told with its line, and the others are read")
    func badPoints() {
        let good = "<trkpt lat='1' lon='2'/>\n"
        func issues(_ bad: String) -> [String] {
            let outcome = segment(good + bad + "\n" + good)
            #expect(outcome.features.count == 2 && outcome.error == nil, "\(outcome)")
            return outcome.issues
        }
        #expect(issues("<trkpt lat='91' lon='2'/>") == ["line 3: the latitude 91 is not within −90…90"])
        #expect(issues("<trkpt lat='9' lon='-180.5'/>") == ["line 3: the longitude -180.5 is not within −180…180"])
        #expect(issues("<trkpt lat='nan' lon='2'/>") == [#"line 3: the position lat="nan" lon="2" is not two numbers"#])
        #expect(issues("<trkpt lat='' lon='2'/>") == [#"line 3: the position lat="" lon="2" is not two numbers"#])
        #expect(issues("<trkpt lon='2'/>") == [#"line 3: the <trkpt> has no "lat""#])
        #expect(issues("<trkpt/>") == [#"line 3: the <trkpt> has no "lat" and "lon""#])
        #expect(
            issues("<trkpt lat='1' lon='2'>\n<time>yesterday</time></trkpt>") == [
                #"line 3: the time "yesterday" cannot be read; write it as in 2009-03-02T14:05:52Z"#
            ])
        #expect(issues("<trkpt lat='1' lon='2'><time>5/1/2026 10:00</time></trkpt>").count == 1)
        #expect(issues("<trkpt lat='1' lon='2'><time>2026-02-30T10:00:00Z</time></trkpt>").count == 1)
    }

    @Test("white space around a coordinate makes no difference")
    func spacedPositions() {
        for (latitude, longitude) in [(" 1.5", "2"), ("1.5 ", "2"), ("\n1.5\t", " 2 ")] {
            let outcome = segment("<trkpt lat='\(latitude)' lon='\(longitude)'/>")
            #expect(outcome.features.count == 1 && outcome.issues.isEmpty, "\(outcome)")
        }
        #expect(segment("<trkpt lat='1 5' lon='2'/>").features.isEmpty)
    }

    @Test("a value that is no number is told, and the point is taken without it")
    func badValues() {
        let outcome = segment("<trkpt lat='1' lon='2'>\n<ele>high</ele>\n<hdop>NaN</hdop><sat>4</sat></trkpt>")
        #expect(
            outcome.issues == [
                #"line 3: <ele> is "high", which is no number; the point is taken without it"#,
                #"line 4: <hdop> is "NaN", which is no number; the point is taken without it"#,
            ])
        #expect(outcome.features.count == 1 && outcome.features.first?.contains(#""sat":4"#) == true)
    }

    @Test("what stands before the place where a document is cut off, or broken, is kept")
    func truncated() throws {
        let points = (0..<5).map { "<trkpt lat='\($0)' lon='2'><ele>\($0)</ele></trkpt>\n" }.joined()
        let text = "<gpx><trk><name>T</name><trkseg>\n\(points)</trkseg></trk></gpx>"
        let whole = Array(text.utf8)
        for length in stride(from: 40, to: whole.count, by: 3) {
            let outcome = FeedHarness().read(Array(whole[..<length]))
            let finished = String(decoding: whole[..<length], as: UTF8.self).components(separatedBy: "</trkpt>").count - 1
            #expect(outcome.features.count == finished && outcome.issues.count == 1 && outcome.error == nil, "\(length): \(outcome)")
            #expect(outcome.features.allSatisfy { $0.contains(#""track":"T""#) })
        }
        let broken = segment("<trkpt lat='1' lon='2'/>\n<trkpt lat='1' lon='2'></ele></trkpt>")
        #expect(broken.features.count == 1 && broken.issues.first?.hasPrefix("line 3: </ele> closes what is not open") == true, "\(broken)")
    }

    @Test("encodings: UTF-16 and ISO-8859-1 are the same as UTF-8; anything else is refused")
    func encodings() throws {
        let text = "<gpx><wpt lat='1' lon='2'><name>Čakovec é</name></wpt></gpx>"
        let wanted = read(text)
        #expect(wanted.features.first?.contains(#""name":"Čakovec é""#) == true)
        #expect(FeedHarness().read([0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == wanted)
        #expect(FeedHarness().read(text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) == wanted)
        let latin = "<?xml version='1.0' encoding='ISO-8859-1'?><gpx><wpt lat='1' lon='2'><name>\u{E9}</name></wpt></gpx>"
        #expect(FeedHarness().read(latin.unicodeScalars.map { UInt8($0.value) }).features.first?.contains(#""name":"é""#) == true)
        #expect(read("<?xml version='1.0' encoding='ebcdic'?><gpx/>").error?.contains("the encoding \"ebcdic\" is not read") == true)
    }

    @Test("the format is told from the first element, however late it comes; named, anything else is refused")
    func sniffing() throws {
        let comment = "<!-- \(String(repeating: "x", count: 5_000)) -->"
        #expect(read("<?xml version='1.0'?>\n\(comment)\n<gpx><wpt lat='1' lon='2'/></gpx>").features.count == 1)
        let rss = "<rss><channel><item><guid>a</guid></item></channel></rss>"
        #expect(read(rss).features.count == 1)
        #expect(read(rss) { $0.format = .gpx }.error?.contains("its element is <rss>, not <gpx>") == true)
        #expect(read("<gpx/>") { $0.format = .rss }.error?.contains("this is GPX") == true)
        #expect(read("<gpx/>").error == nil)
        #expect(throws: FeedError.self) { try GPXDocument(Data(rss.utf8)) }
        #expect(throws: FeedError.self) { try GPXDocument(Data()) }
        #expect(throws: FeedError.self) { try GPXDocument(Data("nonsense".utf8)) }
    }

    @Test("cut into any pieces a document says the same")
    func pieces() {
        let bytes = Array(Self.document.utf8)
        let whole = FeedHarness().read(bytes)
        var random = SeededRandomNumberGenerator(seed: 5)
        for _ in 0..<50 {
            let cuts = (0..<Int.random(in: 1...20, using: &random)).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
            #expect(FeedHarness().read(bytes, cuts: cuts) == whole)
        }
        #expect(FeedHarness().read(bytes, cuts: Array(0..<bytes.count)) == whole)
    }

    @Test("two things of one name have different ids; a name that is too long is none")
    func names() {
        let long = String(repeating: "n", count: 201)
        let text = ["A", "A", "A (2)", long].map { "<trk><name>\($0)</name><trkseg><trkpt lat='1' lon='2'/></trkseg></trk>" }.joined()
        let outcome = read("<gpx>\(text)<wpt lat='1' lon='2'><name>A</name></wpt></gpx>")
        let ids = outcome.features.compactMap { $0.firstMatch(of: /"track":"([^"]*)"/).map { String($0.1) } }
        #expect(ids == ["A", "A (2)", "A (2) (2)", "trk 4", "A (3)"])
    }

    @Test("points come in the order of the document, also where waypoints stand behind tracks")
    func order() {
        let text =
            "<gpx><trk><trkseg><trkpt lat='1' lon='0'/></trkseg></trk><wpt lat='2' lon='0'/><trk><trkseg><trkpt lat='3' lon='0'/></trkseg></trk></gpx>"
        let outcome = read(text)
        #expect(outcome.ordinals == [0, 1, 2])
        #expect(
            outcome.features.map { $0.contains("[0,1]") || $0.contains("[0,2]") && $0.contains("wpt") || $0.contains("[0,3]") } == [
                true, true, true,
            ])
    }

    @Test("track and time can be any field; a point that has none is told")
    func namedFields() {
        let outcome = read(Self.document) { $0.trackField = "p:watts" }
        #expect(outcome.features.count == 1 && outcome.features.first?.contains(#""track":"210""#) == true)
        #expect(outcome.issues.count == 7 && outcome.issues.allSatisfy { $0.contains("no p:watts") })
        #expect(read(Self.document) { $0.trackField = "trk" }.features.last?.contains(#""track":"2""#) == true)
        let timed = read(Self.document) { $0.timeField = "time" }
        #expect(timed.features.count == 2 && timed.issues.allSatisfy { $0.contains("the point has no time") })
        let other = read("<gpx><wpt lat='1' lon='2'><extensions><t>2026-05-01T00:00:00Z</t></extensions></wpt></gpx>") {
            $0.timeField = "t"
        }
        #expect(other.features.first?.contains(#""time":"2026-05-01T00:00:00.000Z""#) == true)
    }

    @Test("a document with too many fields of extensions, and one that stops at its first issue")
    func bounds() {
        let points = (0..<70).map { "<trkpt lat='1' lon='2'><extensions><f\($0)>1</f\($0)></extensions></trkpt>\n" }.joined()
        let outcome = segment(points)
        #expect(
            outcome.features.count == 70
                && outcome.issues == ["line 66: the document's points have more than 64 fields of extensions; the others are left out"])
        let stopped = read("<gpx>\n<wpt lat='1' lon='2'/>\n<wpt/>\n<wpt lat='3' lon='4'/><broken></gpx>") { $0.stopsAtFirstIssue = true }
        #expect(stopped.features.count == 1 && stopped.issues.count == 1)
        let long = read("<gpx><wpt lat='1' lon='2'><name>\(String(repeating: "x", count: 300))</name></wpt><wpt lat='1' lon='2'/></gpx>") {
            $0.maximumRecordLength = 200
        }
        #expect(long.features.count == 1 && long.issues.first?.contains("longer than 200 bytes") == true)
    }
}
