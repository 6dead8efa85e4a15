// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import VedetteGeometry
import VedetteModel

/// A waypoint, a point of a route or a point of a track. Positions are on WGS 84.
public struct GPXPoint: Sendable {
    /// What a point, or its route or track, says besides where and when.
    public enum Value: Hashable, Sendable {
        case number(Double)
        case text(String)
    }

    /// Degrees, north positive.
    public let latitude: Double
    /// Degrees, east positive.
    public let longitude: Double
    /// `ele`: metres above mean sea level, by the schemas' intent; NaN where the file does not say.
    public let elevation: Double
    /// `time`, to the microsecond; nil where the file does not say. A time without a zone is UTC.
    public var time: Date? { microseconds.map { Instant(microsecondsSince1970: $0).date } }
    /// The line on which it begins, from 1.
    public let line: Int

    /// Microseconds since 1970.
    let microseconds: Int64?
    /// Counted from 0 over all points of the document, good and bad.
    let ordinal: UInt64
    let fields: GPXFields

    /// The names of all that the point says besides position, elevation and time, in the order of the schemas; extensions follow.
    public var fieldNames: [String] { fields.names }

    /// A field by GPX's own name: `name`, `cmt`, `desc`, `src`, `link`, `sym`, `type`, `fix`, `sat`, `hdop`, `vdop`, `pdop`, `magvar`,
    /// `geoidheight`, `ageofdgpsdata`, `dgpsid`, `speed` and `course`; fields of Garmin's extensions of points (`hr`, `cad`, `atemp` …) by
    /// their names, those of others with their prefix, as in `power_watts`. nil where the file does not say.
    public subscript(field: String) -> Value? { fields[field] }

    public var name: String? { fields.text("name") }

    /// Metres a second, of GPX 1.0 or of an extension; NaN where the file does not say.
    public var speed: Double { fields.number("speed").flatMap { $0 >= 0 ? $0 : nil } ?? .nan }

    /// Degrees clockwise from true north, from 0 to below 360, of GPX 1.0 or of an extension; NaN where the file does not say.
    public var course: Double {
        guard let course = fields.number("course"), (0...360).contains(course) else { return .nan }
        return course == 360 ? 0 : course
    }
}

/// The points of a track that were recorded without a break. It can be empty.
public struct GPXTrackSegment: Sendable {
    public internal(set) var points: [GPXPoint] = []
}

/// A track: where something has been.
public struct GPXTrack: Sendable {
    public internal(set) var segments: [GPXTrackSegment] = []
    var fields = GPXFields()

    public var name: String? { fields.text("name") }
    /// `number`; nil where the file has none.
    public var number: Int? { fields.text("number").flatMap { Int($0) } }
    /// Another field of the track itself by GPX's name: `cmt`, `desc`, `src`, `link`, `type`.
    public subscript(field: String) -> GPXPoint.Value? { fields[field] }
}

/// A route: where something is to go.
public struct GPXRoute: Sendable {
    public internal(set) var points: [GPXPoint] = []
    var fields = GPXFields()

    public var name: String? { fields.text("name") }
    /// `number`; nil where the file has none.
    public var number: Int? { fields.text("number").flatMap { Int($0) } }
    /// Another field of the route itself by GPX's name: `cmt`, `desc`, `src`, `link`, `type`.
    public subscript(field: String) -> GPXPoint.Value? { fields[field] }
}

/// Fields by their names, of each the first.
struct GPXFields: Sendable {
    private(set) var values: [(name: String, value: GPXPoint.Value)] = []

    subscript(name: String) -> GPXPoint.Value? { values.first { $0.name == name }?.value }

    func text(_ name: String) -> String? {
        switch self[name] {
        case .text(let text): return text
        case .number(let number):
            var output: [UInt8] = []
            JSONWriter.append(number, to: &output)
            return String(decoding: output, as: UTF8.self)
        case nil: return nil
        }
    }

    func number(_ name: String) -> Double? {
        if case .number(let number)? = self[name] { number } else { nil }
    }

    /// Adds a value, unless there is one of that name, or there are more than a point may have.
    mutating func add(_ name: String, _ value: GPXPoint.Value) {
        guard values.count < Self.maximumCount, self[name] == nil else { return }
        values.append((name, value))
    }

    /// Adds an address to those that there are.
    mutating func addLink(_ address: String) {
        guard !address.isEmpty else { return }
        if let index = values.firstIndex(where: { $0.name == "link" }), case .text(let others) = values[index].value {
            values[index].value = .text("\(others), \(address)")
        } else {
            add("link", .text(address))
        }
    }

    /// So many fields has no point that means well, and each is looked for among the others.
    static let maximumCount = 100

    var names: [String] {
        let all = values.map(\.name)
        return GPXVocabulary.fields.filter { all.contains($0) } + all.filter { !GPXVocabulary.fields.contains($0) }
    }
}
