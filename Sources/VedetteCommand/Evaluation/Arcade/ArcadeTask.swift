// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteExpressions
import VedetteGeometry
import VedetteValues

/// One script to evaluate, and all that it is evaluated over.
struct ArcadeTask {
    /// Why a context cannot be used.
    typealias Fault = ArcadeContextReader.Fault

    var expression = ""
    var profile = ArcadeProfile.any
    var context: ArcadeContext
    var parseOnly = false
    /// By name in lower case, with the dollar.
    private(set) var variables: [String: ArcadeContent] = [:]
    /// What attributes without a variable's name are the attributes of.
    private var subject: ArcadeContent?
    /// That of geometries that say none.
    private var spatialReference: SpatialReference?
    /// Those of features that declare none.
    private var fields: OrderedJSON?

    init(context: ArcadeContext) {
        self.context = context
    }

    // MARK: Reading

    /// The names under which a context may say how, not what over; all in lower case.
    private static let settings: Set = [
        "timezone", "systemtimezone", "spatialreference", "now", "seed", "limits", "profile", "variables", "attributes", "geometry",
        "fields",
        "track", "currentindex", "trackindex",
    ]

    /// Takes over what a context says: settings first, since they say how variables are read.
    mutating func read(context json: OrderedJSON) throws {
        guard let members = json.members else {
            throw Fault(message: "a context is a JSON object, such as {\"$feature\":{\"NAME\":\"Orca\"}}")
        }
        try readSettings(json)
        fields = json["fields"] ?? fields
        let reader = self.reader
        if let feature = try reader.feature(json) { subject = .feature(feature) }
        if let track = json["track"] {
            let current = (json["currentIndex"] ?? json["trackIndex"])?.number.flatMap { Int(exactly: $0) }
            context.track = try reader.track(track, current: current)
            if let track = context.track, !track.rows.isEmpty, subject == nil { subject = .feature(track.rows[track.current]) }
        }
        for (name, value) in json.member("variables")?.members ?? [] { try set(name, value, reader) }
        let isFeature = subject != nil
        for (name, value) in members where !Self.settings.contains(name.lowercased()) {
            // What a feature says besides its attributes is nothing of the script's.
            if isFeature, !name.hasPrefix("$") { continue }
            try set(name, value, reader)
        }
    }

    private mutating func set(_ name: String, _ value: OrderedJSON, _ reader: ArcadeContextReader) throws {
        let folded = name.lowercased()
        let variable = folded.hasPrefix("$") ? folded : "$" + folded
        variables[variable] = try reader.variable(variable, value)
    }

    /// Attributes that stand alone are those of the feature that the profile is about.
    mutating func read(attributes json: OrderedJSON, fields: OrderedJSON? = nil, geometry: OrderedJSON? = nil) throws {
        guard json.members != nil else { throw Fault(message: #"attributes are a JSON object such as {"SPEED":12}"#) }
        var members = [(name: "attributes", value: json)]
        if let fields { members.append(("fields", fields)) }
        if let geometry { members.append(("geometry", geometry)) }
        if let feature = try reader.feature(.object(members)) { subject = .feature(feature) }
    }

    /// Takes over what a line of a batch says, but for its expression.
    mutating func read(line json: OrderedJSON) throws {
        parseOnly = json["parseOnly"]?.boolean ?? false
        guard !parseOnly else { return }
        if let name = json["profile"]?.text { profile = try Self.profile(named: name) }
        try readSettings(json)
        fields = json["fields"]
        if let context = json["context"] {
            // In a context, too, names may be spelled out in text.
            if let text = context.text {
                do { try read(context: OrderedJSON(text)) } catch let error as JSONSyntaxError {
                    throw Fault(message: "the context is not JSON: \(error)")
                }
            } else {
                try read(context: context)
            }
        }
        let reader = self.reader
        for (name, value) in json["variables"]?.members ?? [] { try set(name, value, reader) }
        for (name, value) in json.members ?? [] where name.hasPrefix("$") { try set(name, value, reader) }
        if let attributes = json["attributes"] { try read(attributes: attributes, fields: json["fields"], geometry: json["geometry"]) }
        // What a line says of a time zone counts more than what its context says.
        try readSettings(json)
    }

    private var reader: ArcadeContextReader {
        var reader = ArcadeContextReader()
        reader.timeZone = context.timeZone
        if let spatialReference { reader.spatialReference = spatialReference }
        reader.fields = fields
        return reader
    }

    private mutating func readSettings(_ json: OrderedJSON) throws {
        if let name = json["profile"]?.text { profile = try Self.profile(named: name) }
        if let name = json["timeZone"]?.text { useTimeZone(try ArcadeContextDate.zone(named: name)) }
        if let name = json["systemTimeZone"]?.text { context.systemTimeZone = try ArcadeContextDate.zone(named: name) }
        if let stated = json["spatialReference"] {
            let reference = stated.number.map { OrderedJSON.object([("wkid", .number($0))]) } ?? stated
            guard let known = reference.unordered.spatialReference else {
                throw Fault(message: #"spatialReference: write {"wkid":4326}, or a WKID that is known"#)
            }
            (spatialReference, context.spatialReference) = (known, known)
        }
        if let now = json["now"] { context.now = try Self.now(now, context.timeZone) }
        if let seed = json["seed"] {
            guard let number = seed.number, let whole = UInt64(exactly: number) else {
                throw Fault(message: "seed: write a whole number from 0")
            }
            context.seed = whole
        }
        for (name, value) in json["limits"]?.members ?? [] {
            guard let number = value.number, let whole = Int(exactly: number), whole > 0 else {
                throw Fault(message: "limits: '\(name)' takes a whole number above 0")
            }
            switch name.lowercased() {
            case "steps": context.limits.steps = whole
            case "calldepth": context.limits.callDepth = min(whole, 1_000)
            case "valuesize": context.limits.valueSize = whole
            case "memory": context.limits.memory = whole
            default: throw Fault(message: "limits: '\(name)' is none; there are steps, callDepth, valueSize and memory")
            }
        }
    }

    /// Sets the zone of dates, which is that of the system too unless another is named.
    mutating func useTimeZone(_ zone: ArcadeTimeZone) {
        (context.timeZone, context.systemTimeZone) = (zone, zone)
    }

    private static func now(_ json: OrderedJSON, _ zone: ArcadeTimeZone) throws -> Instant {
        if let number = (json.number ?? json["value"]?.number), let microseconds = Int64(exactly: (number * 1_000).rounded()) {
            return Instant(microsecondsSince1970: microseconds)
        }
        return try ArcadeContextDate.date(json.text ?? json["iso"]?.text ?? "", zone: zone).instant
    }

    static func profile(named name: String) throws -> ArcadeProfile {
        guard let profile = ArcadeProfile.named(name) else {
            throw Fault(message: "there is no profile '\(name)'; there are \(ArcadeProfile.names.joined(separator: ", "))")
        }
        return profile
    }

    // MARK: Evaluating

    /// What came of an evaluation.
    struct Result {
        var value: ArcadeContent
        var console: [String] = []
        var stepCount = 0
    }

    /// Evaluates the script; `missing` is told, before anything runs, of variables that are null because the context has none of that name.
    func evaluate(missing: (String) -> Void = { _ in }) throws -> Result {
        if parseOnly {
            _ = try ArcadeParser.parse(expression)
            return Result(value: .boolean(true))
        }
        let program = try ArcadeProgram(expression, profile: profile)
        let values = program.variableNames.map { name in
            if let value = variables[name] { return value }
            if let subject, name == Self.subject(of: profile) || (profile.takesAnyVariable && Self.subjects.contains(name)) {
                return subject
            }
            missing(name)
            return .null
        }
        let outcome = try program.evaluate(values, in: context)
        return Result(value: outcome.value, console: outcome.console, stepCount: outcome.stepCount)
    }

    private static let subjects: Set = ["$feature", "$locationupdate", "$feedfeature"]

    private static func subject(of profile: ArcadeProfile) -> String {
        switch profile {
        case .locationUpdateConstraint: "$locationupdate"
        case .geotriggerNotification: "$feedfeature"
        default: "$feature"
        }
    }
}

extension ArcadeProfile {
    static let names = all.map(\.name)

    static func named(_ name: String) -> ArcadeProfile? {
        let wanted = folded(name)
        return all.first { folded($0.name) == wanted }
    }

    /// Without what people write differently: `Geotrigger Notification`, `geotrigger-notification`.
    private static func folded(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
