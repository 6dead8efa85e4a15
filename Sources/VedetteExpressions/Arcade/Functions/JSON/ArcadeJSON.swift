// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// Values as JSON text (RFC 8259), and back.
package enum ArcadeJSON {
    /// How deep arrays and dictionaries may nest, written and read.
    package static let maximumDepth = JSONCursor.maximumDepth

    /// The value of a JSON text: objects become dictionaries, of which the last of two members with the same name, in any case, counts.
    ///
    /// Fails, in the name of `function`, for text that is not JSON, is nested more than ``maximumDepth`` deep, or says a number that is too
    /// large.
    package static func read(_ text: String, in run: ArcadeRun, function: String) throws(ArcadeFailure) -> ArcadeValue {
        try run.charge(text.utf8.count >> 5)
        var text = text
        let result: Result<ArcadeValue, any Error> = text.withUTF8 { bytes in
            var reader = ArcadeJSONReader(bytes, run)
            return Result { try reader.read() }
        }
        switch result {
        case .success(let value): return value
        case .failure(let failure as ArcadeFailure): throw failure
        case .failure(let error):
            throw ArcadeFailure(.invalidArgument, "\(function) cannot read its text: \(error)")
        }
    }

    /// A value as JSON.
    ///
    /// Dates are milliseconds since 1970, days and times text, geometries Esri JSON, features an object with `geometry` and `attributes`,
    /// feature sets one with `geometryType`, `fields` and `features`, as `FeatureSet()` reads it; functions, NaN and infinities are null.
    ///
    /// Fails for what is nested more than ``maximumDepth`` deep, as arrays are that contain themselves, and where the text is too large.
    package static func write(_ value: ArcadeValue, in run: ArcadeRun) throws(ArcadeFailure) -> String {
        var writer = ArcadeJSONWriter(run)
        try writer.append(value, depth: 0)
        return String(decoding: writer.output, as: UTF8.self)
    }

    /// The body of `FromJSON(jsonText)`; null is null.
    static func fromJSON(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        if case .null = arguments[0] { return .null }
        return try read(run.text(arguments[0]), in: run, function: "FromJSON")
    }
}
