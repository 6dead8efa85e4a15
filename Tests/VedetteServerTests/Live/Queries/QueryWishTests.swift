// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette
import VedetteDynamicEntities
import VedetteGeometry

@testable import VedetteServer

@Suite("Queries as viewers ask them")
struct QueryWishTests {
    private func wish(_ text: String) -> QueryWish? {
        guard case .query(let wish) = ViewerMessage(text, sourceCount: 2) else { return nil }
        return wish
    }

    @Test(
        "understands what is asked",
        arguments: [
            (#"{"type":"query","query":7}"#, QueryWish(number: 7, source: 0, content: .own(QueryRequest()))),
            (
                #"{"type":"query","query":7,"source":1,"where":"a > 1","trackIds":["x"],"fields":["a"],"relationship":"disjoint","more":[]}"#,
                QueryWish(
                    number: 7, source: 1, fields: ["a"],
                    content: .own(QueryRequest(whereClause: "a > 1", trackIDs: ["x"], relationship: .disjoint)))
            ),
            (
                #"{"type":"query","query":1,"geometry":{"circle":{"center":[1,2],"radiusMetres":5}}}"#,
                QueryWish(number: 1, source: 0, content: .own(QueryRequest(area: .circle(longitude: 1, latitude: 2, radius: 5))))
            ),
            (
                #"{"type":"query","query":1,"geometry":{"type":"Polygon","coordinates":[[[0,0,9],[1,0],[1,1]]]},"nearest":{"location":[1,2],"count":3}}"#,
                QueryWish(
                    number: 1, source: 0,
                    content: .own(
                        QueryRequest(
                            area: .geoJSON(#"{"type":"Polygon","coordinates":[[[0.0,0.0],[1.0,0.0],[1.0,1.0]]]}"#),
                            nearest: .init(longitude: 1, latitude: 2, count: 3))))
            ),
            (
                #"{"type":"query","query":1,"offered":2,"parameter":"x"}"#,
                QueryWish(number: 1, source: 0, content: .offered(2, parameter: "x"))
            ),
        ] as [(String, QueryWish)])
    func understands(text: String, expected: QueryWish) {
        #expect(wish(text) == expected)
    }

    @Test("understands the messages about queries")
    func others() {
        #expect(ViewerMessage(#"{"type":"cancel","query":3}"#, sourceCount: 1) == .cancel(query: 3))
        #expect(ViewerMessage(#"{"type":"expand","query":3,"tracks":["a"]}"#, sourceCount: 1) == .expand(query: 3, tracks: ["a"]))
        #expect(ViewerMessage(#"{"type":"dismiss","query":3}"#, sourceCount: 1) == .dismiss(query: 3, tracks: nil))
        #expect(ViewerMessage(#"{"type":"dismiss","query":3,"tracks":["a"]}"#, sourceCount: 1) == .dismiss(query: 3, tracks: ["a"]))
    }

    @Test(
        "ignores what is no message",
        arguments: [
            #"{"type":"query"}"#, #"{"type":"query","query":"1"}"#, #"{"type":"query","query":1,"source":2}"#,
            #"{"type":"query","query":1e99}"#,
            #"{"type":"query","query":1,"where":5}"#, #"{"type":"query","query":1,"trackIds":"a"}"#,
            #"{"type":"query","query":1,"geometry":{"type":"Polygon","coordinates":[[0,0]]}}"#,
            #"{"type":"query","query":1,"geometry":{"circle":{"center":[0,0],"radiusMetres":1e999}}}"#,
            #"{"type":"query","query":1,"geometry":{"type":"Polygon","coordinates":\#(String(repeating: "[", count: 5_000))}}"#,
            #"{"type":"cancel"}"#, #"{"type":"expand","query":1}"#,
            #"{"type":"expand","query":1,"tracks":[\#(Array(repeating: "\"a\"", count: 33).joined(separator: ","))]}"#,
        ])
    func ignores(text: String) {
        #expect(ViewerMessage(text, sourceCount: 2) == nil)
    }

    @Test(
        "says what part of a query cannot be asked",
        arguments: [
            (#""geometry":{"circle":{"center":[0,0],"radiusMetres":0}}"#, "bad-geometry", QueryRefusal.Part.geometry),
            (#""geometry":{"circle":{"center":[0,95],"radiusMetres":9}}"#, "bad-geometry", .geometry),
            (#""geometry":{"circle":{"center":[0],"radiusMetres":9}}"#, "bad-geometry", .geometry),
            (#""geometry":{}"#, "bad-geometry", .geometry),
            (#""geometry":{"type":"Point","coordinates":[0,0]}"#, "bad-geometry", .geometry),
            (#""geometry":{"type":"Polygon","coordinates":[]}"#, "bad-geometry", .geometry),
            (#""geometry":{"type":"Polygon","coordinates":[[[0,0],[0,91],[1,1]]]}"#, "bad-geometry", .geometry),
            (#""geometry":{"type":"Polygon","coordinates":[[[0,0],[541,0],[1,1]]]}"#, "bad-geometry", .geometry),
            (
                #""geometry":{"type":"Polygon","coordinates":[[\#(Array(repeating: "[0,0]", count: 501).joined(separator: ","))]]}"#,
                "too-large", .geometry
            ),
            (#""relationship":"nearby""#, "bad-relationship", .relationship),
            (#""nearest":{"location":[0,0],"count":0}"#, "bad-nearest", .nearest),
            (#""nearest":{"location":[0,0],"count":201}"#, "bad-nearest", .nearest),
            (#""fields":[\#(Array(repeating: "\"a\"", count: 33).joined(separator: ","))]"#, "too-large", .query),
        ])
    func refuses(part: String, code: String, expected: QueryRefusal.Part) {
        guard case .refused(let refusal) = wish(#"{"type":"query","query":1,\#(part)}"#)?.content else {
            Issue.record("it was not refused")
            return
        }
        #expect(refusal.code == code && refusal.part == expected && !refusal.message.isEmpty)
    }

    @Test("what is too large is refused before anything is made of it")
    func tooLarge() {
        for request in [
            QueryRequest(whereClause: String(repeating: "x", count: 4_097)), QueryRequest(trackIDs: Array(repeating: "a", count: 101)),
            QueryRequest(trackIDs: [String(repeating: "x", count: 257)]),
        ] {
            let refusal = #expect(throws: QueryRefusal.self) { _ = try request.parameters() }
            #expect(refusal?.code == "too-large")
        }
    }

    @Test("a circle is the geodetic buffer, a polygon is made whole")
    func areas() throws {
        let circle = try QueryArea.circle(longitude: -112.0101, latitude: 33.4352, radius: 24_140.16).polygon()
        let disc = Double.pi * 24_140.16 * 24_140.16
        let area = try #require(GeometryEngine.geodeticArea(of: circle)?.converted(to: .squareMeters).value)
        #expect(abs(area / disc - 1) < 0.001)
        // The largest circle goes round a pole.
        let most = try QueryArea.circle(longitude: 0, latitude: 89, radius: 9_000_000).polygon()
        #expect(most.extent.yMax == 90 && most.extent.width == 360)
        // A bow tie has two halves, whichever way it was drawn.
        let tie = try QueryArea.geoJSON(#"{"type":"Polygon","coordinates":[[[0,0],[2,2],[2,0],[0,2],[0,0]]]}"#).polygon()
        #expect(GeometryEngine.isSimple(tie) && tie.parts.count == 2)
        // Past the antimeridian it is cut.
        let far = try QueryArea.geoJSON(#"{"type":"Polygon","coordinates":[[[179,0],[182,0],[182,1],[179,1],[179,0]]]}"#).polygon()
        #expect(far.extent.xMin == -180 && far.extent.xMax == 180 && far.parts.count == 2)
        for flat in [
            #"{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,0]]]}"#, #"{"type":"Polygon","coordinates":[[[0,0]]]}"#,
            #"{"type":"Polygon","coordinates":[[[0,0],[0,0],[0,0],[0,0]]]}"#,
        ] {
            #expect(throws: QueryRefusal.self) { _ = try QueryArea.geoJSON(flat).polygon() }
        }
    }

    @Test("an answer goes whole into a query that is offered")
    func parameters() throws {
        let offered = LiveQuery(
            name: "By name", whereClause: "id = {parameter} OR id LIKE {parameter}", trackIDs: ["{parameter}", "b"],
            parameter: .init(name: "Name", example: "x"))
        let request = try QueryRequest(offered, parameter: "O'Hare' OR 1=1 --{parameter}")
        #expect(request.whereClause == "id = 'O''Hare'' OR 1=1 --{parameter}' OR id LIKE 'O''Hare'' OR 1=1 --{parameter}'")
        #expect(request.trackIDs == ["O'Hare' OR 1=1 --{parameter}", "b"])
        let wrong: [(String?, String)] = [(nil, "missing"), ("  ", "missing"), (String(repeating: "x", count: 257), "too-large")]
        for (answer, code) in wrong {
            let refusal = #expect(throws: QueryRefusal.self) { _ = try QueryRequest(offered, parameter: answer) }
            #expect(refusal?.code == code && refusal?.part == .parameter)
        }
    }
}
