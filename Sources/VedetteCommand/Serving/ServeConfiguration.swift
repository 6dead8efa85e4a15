// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteServer
import Yams

/// The configuration file of `vedette serve`: YAML (or JSON, which is YAML).
struct ServeConfiguration: Decodable {
    var title: String?
    var port: Int?
    var bind: String?
    var view: View?
    var landmarks: String?
    var sources: [Source]
    var locations: [ServeLocation]
    var fences: [Fences]?
    var connectionsPerAddress: Int?
    var streamToken: String?
    var fenceEditing: LiveServerConfiguration.FenceEditing?
    var sourceControl: LiveServerConfiguration.SourceControl?
    var fenceFile: String?
    /// What is shown where; nil for all of it at the server's address itself.
    var views: [ServeView]?

    struct View: Decodable {
        /// Longitude and latitude, degrees.
        var center: [Double]
        var zoom: Double?

        init(from decoder: any Decoder) throws {
            let container = try decoder.strictContainer(keyedBy: Keys.self)
            center = try container.decode([Double].self, forKey: .center)
            zoom = try container.decodeIfPresent(Double.self, forKey: .zoom)
            try container.require(.zoom, "from 0 to 24", zoom.map { (0...24).contains($0) } ?? true)
            guard center.count == 2, abs(center[0]) <= 180, abs(center[1]) <= 90 else {
                throw DecodingError.dataCorruptedError(
                    forKey: .center, in: container, debugDescription: "center must be [longitude, latitude] in degrees")
            }
        }

        enum Keys: String, CodingKey, CaseIterable {
            case center
            case zoom
        }
    }

    /// A feed that is shown.
    struct Source: Decodable {
        var name: String
        var feed: String
        var format: FormatArgument?
        var trackField: String?
        var timeField: String?
        var longitudeField: String?
        var latitudeField: String?
        var intake: Intake
        var one: String?
        var many: String?
        var symbol: String?
        var headingField: String?
        var labelField: String?
        var displayDelay: Double?
        var display: ServeDisplay?
        var fields: [FieldDisplay]?
        var queries: [ServeQuery]?
        var maximumObservations: Int?
        var maximumObservationsPerTrack: Int?
        /// The name of the stream service that it is published as.
        var publish: String?
        /// Whether clients may write into it; then there is no feed.
        var broadcast = false

        init(from decoder: any Decoder) throws {
            let container = try decoder.strictContainer(keyedBy: Keys.self)
            name = try container.decode(String.self, forKey: .name)
            publish = try container.decodeIfPresent(String.self, forKey: .publish)
            broadcast = try container.decodeIfPresent(Bool.self, forKey: .broadcast) ?? false
            // What others write into needs no feed.
            feed = broadcast ? "" : try container.decode(String.self, forKey: .feed)
            try container.require(
                .broadcast, "with publish, and without a feed or a key about one", !broadcast || Self.isBroadcastAlone(container))
            format = try container.decodeIfPresent(FormatArgument.self, forKey: .format)
            trackField = try container.decodeIfPresent(String.self, forKey: .trackField)
            timeField = try container.decodeIfPresent(String.self, forKey: .timeField)
            longitudeField = try container.decodeIfPresent(String.self, forKey: .longitudeField)
            latitudeField = try container.decodeIfPresent(String.self, forKey: .latitudeField)
            intake = try Intake(from: decoder)
            one = try container.decodeIfPresent(String.self, forKey: .one)
            many = try container.decodeIfPresent(String.self, forKey: .many)
            symbol = try container.decodeIfPresent(String.self, forKey: .symbol)
            headingField = try container.decodeIfPresent(String.self, forKey: .headingField)
            labelField = try container.decodeIfPresent(String.self, forKey: .labelField)
            displayDelay = try container.decodeIfPresent(Double.self, forKey: .displayDelay)
            try container.require(.displayDelay, "from 0 to 3600 seconds", displayDelay.map { (0...3_600).contains($0) } ?? true)
            display = try container.decodeIfPresent(ServeDisplay.self, forKey: .display)
            fields = try container.decodeIfPresent([FieldDisplay].self, forKey: .fields)
            queries = try container.decodeIfPresent([ServeQuery].self, forKey: .queries)
            maximumObservations = try container.decodeIfPresent(Int.self, forKey: .maximumObservations)
            maximumObservationsPerTrack = try container.decodeIfPresent(Int.self, forKey: .maximumObservationsPerTrack)
            try container.require(.maximumObservations, "0 or more", maximumObservations.map { $0 >= 0 } ?? true)
            try container.require(.maximumObservationsPerTrack, "0 or more", maximumObservationsPerTrack.map { $0 >= 0 } ?? true)
        }

        private static func isBroadcastAlone(_ container: KeyedDecodingContainer<Keys>) -> Bool {
            let aboutFeeds: [Keys] = [
                .kind, .feed, .format, .rate, .speed, .maximumGap, .repeats, .poll, .deletesMissing, .whereClause, .overlap, .token,
                .longitudeField, .latitudeField,
            ]
            return container.contains(.publish) && !aboutFeeds.contains { container.contains($0) }
        }

        enum Keys: String, CodingKey, CaseIterable {
            case name
            case kind
            case publish
            case broadcast
            case feed
            case format
            case trackField = "track-field"
            case timeField = "time-field"
            case longitudeField = "lon-field"
            case latitudeField = "lat-field"
            case rate
            case speed
            case maximumGap = "maximum-gap"
            case repeats = "repeat"
            case poll
            case deletesMissing = "delete-missing"
            case whereClause = "where"
            case overlap
            case token
            case one
            case many
            case symbol
            case headingField = "heading-field"
            case labelField = "label-field"
            case displayDelay = "display-delay"
            case display
            case fields
            case queries
            case maximumObservations = "maximum-observations"
            case maximumObservationsPerTrack = "maximum-observations-per-track"
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.strictContainer(keyedBy: Keys.self)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        port = try container.decodeIfPresent(Int.self, forKey: .port)
        try container.require(.port, "from 0 to 65535", port.map { (0...65_535).contains($0) } ?? true)
        bind = try container.decodeIfPresent(String.self, forKey: .bind)
        view = try container.decodeIfPresent(View.self, forKey: .view)
        landmarks = try container.decodeIfPresent(String.self, forKey: .landmarks)
        locations = try container.decodeIfPresent([ServeLocation].self, forKey: .locations) ?? []
        // A location is enough to look at.
        sources =
            try locations.isEmpty
            ? container.decode([Source].self, forKey: .sources) : container.decodeIfPresent([Source].self, forKey: .sources) ?? []
        fences = try container.decodeIfPresent([Fences].self, forKey: .fences)
        connectionsPerAddress = try container.decodeIfPresent(Int.self, forKey: .connectionsPerAddress)
        try container.require(.connectionsPerAddress, "1 or more", connectionsPerAddress.map { $0 >= 1 } ?? true)
        func permission<Permission: RawRepresentable<String>>(_ key: Keys) throws -> Permission? {
            try container.decodeIfPresent(String.self, forKey: key).map { text in
                guard let permission = Permission(rawValue: text) else {
                    throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "must be none or shared")
                }
                return permission
            }
        }
        fenceEditing = try permission(.fenceEditing)
        sourceControl = try permission(.sourceControl)
        fenceFile = try container.decodeIfPresent(String.self, forKey: .fenceFile)
        views = try container.decodeIfPresent([ServeView].self, forKey: .views)
        streamToken = try container.decodeIfPresent(String.self, forKey: .streamToken)
        try container.require(.streamToken, "at least 8 characters", streamToken.map { $0.count >= 8 } ?? true)
    }

    enum Keys: String, CodingKey, CaseIterable {
        case title
        case port
        case bind
        case view
        case landmarks
        case sources
        case locations
        case fences
        case connectionsPerAddress = "connections-per-address"
        case streamToken = "stream-token"
        case fenceEditing = "fence-editing"
        case fenceFile = "fence-file"
        case sourceControl = "source-control"
        case views
    }

    /// Reads a file.
    ///
    /// - Throws: ``CommandFailure`` that says what is wrong where.
    static func read(_ path: String) throws -> ServeConfiguration {
        let text: String
        do {
            text = try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw CommandFailure(status: CommandFailure.badUsage, "the configuration \(path) cannot be read")
        }
        do {
            return try YAMLDecoder().decode(ServeConfiguration.self, from: text)
        } catch let error as DecodingError {
            throw CommandFailure(status: CommandFailure.badUsage, "\(path): \(Self.explanation(error, text))")
        } catch {
            throw CommandFailure(status: CommandFailure.badUsage, "\(path) is not YAML: \(error)")
        }
    }

    /// What a reader of YAML calls a type.
    private static func kind(_ type: any Any.Type) -> String {
        switch type {
        case is Bool.Type: "true or false"
        case is Double.Type: "a number"
        case is Int.Type: "a whole number"
        case is String.Type: "text"
        default: "\(type)".hasPrefix("Array") || "\(type)".contains("Sequence") ? "a list" : "a mapping of keys to values"
        }
    }

    private static func explanation(_ error: DecodingError, _ file: String) -> String {
        func place(_ path: [any CodingKey]) -> String {
            let line = line(of: path, in: file).map { "line \($0): " } ?? ""
            return line + name(path)
        }
        func name(_ path: [any CodingKey]) -> String {
            let text = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
            return text.isEmpty ? "the top level" : text.hasPrefix(".") ? String(text.dropFirst()) : text
        }
        switch error {
        case .keyNotFound(let key, let context): return "\(place(context.codingPath)): \(key.stringValue) is missing"
        case .typeMismatch(let type, let context): return "\(place(context.codingPath)) must be \(kind(type))"
        case .valueNotFound(_, let context): return "\(place(context.codingPath)) has no value"
        case .dataCorrupted(let context):
            let cause = context.underlyingError.map { "\($0)" } ?? ""
            return "\(place(context.codingPath)): \(context.debugDescription) \(cause)".trimmingCharacters(in: .whitespaces)
        @unknown default: return "\(error)"
        }
    }
}

extension FormatArgument: Decodable {}
extension FenceCommand.Rule: Decodable {}

extension Decoder {
    /// A container that has none but the keys named: a misspelt key is a mistake that should not pass in silence.
    func strictContainer<Key: CodingKey & CaseIterable>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let known = Set(Key.allCases.map(\.stringValue))
        let container = try container(keyedBy: AnyKey.self)
        if let unknown = container.allKeys.first(where: { !known.contains($0.stringValue) }) {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: codingPath,
                    debugDescription: "there is no key \"\(unknown.stringValue)\"; the keys are \(known.sorted().joined(separator: ", "))"))
        }
        return try self.container(keyedBy: type)
    }
}

extension KeyedDecodingContainer {
    /// Fails where a value is not what it must be.
    func require(_ key: Key, _ range: String, _ isRight: Bool) throws {
        guard isRight else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "must be \(range)")
        }
    }
}

/// Any key.
private struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
