// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// Why a record is no observation.
struct RecordError: Error {
    var code: FeedIssue.Code
    var message: String

    init(_ code: FeedIssue.Code, _ message: String) {
        (self.code, self.message) = (code, message)
    }

    /// - Parameters:
    ///   - error: what was wrong with the record's text.
    ///   - text: the record.
    init(_ error: JSONSyntaxError, in text: UnsafeRawBufferPointer) {
        // A reader that finds a list where it wants an object says the same as one that finds no JSON at all.
        if error.code == .unexpectedCharacter || error.code == .invalidNumber, Self.isJSON(text) {
            self.init(.notAnObservation, "this is JSON, but a value of another kind belongs here (at byte \(error.offset + 1))")
        } else {
            self.init(.invalidJSON, error.description)
        }
    }

    private static func isJSON(_ text: UnsafeRawBufferPointer) -> Bool {
        var cursor = JSONCursor(text)
        do {
            try cursor.skipValue()
            try cursor.expectEnd()
            return true
        } catch {
            return false
        }
    }
}

enum PositionCheck {
    /// The grid position of two decimal numbers, rounded half to even; throws where it is no place on Earth after that.
    static func position(
        _ longitude: DecimalNumber, _ latitude: DecimalNumber, _ longitudeText: @autoclosure () -> String,
        _ latitudeText: @autoclosure () -> String
    ) throws(RecordError) -> GridPosition {
        if let x = longitude.scaled(byDecimals: 7), let y = latitude.scaled(byDecimals: 7),
            let position = GridPosition(longitudeSteps: x, latitudeSteps: y)
        {
            return position
        }
        let isLatitude = latitude.scaled(byDecimals: 7).map { abs($0) > 900_000_000 } ?? true
        throw RecordError(
            .invalidPosition,
            isLatitude
                ? "the latitude \(latitudeText()) is not within −90…90 (longitude comes first)"
                : "the longitude \(longitudeText()) is not within −180…180")
    }
}

enum NumberPacking {
    /// Whether a number has a value.
    static func canPack(_ number: DecimalNumber, in cursor: borrowing JSONCursor) -> Bool {
        // 19 digits and this exponent are still far from the largest double; most numbers need no closer look.
        if number.isInteger || number.exponent < 280 { return true }
        return (try? cursor.double(of: number)) != nil
    }

    /// A number as a value: exactly as a double, or as its digits where it is a whole number too large for that; nil beyond the largest double.
    static func pack(_ number: DecimalNumber, in cursor: borrowing JSONCursor, into batch: inout ObservationBatch) -> PackedValue? {
        if number.isInteger, number.significand > 1 << 53 || number.hasDroppedDigits {
            let digits = UnsafeRawBufferPointer(rebasing: cursor.bytes[number.range])
            return ObservationBatch.reference(.integer, batch.append(digits))
        }
        return (try? cursor.double(of: number)).map { PackedValue($0) }
    }
}
