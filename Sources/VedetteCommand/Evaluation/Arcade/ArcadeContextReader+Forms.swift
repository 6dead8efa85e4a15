// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteExpressions
import VedetteGeometry
import VedetteValues

// Geometries and dates, which are known by their members.

extension ArcadeContextReader {
    /// A form of object that means a value of its own.
    enum Kind {
        case esriGeometry
        case geoJSONGeometry
        case date
        case dateOnly
        case time
    }

    private static let geoJSONTypes: Set = ["point", "multipoint", "linestring", "multilinestring", "polygon", "multipolygon"]
    private static let pointMembers: Set = ["x", "y", "z", "m", "spatialreference", "type", "hasz", "hasm"]

    /// What an object looks like; nil for one that looks like nothing else.
    static func kind(of json: OrderedJSON) -> Kind? {
        guard let members = json.members else { return nil }
        let type = json["type"]?.text?.lowercased() ?? ""
        if members.count <= 5, json["iso"] != nil || json["value"] != nil || json["epoch"] != nil || json["local"] != nil {
            switch type {
            case "date", "datetime": return .date
            case "dateonly": return .dateOnly
            case "time", "timeonly": return .time
            default: break
            }
        }
        if json["coordinates"]?.elements != nil, geoJSONTypes.contains(type) { return .geoJSONGeometry }
        for name in ["rings", "paths", "points"] where json[name]?.elements != nil { return .esriGeometry }
        if ["xmin", "ymin", "xmax", "ymax"].allSatisfy({ json[$0]?.number != nil }) { return .esriGeometry }
        // A point has nothing else beside its coordinates.
        if json["x"]?.number != nil, json["y"]?.number != nil, members.allSatisfy({ pointMembers.contains($0.name.lowercased()) }) {
            return .esriGeometry
        }
        return nil
    }

    /// An Esri geometry or a GeoJSON geometry; nil for other objects.
    func geometry(_ json: OrderedJSON) throws -> Geometry? {
        do {
            switch Self.kind(of: json) {
            case .geoJSONGeometry: return try Geometry.fromGeoJSON(json.description)
            case .esriGeometry:
                var members = (json.members ?? []).map { (name: Self.spelling[$0.name.lowercased()] ?? $0.name, value: $0.value) }
                if json["spatialReference"] == nil, let wkid = spatialReference.wkid {
                    members.removeAll { $0.name == "spatialReference" }
                    members.append(("spatialReference", .object([("wkid", .number(Double(wkid.rawValue)))])))
                }
                return try Geometry.fromJSON(OrderedJSON.object(members).description)
            default: return nil
            }
        } catch {
            throw Fault(message: "a geometry cannot be read: \(error)")
        }
    }

    private static let spelling = Dictionary(
        uniqueKeysWithValues: [
            "x", "y", "z", "m", "xmin", "ymin", "xmax", "ymax", "zmin", "zmax", "points", "paths", "rings", "hasZ", "hasM",
            "spatialReference",
        ].map { ($0.lowercased(), $0) })

    /// A date, a day or a time, as this program prints them; nil for other objects.
    func date(_ json: OrderedJSON) throws -> ArcadeContent? {
        guard let kind = Self.kind(of: json) else { return nil }
        let text = (json["iso"] ?? json["local"] ?? json["value"])?.text
        let number = (json["epoch"] ?? json["value"])?.number
        switch kind {
        case .date:
            let zone = try json["zone"]?.text.map { name in try ArcadeContextDate.zone(named: name) } ?? timeZone
            if let number, let microseconds = Int64(exactly: (number * 1_000).rounded()) {
                return .date(ArcadeDate(instant: Instant(microsecondsSince1970: microseconds), zone: zone))
            }
            return .date(try ArcadeContextDate.date(text ?? "", zone: zone))
        case .dateOnly:
            guard let day = text.flatMap(ArcadeContextDate.day) else { throw Fault(message: "a day is written as 2026-05-01") }
            return .dateOnly(day)
        case .time:
            guard let time = text.flatMap(ArcadeContextDate.time) else { throw Fault(message: "a time is written as 18:30:00") }
            return .time(time)
        case .esriGeometry, .geoJSONGeometry: return nil
        }
    }
}

/// Dates as contexts write them: as the functions of the language read them.
enum ArcadeContextDate {
    private static let readers = (
        date: try? ArcadeProgram("Date($value)", profile: .alias), day: try? ArcadeProgram("DateOnly($value)", profile: .alias),
        time: try? ArcadeProgram("Time($value)", profile: .alias)
    )

    private static func read(_ text: String, _ program: ArcadeProgram?, zone: ArcadeTimeZone = .utc) -> ArcadeContent {
        let context = ArcadeContext(now: Instant(microsecondsSince1970: 0), timeZone: zone)
        return (try? program?.evaluate([.text(text)], in: context).value) ?? .null
    }

    /// - Throws: where there is no such zone.
    static func zone(named name: String) throws -> ArcadeTimeZone {
        if name.lowercased() == "system" { return .local }
        if let zone = ArcadeTimeZone.named(name) { return zone }
        throw ArcadeContextReader.Fault(message: "there is no time zone '\(name)'; write for example Europe/Berlin, +02:00 or UTC")
    }

    /// A moment in ISO 8601; without an offset it is meant in `zone`, and without a time it is midnight.
    static func date(_ text: String, zone: ArcadeTimeZone) throws -> ArcadeDate {
        if case .date(let date) = read(text, readers.date, zone: zone) { return date }
        throw ArcadeContextReader.Fault(message: "'\(text)' is no date; write for example 2026-05-01T12:00:00Z")
    }

    static func day(_ text: String) -> DateOnly? {
        if case .dateOnly(let day) = read(text, readers.day) { day } else { nil }
    }

    static func time(_ text: String) -> TimeOnly? {
        if case .time(let time) = read(text, readers.time) { time } else { nil }
    }
}
