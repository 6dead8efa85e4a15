// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteDynamicEntities
import VedetteFeeds
import VedetteGeometry
import VedetteModel

extension LiveMessages {
    // MARK: In `hello`

    /// What a viewer may ask.
    static func queryLimits() -> [UInt8] {
        var object = Object()
        object.add("maximum", QueryLimits.queriesPerViewer)
        object.add("listed", QueryLimits.listed)
        object.add("former", QueryLimits.former)
        object.add("vertices", QueryLimits.vertices)
        object.add("where", QueryLimits.whereLength)
        object.add("trackIds", QueryLimits.trackIDs)
        return object.text
    }

    /// A query that a source offers.
    static func offered(_ query: LiveQuery) -> [UInt8] {
        var object = Object()
        object.add("name", query.name)
        if let parameter = query.parameter {
            var asked = Object()
            asked.add("name", parameter.name)
            asked.add("example", parameter.example)
            object.add("parameter", raw: asked.text)
        }
        return object.text
    }

    // MARK: Answers

    /// A query runs: what it asks, as the server has understood it.
    static func query(_ query: ViewerQuery) -> [UInt8] {
        let request = query.shared.request
        var object = Object()
        object.add("type", "query")
        object.add("query", query.number)
        object.add("source", query.shared.source)
        if !request.whereClause.isEmpty { object.add("where", request.whereClause) }
        if !request.trackIDs.isEmpty { object.add("trackIds", raw: texts(request.trackIDs)) }
        if let area = query.shared.area {
            object.add("area", raw: area)
            object.add("relationship", request.relationship.rawValue)
        }
        return object.text
    }

    static func queryError(_ number: Int, _ refusal: QueryRefusal) -> [UInt8] {
        var object = Object()
        object.add("type", "query-error")
        object.add("query", number)
        object.add("code", refusal.code)
        object.add("part", refusal.part.rawValue)
        object.add("message", refusal.message)
        if let offset = refusal.offset { object.add("offset", offset) }
        return object.text
    }

    static func results(of number: Int, count: Int, rows: [[UInt8]], dropped: [String], hasMore: Bool) -> [UInt8] {
        var object = Object()
        object.add("type", "results")
        object.add("query", number)
        object.add("count", count)
        object.add("rows", raw: array(rows))
        if !dropped.isEmpty { object.add("dropped", raw: texts(dropped)) }
        if hasMore { object.add("more", raw: Array("true".utf8)) }
        return object.text
    }

    /// An entity in the list of a query; without a number it is gone.
    static func row(
        _ track: String, _ standing: String, since: Instant?, number: UInt32?, fields: [Field], in store: borrowing TrackStore
    ) -> [UInt8] {
        var object = Object()
        object.add("track", track)
        object.add("standing", standing)
        if let since { object.add("since", since.description) }
        guard let number else { return object.text }
        let row = store.latest(number)
        object.add("entity", Int(number))
        object.add("attributes", raw: attributes(row, fields, in: store, maximumLength: QueryLimits.attributeLength))
        let position = row.position.map { place($0.longitudeDegrees, $0.latitudeDegrees) }
        object.add("location", raw: position ?? Array("null".utf8))
        if let time = row.observedAt { object.add("observedAt", time.description) }
        object.add("receivedAt", row.receivedAt.description)
        return object.text
    }

    /// The fields of a source, as they became known after `hello`.
    static func fields(of source: LiveSource, index: Int, _ fields: [Field]) -> [UInt8] {
        var object = Object()
        object.add("type", "fields")
        object.add("source", index)
        object.add("fields", raw: array(ordered(fields, source).map { field($0, source) }))
        return object.text
    }

    static func texts(_ texts: [String]) -> [UInt8] {
        array(
            texts.map { text in
                var output: [UInt8] = []
                JSONWriter.append(text, to: &output)
                return output
            })
    }
}
