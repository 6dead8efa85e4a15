// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteDynamicEntities

@testable import VedetteFeeds

@Suite("Decoding")
struct DecodingTests {
    private func feature(_ members: String) -> String { "{\"type\":\"Feature\",\(members)}" }

    /// What one line becomes: a feature, or what is wrong with it.
    private func outcome(_ line: String, _ options: FeedOptions = FeedOptions(format: .geojson)) -> String {
        let outcome = FeedHarness(options).read(line)
        return outcome.features.first ?? outcome.issues.first ?? outcome.error ?? "nothing"
    }

    @Test(
        "GeoJSON features become observations",
        arguments: [
            (
                #""id":"a","geometry":{"type":"Point","coordinates":[-122.39063,47.62897]},"properties":{"s":"x","n":1.50,"t":true,"f":false,"z":null,"o":{"a": [1, 2]},"b":12345678901234567890}"#,
                #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[-122.39063,47.62897]},"properties":{"s":"x","n":1.5,"t":true,"f":false,"o":{"a":[1,2]},"b":12345678901234567890,"track":"a"}}"#
            ),
            // Members in any order, a number for an id, a height, an escaped name, members that mean nothing here.
            (
                #""properties":{"\u0068":1},"bbox":[1,2,3,4],"geometry":{"coordinates":[1,2,30.5,9],"bbox":[],"type":"Point"},"id":17"#,
                #"{"type":"Feature","id":"17","geometry":{"type":"Point","coordinates":[1,2,30.5]},"properties":{"h":1,"track":"17"}}"#
            ),
            // Without an id of its own, the first of the usual names.
            (
                #""properties":{"hex":"h","MMSI":5,"id":""},"geometry":{"type":"Point","coordinates":[1,2]}"#,
                #"{"type":"Feature","id":"5","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"hex":"h","MMSI":5,"id":"","track":"5"}}"#
            ),
            // A position that is not known.
            (#""id":"a","geometry":null,"properties":null"#, #"{"type":"Feature","id":"a","geometry":null,"properties":{"track":"a"}}"#),
            (
                #""id":"a","properties":{},"geometry":{"type":"Point","coordinates":[]}"#,
                #"{"type":"Feature","id":"a","geometry":null,"properties":{"track":"a"}}"#
            ),
            // Times of every kind; the attribute that says the same is not said twice.
            (
                #""id":"a","properties":{"time":1777777777}"#,
                #"{"type":"Feature","id":"a","geometry":null,"properties":{"track":"a","time":"2026-05-03T03:09:37.000Z"}}"#
            ),
            (
                #""id":"a","properties":{"timestamp":1777777777123}"#,
                #"{"type":"Feature","id":"a","geometry":null,"properties":{"timestamp":1777777777123,"track":"a","time":"2026-05-03T03:09:37.123Z"}}"#
            ),
            (
                #""id":"a","properties":{"t":"2026-05-03T03:09:37.5+02:00","time":null}"#,
                #"{"type":"Feature","id":"a","geometry":null,"properties":{"t":"2026-05-03T03:09:37.5+02:00","track":"a","time":"2026-05-03T01:09:37.500Z"}}"#
            ),
            // So with a track that needs escapes.
            (
                #""id":"a\"b\\","properties":{"track":"a\u0022b\\"}"#,
                #"{"type":"Feature","id":"a\"b\\","geometry":null,"properties":{"track":"a\"b\\"}}"#
            ),
            // A field called track that is something else keeps a name of its own.
            (
                #""id":"a","properties":{"track":78.5}"#,
                #"{"type":"Feature","id":"a","geometry":null,"properties":{"feed_track":78.5,"track":"a"}}"#
            ),
        ])
    func features(members: String, expected: String) {
        #expect(outcome(feature(members)) == expected)
    }

    @Test(
        "says what is wrong with a line",
        arguments: [
            (#"{"type":"Point","coordinates":[1,2]}"#, "no GeoJSON Feature"), ("{}", "no GeoJSON Feature"), ("[]", "another kind"),
            ("null", "another kind"),
            (#"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,900]}}"#, "latitude 900 is not within"),
            (#"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[190,1]}}"#, "longitude 190 is not within"),
            (#"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[NaN,1]}}"#, "not JSON"),
            (#"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1e999,1]}}"#, "longitude 1e999"),
            (#"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":["1",1]}}"#, "are not [longitude, latitude]"),
            (#"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1]}}"#, "are not [longitude, latitude]"),
            (#"{"type":"Feature","id":"a","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}"#, "a LineString is no position"),
            (#"{"type":"Feature","id":"a","geometry":{"coordinates":[1,2]}}"#, "must be \"Point\""),
            (#"{"type":"Feature","id":"a","geometry":7}"#, "not an object"),
            (#"{"type":"Feature","geometry":null,"properties":{"x":1}}"#, "no track id"),
            (#"{"type":"Feature","id":null,"properties":{"id":true}}"#, "no track id"),
            (#"{"type":"Feature","id":"a","properties":{"time":"yesterday"}}"#, "the time \"yesterday\" cannot be read"),
            (#"{"type":"Feature","id":"a","properties":{"time":"2026-05-03T03:09:37"}}"#, "cannot be read"),
            (#"{"type":"Feature","id":"a","id":"b"}"#, "appears twice"),
            (#"{"type":"Feature","id":"a","properties":{"time":1,"time":2}}"#, "appears twice"),
            (#"{"type":"Feature","id":"a"} x"#, "text after"), (#"{"type":"Feature","id":"a","properties":{"n":1e400}}"#, "too large"),
            (
                #"{"type":"Feature","id":"a","properties":{"d":"# + String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
                    + "}}", "deep"
            ),
        ])
    func problems(line: String, reason: String) {
        let outcome = outcome(line)
        #expect(outcome.hasPrefix("line 1: "))
        #expect(outcome.contains(reason), "\(outcome)")
    }

    @Test("a named field decides, and its absence is an error of its own")
    func namedFields() {
        let options = FeedOptions(format: .geojson, trackField: "ship", timeField: "seen")
        #expect(
            outcome(feature(#""id":"a","properties":{"ship":9,"seen":5}"#), options).contains(
                #""track":"9","time":"1970-01-01T00:00:05.000Z""#))
        #expect(outcome(feature(#""id":"a","properties":{"seen":5}"#), options).contains("looked for: ship"))
        #expect(outcome(feature(#""id":"a","properties":{"ship":9,"time":5}"#), options).contains("no time in \"seen\""))
        // A feature's own id, where it is not the track, is the observation's.
        #expect(outcome(feature(#""id":"a","properties":{"ship":9,"seen":5}"#), options).hasPrefix(#"{"type":"Feature","id":"a","#))
        #expect(outcome(feature(#""id":"a","properties":{}"#), FeedOptions(format: .geojson, trackField: "id")).contains(#""track":"a""#))
    }

    @Test(
        "Esri features become observations",
        arguments: [
            (
                #"{"geometry":{"x":-122.39063,"y":47.62897,"spatialReference":{"wkid":4326}},"attributes":{"MMSI":"367673950","SOG":0,"COG":-49.6}}"#,
                #"{"type":"Feature","id":"367673950","geometry":{"type":"Point","coordinates":[-122.39063,47.62897]},"properties":{"MMSI":"367673950","SOG":0,"COG":-49.6,"track":"367673950"}}"#
            ),
            (
                #"{"attributes":{"id":1},"geometry":{"x":-12468907.296,"y":3953212.983,"z":7,"spatialReference":{"wkid":102100,"latestWkid":3857}}}"#,
                #"{"type":"Feature","id":"1","geometry":{"type":"Point","coordinates":[-112.0101,33.4352,7]},"properties":{"id":1,"track":"1"}}"#
            ),
            (
                #"{"attributes":{"id":1},"geometry":{"x":"NaN","y":"NaN"}}"#,
                #"{"type":"Feature","id":"1","geometry":null,"properties":{"id":1,"track":"1"}}"#
            ),
            (
                #"{"attributes":{"id":1},"geometry":{"x":1,"y":2,"spatialReference":{"wkid":999999}}}"#,
                "line 1: the position 1.0, 2.0 cannot be projected from the spatial reference 999999"
            ),
            (#"{"attributes":{"id":1},"geometry":{"rings":[[[1,2]]]}}"#, "line 1: only a point, with \"x\" and \"y\", is a position"),
            (#"{"geometry":{"x":1,"y":2}}"#, "line 1: this is no Esri feature: it has no \"attributes\""),
        ])
    func esri(line: String, expected: String) {
        #expect(outcome(line, FeedOptions(format: .esrijson)) == expected)
    }

    @Test("an empty time of a CSV row is none, in quotes or not, and what is written of it is read again", arguments: ["", "\"\""])
    func emptyTime(cell: String) {
        let rows = FeedHarness().read("id,lon,lat,t\na,1,2,2026-05-01T12:00:00Z\na,1,2,\(cell)\n")
        #expect(rows.issues.isEmpty && rows.features.count == 2)
        #expect(
            rows.features.last
                == #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"id":"a","track":"a"}}"#)
        let again = FeedHarness().read(rows.features.joined(separator: "\n"))
        #expect(again.issues.isEmpty && again.features == rows.features)
    }

    @Test("CSV rows become observations")
    func rows() {
        let outcome = FeedHarness().read(
            "MMSI,BaseDateTime,LAT,LON,Name,Speed\n367,2026-05-03T03:09:37Z,47.5,-122.25,\"A \"\"B\"\", C\",007\n368,,47.5,-122.25,,1.50\n369,x,+1.5,2,\"\",\n"
        )
        #expect(
            outcome.features == [
                #"{"type":"Feature","id":"367","geometry":{"type":"Point","coordinates":[-122.25,47.5]},"properties":{"MMSI":367,"BaseDateTime":"2026-05-03T03:09:37Z","Name":"A \"B\", C","Speed":"007","track":"367"}}"#,
                #"{"type":"Feature","id":"368","geometry":{"type":"Point","coordinates":[-122.25,47.5]},"properties":{"MMSI":368,"Speed":1.5,"track":"368"}}"#,
                #"{"type":"Feature","id":"369","geometry":{"type":"Point","coordinates":[2,1.5]},"properties":{"MMSI":369,"BaseDateTime":"x","Name":"","track":"369"}}"#,
            ])
        var options = FeedOptions(timeField: "BaseDateTime")
        options.longitudeField = "LON"
        let timed = FeedHarness(options).read("MMSI,BaseDateTime,LAT,LON\n367,2026-05-03T03:09:37Z,47.5,-122.25\n368,,1,2\n369,noon,1,2\n")
        #expect(timed.features.count == 1 && timed.features[0].contains(#""time":"2026-05-03T03:09:37.000Z""#))
        #expect(timed.issues.count == 2)
    }

    @Test(
        "says what is wrong with a row",
        arguments: [
            ("a,1", "2 cells, the header 3"), ("a,1,2,3", "4 cells, the header 3"), ("a,1,NaN", "not two numbers"),
            ("a,900,1", "latitude 900"), ("a,1,200", "longitude 200"),
            (",1,2", "the cell of the track id (id) is empty"), ("a,\"1\"x,2", "a quote stands where none may"),
            ("a,abc,2", "not two numbers"),
        ])
    func badRows(row: String, reason: String) {
        let outcome = FeedHarness(FeedOptions(format: .csv)).read("id,lat,lon\n\(row)\nb,1,2\n")
        #expect(outcome.features.count == 1)
        #expect(outcome.issues.count == 1)
        #expect(outcome.issues.first?.hasPrefix("line 2: ") == true)
        #expect(outcome.issues.first?.contains(reason) == true, "\(outcome.issues)")
    }

    @Test(
        "says which column is missing",
        arguments: [
            ("a,b\n1,2\n", "longitude"), ("lon,b\n1,2\n", "latitude"), ("lon,lat\n1,2\n", "--track-field"),
            ("\"lon,lat,id\n1,2,3\n", "column names"),
        ])
    func missingColumns(feed: String, reason: String) {
        #expect(FeedHarness(FeedOptions(format: .csv)).read(feed).error?.contains(reason) == true)
    }

    @Test("attributes that are not wanted are checked all the same")
    func unwanted() {
        var options = FeedOptions(format: .geojson)
        options.wantsAttributes = false
        options.requiresPosition = true
        let good = outcome(feature(#""id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"n":1,"time":5}"#), options)
        #expect(
            good
                == #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"track":"a","time":"1970-01-01T00:00:05.000Z"}}"#
        )
        #expect(
            outcome(feature(#""id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"n":truu}"#), options).contains(
                "not JSON"))
        #expect(outcome(feature(#""id":"a","geometry":null,"properties":{}"#), options).contains("no position"))
    }
}
