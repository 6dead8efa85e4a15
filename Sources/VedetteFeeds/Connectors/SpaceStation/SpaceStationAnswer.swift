// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteLocation
import VedetteModel

/// What an address of the Open Notify kind says of where the station is:
/// `{"message":"success","timestamp":1750000000,"iss_position":{"latitude":"12.3","longitude":"-45.6"}}`.
struct SpaceStationAnswer {
    /// Degrees of WGS 84.
    let latitude, longitude: Double
    let time: Instant

    /// The last second of the year 9999.
    private static let latestTime = 253_402_300_799.0

    /// Reads an answer. Numbers may be written as numbers or as text, members may come in any order, and others are passed over. A missing `message` counts as
    /// success.
    ///
    /// - Throws: ``FeedError`` that says what is wrong with what `address` answers.
    init(_ body: UnsafeRawBufferPointer, from address: String) throws(FeedError) {
        func failure(_ text: String) -> FeedError { FeedError(.invalidAnswer, "\(address) \(text)") }
        let start = body.prefix(1_000).drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard let first = start.first else { throw failure("answers with nothing; check the address") }
        guard first != UInt8(ascii: "<") else {
            throw failure("answers with a page, not with JSON; use the address of the data, such as …/iss-now.json")
        }
        let value: JSONValue
        do {
            value = try JSONValue(text: body)
        } catch {
            throw failure("answers with what is not JSON (\(error)): \(Excerpt.of(start)); check the address")
        }
        guard case .object = value else { throw failure("answers with JSON that is no object; check the address") }
        if let message = value["message"], message.text != "success" {
            let reason = (value["reason"]?.text).map { ": " + Excerpt.of($0, limit: 200) } ?? ""
            let said = message.attribute.map { "\($0)" } ?? ""
            throw failure("says \"\(Excerpt.of(said, limit: 200))\" in place of success\(reason); ask again later")
        }
        guard let position = value["iss_position"], case .object = position else {
            throw failure("answers without an iss_position; check the address")
        }
        func number(_ value: JSONValue?, _ name: String, in range: ClosedRange<Double>, _ meaning: String) throws(FeedError) -> Double {
            guard let value else { throw failure("answers without a \(name); check the address") }
            guard let number = Self.number(value) else {
                throw failure("answers with a \(name) that is no number; it should be \(meaning), as a number or as text")
            }
            guard range.contains(number) else { throw failure("answers with the \(name) \(number), which should be \(meaning)") }
            return number
        }
        latitude = try number(position["latitude"], "latitude", in: -90...90, "-90 to 90 degrees")
        longitude = try number(position["longitude"], "longitude", in: -180...180, "-180 to 180 degrees")
        let seconds = try number(value["timestamp"], "timestamp", in: 0...Self.latestTime, "seconds since 1970 UTC, not milliseconds")
        time = Instant(Date(timeIntervalSince1970: seconds))
    }

    /// A number as JSON has it, of itself or in a text.
    private static func number(_ value: JSONValue) -> Double? {
        switch value {
        case .integer(let number): return Double(number)
        case .number(let number): return number.isFinite ? number : nil
        case .text(let text):
            var text = text.trimmingCharacters(in: .whitespaces)
            // "NaN", "inf" and "0x10" are numbers to Swift.
            let read = text.withUTF8 { try? JSONValue(text: UnsafeRawBufferPointer($0)) }
            guard let read, read.text == nil else { return nil }
            return number(read)
        default: return nil
        }
    }

    var location: Location {
        Location(position: Point(latitude: latitude, longitude: longitude), timestamp: time.date)
    }
}
