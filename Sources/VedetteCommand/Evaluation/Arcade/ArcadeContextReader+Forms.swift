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
            "x", "y", "z", "m", "xmin", "ymin", "xmax", "ymax", "zmin", "zmax", "points", "paths", "rings", "hasZ", "hasM", "spatialReference",
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

/// Dates as contexts write them.
enum ArcadeContextDate {
    /// - Throws: where there is no such zone.
    static func zone(named name: String) throws -> ArcadeTimeZone {
        switch name.lowercased() {
        case "utc", "z": return .utc
        case "unknown": return .unknown
        default:
            throw ArcadeContextReader.Fault(message: "there is no time zone '\(name)'; write for example Europe/Berlin, +02:00 or UTC")
        }
    }

    /// A moment in ISO 8601; without an offset it is meant in `zone`, and without a time it is midnight.
    static func date(_ text: String, zone: ArcadeTimeZone) throws -> ArcadeDate {
        if let instant = instant(text) { return ArcadeDate(instant: instant, zone: zone) }
        throw ArcadeContextReader.Fault(message: "'\(text)' is no date; write for example 2026-05-01T12:00:00Z")
    }

    /// A moment with an offset; nil for other text.
    static func instant(_ text: String) -> Instant? {
        var text = text
        return text.withUTF8 { RFC3339.parse(UnsafeRawBufferPointer($0)) }
    }

    static func day(_ text: String) -> DateOnly? {
        let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard text.utf8.count >= 10, parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] else { return nil }
        return DateOnly(year: year, month: month, day: day)
    }

    static func time(_ text: String) -> TimeOnly? {
        // Any day will do.
        let padded = text.utf8.count == 5 ? text + ":00" : text
        return instant("1970-01-01T\(padded)Z").flatMap { TimeOnly(microsecondsOfDay: $0.microsecondsSince1970 % TimeOnly.microsecondsPerDay) }
    }
}
