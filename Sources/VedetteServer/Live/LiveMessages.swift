// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteDynamicEntities
import VedetteFeeds
import VedetteGeometry
import VedetteModel

/// Writes the text messages of the live-view protocol (`docs/protocol.md`).
enum LiveMessages {
    /// The most bytes of a text message.
    static let maximumLength = 1 << 20
    /// The most characters of a text attribute; longer ones are cut.
    private static let maximumTextLength = 4_096

    /// Builds one JSON object.
    struct Object {
        private(set) var bytes: [UInt8] = Array("{".utf8)

        mutating func begin(_ name: String) {
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            JSONWriter.append(name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
        }

        mutating func add(_ name: String, _ value: String) {
            begin(name)
            JSONWriter.append(value, to: &bytes)
        }

        mutating func add(_ name: String, _ value: Double) {
            begin(name)
            JSONWriter.append(value, to: &bytes)
        }

        mutating func add(_ name: String, _ value: Int) {
            begin(name)
            JSONWriter.append(Int64(value), to: &bytes)
        }

        mutating func add(_ name: String, _ value: Bool) {
            begin(name)
            bytes.append(contentsOf: (value ? "true" : "false").utf8)
        }

        mutating func add(_ name: String, raw: [UInt8]) {
            begin(name)
            bytes.append(contentsOf: raw)
        }

        /// The object as text.
        var text: [UInt8] { bytes + [UInt8(ascii: "}")] }
    }

    static func array(_ elements: [[UInt8]]) -> [UInt8] {
        [UInt8(ascii: "[")] + Array(elements.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "]")]
    }

    static func place(_ longitude: Double, _ latitude: Double) -> [UInt8] {
        var output: [UInt8] = []
        JSONWriter.append(longitude, to: &output)
        output.append(UInt8(ascii: ","))
        JSONWriter.append(latitude, to: &output)
        return [UInt8(ascii: "[")] + output + [UInt8(ascii: "]")]
    }

    // MARK: Hello

    static func hello(_ hub: LiveHub) -> [UInt8] {
        let configuration = hub.configuration
        let shared = hub.place.viewpoint?.place
        var view = Object()
        view.add(
            "center", raw: place(shared?.longitude ?? configuration.center.longitude, shared?.latitude ?? configuration.center.latitude))
        view.add("zoom", shared?.zoom ?? configuration.zoom)
        var hello = Object()
        hello.add("type", "hello")
        hello.add("protocol", 1)
        hello.add("server", hub.server)
        hello.add("version", VedetteVersion.current)
        hello.add("title", configuration.title)
        if hub.place.isReadOnly { hello.add("readOnly", true) }
        hello.add("frameInterval", configuration.frameInterval)
        hello.add("view", raw: view.text)
        if shared != nil { hello.add("sharedViewpoint", raw: sharing(isSteered: !hub.place.isReadOnly)) }
        hello.add("fences", hub.prefix + "/live/fences.geojson")
        if !configuration.landmarks.isEmpty { hello.add("landmarks", hub.prefix + "/live/landmarks.geojson") }
        hello.add("queries", raw: queryLimits())
        hello.add("notifications", NotificationLog.capacity)
        if let fences = hub.fences { hello.add("fenceEditing", raw: fenceEditing(fences)) }
        hello.add("extents", true)
        if hub.scene != nil {
            var scene = Object()
            scene.add("layout", hub.place.sceneLayout.rawValue)
            hello.add("scene", raw: scene.text)
        }
        if configuration.sourceControl == .shared { hello.add("sourceControl", true) }
        hello.add("sources", raw: array(hub.sources.enumerated().map { source($1, number: $0) }))
        let locations = hub.locations.map(\.description)
        if !locations.isEmpty { hello.add("locations", raw: array(locations.enumerated().map { location($1, number: $0) })) }
        return hello.text
    }

    private static func source(_ source: LiveSource, number: Int) -> [UInt8] {
        var object = Object()
        object.add("source", number)
        object.add("name", source.name)
        object.add("one", source.one)
        object.add("many", source.many)
        object.add("symbol", source.symbol.rawValue)
        if let field = trackField(source.dataSource) { object.add("trackField", field) }
        if let field = source.headingField { object.add("headingField", field) }
        if let field = source.labelField { object.add("labelField", field) }
        object.add("displayDelay", source.displayDelay)
        object.add("maximumTrail", source.shownTrail)
        let fields = source.dataSource.entityStore.withStore { $0.schema.namedFields }
        object.add("fields", raw: array(ordered(fields, source).map { field($0, source) }))
        object.add("queries", raw: array(source.queries.map(offered)))
        return object.text
    }

    private static func trackField(_ source: DynamicEntityDataSource) -> String? {
        switch source {
        case let source as CustomDynamicEntityDataSource: source.info.entityIDFieldName
        case let source as FeedDynamicEntityDataSource: source.trackFieldName
        default: nil
        }
    }

    /// The fields in the order in which they are shown: those that are described first.
    static func ordered(_ fields: [Field], _ source: LiveSource) -> [Field] {
        let described = source.displayFields.compactMap { shown in fields.first { $0.name == shown.name } }
        let names = Set(described.map(\.name))
        return described + fields.filter { !names.contains($0.name) }
    }

    static func field(_ field: Field, _ source: LiveSource) -> [UInt8] {
        let shown = source.displayFields.first { $0.name == field.name }
        var object = Object()
        object.add("name", field.name)
        let alias = shown?.alias ?? (field.alias.isEmpty ? field.name : field.alias)
        object.add("alias", alias)
        if let type = field.type { object.add("type", type.rawValue) }
        if let unit = shown?.unit { object.add("unit", unit) }
        if let decimals = shown?.decimals { object.add("decimals", decimals) }
        return object.text
    }

    /// The beginning of a long text.
    static func cut(_ text: String, _ maximumLength: Int) -> String {
        // A character that a reader sees may be made of any number of scalars.
        guard text.utf8.count > maximumLength, text.unicodeScalars.count > maximumLength else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(maximumLength))) + "…"
    }

    // MARK: Others

    static func connection(_ status: ConnectionStatus, hasEnded: Bool = false, error: (any Error)?, source: Int) -> [UInt8] {
        var object = Object()
        object.add("type", "connection")
        object.add("source", source)
        object.add("status", "\(status)")
        if status == .disconnected, hasEnded { object.add("ended", true) }
        if let error { object.add("error", "\(error)") }
        return object.text
    }

    static func error(_ code: String, _ message: String) -> [UInt8] {
        var object = Object()
        object.add("type", "error")
        object.add("code", code)
        object.add("message", message)
        return object.text
    }

    /// Whether a wish about a source was carried out.
    static func sourceAnswer(_ wish: SourceWish, error: String?) -> [UInt8] {
        var object = Object()
        object.add("type", "controlled")
        object.add("request", wish.request)
        object.add("source", wish.source)
        object.add("action", wish.action.rawValue)
        if let error { object.add("error", cut(error, 500)) }
        return object.text
    }

    static func notificationsMissed(_ count: Int) -> [UInt8] {
        var object = Object()
        object.add("type", "notifications-missed")
        object.add("count", count)
        return object.text
    }

    static func fencesChanged() -> [UInt8] {
        Array(#"{"type":"fences-changed"}"#.utf8)
    }

    static func identified(request: Int, _ found: (source: Int, number: UInt32, track: String)?) -> [UInt8] {
        var object = Object()
        object.add("type", "identified")
        object.add("request", request)
        if let found {
            object.add("source", found.source)
            object.add("entity", Int(found.number))
            object.add("track", found.track)
        } else {
            object.add("entity", raw: Array("null".utf8))
        }
        return object.text
    }

    static func goneEntity(track: String, source: Int) -> [UInt8] {
        var object = Object()
        object.add("type", "entity")
        object.add("source", source)
        object.add("track", track)
        object.add("entity", raw: Array("null".utf8))
        return object.text
    }

    static func entity(_ number: UInt32, of store: borrowing TrackStore, source: LiveSource, index: Int) -> [UInt8] {
        let row = store.latest(number)
        let fields = ordered(store.schema.namedFields, source)
        var object = Object()
        object.add("type", "entity")
        object.add("source", index)
        object.add("entity", Int(number))
        object.add("track", store.name(number))
        object.add("attributes", raw: attributes(row, fields, in: store, maximumLength: maximumTextLength))
        let position = row.position.map { place($0.longitudeDegrees, $0.latitudeDegrees) }
        object.add("location", raw: position ?? Array("null".utf8))
        if let time = row.observedAt { object.add("observedAt", time.description) }
        object.add("receivedAt", row.receivedAt.description)
        return object.text
    }

    /// The values of an observation in the order of `fields`; texts of more than `maximumLength` characters are cut.
    static func attributes(
        _ row: TrackRowView, _ fields: [Field], in store: borrowing TrackStore, maximumLength: Int
    ) -> [UInt8] {
        var attributes = Object()
        for field in fields {
            guard let column = store.schema.column(named: field.name) else { continue }
            let value = row.value(column: column)
            var text: [UInt8] = []
            switch value.kind {
            case .null: text = Array("null".utf8)
            case .json, .integer, .text: JSONWriter.append(cut(store.text(of: value), maximumLength), to: &text)
            case .number where field.type == .date:
                JSONWriter.append(
                    Instant(microsecondsSince1970: Int64(exactly: (value.number * 1_000).rounded()) ?? 0).description, to: &text)
            default: ValueWriter.append(value, to: &text) { body in store.withText(of: value, body) }
            }
            attributes.add(field.name, raw: text)
        }
        return attributes.text
    }
}
