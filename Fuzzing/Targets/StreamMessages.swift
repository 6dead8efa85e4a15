// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteFeeds
import VedetteModel

// The messages of a stream service: the first byte says whether the service declares its fields, and where it is.
extension FuzzTarget {
    private static let streamFields = [
        Field(type: .oid, name: "id", alias: ""), Field(type: .text, name: "track", alias: ""), Field(type: .int32, name: "n", alias: ""),
        Field(type: .float64, name: "f", alias: ""), Field(type: .date, name: "t", alias: ""),
    ]

    static let streamMessage = FuzzTarget("stream-message") { bytes in
        guard let choice = bytes.first else { return }
        let message = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        let first = read(message, choice)
        let again = read(message, choice)
        require(
            first.output == again.output && first.issues == again.issues && first.reply == again.reply, "a message says the same each time")
        let isBlank = message.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if isBlank { require(first.issues.isEmpty && first.output.isEmpty && first.reply == nil, "a blank says nothing") }

        // What was read, written as GeoJSON, is read as the same.
        var options = FeedOptions(format: .geojson)
        options.requiresTrack = false
        let second = first.output.withUnsafeBytes { FeedOutcome($0, pieces: nil, options: options) }
        require(second.issues.isEmpty && second.failure == nil, "what was written is right: \(second)")
    }

    private static func read(
        _ message: UnsafeRawBufferPointer, _ choice: UInt8
    ) -> (output: [UInt8], issues: [FeedIssue], reply: StreamMessageDecoder.Reply?) {
        let fields = choice & 1 == 0 ? streamFields : []
        var decoder = StreamMessageDecoder(
            fields: fields, entityIDField: "track", timeField: choice & 2 == 0 ? "t" : nil, spatialReference: choice & 4 == 0 ? 3857 : nil)
        var batch = ObservationBatch(schema: ObservationSchema(fields: fields))
        var issues: [FeedIssue] = []
        let reply = decoder.decode(message, number: 1, into: &batch, issues: &issues)
        var output: [UInt8] = []
        for row in 0..<batch.count {
            FeatureWriter.append(batch, at: row, to: &output)
            for (column, field) in fields.enumerated() {
                let value = batch.value(at: row, column: column)
                switch (field.type, value.kind) {
                case (_, .null), (.text, .text), (.float64, .number), (.float64, .integer), (.date, .number), (.date, .integer),
                    (.int32, .integer), (.oid, .integer):
                    break
                case (.int32, .number), (.oid, .number): require(value.number == value.number.rounded(), "whole numbers are whole")
                default: require(false, "\(field.name) holds a value of another kind: \(value.kind)")
                }
            }
        }
        require(batch.count + issues.count > 0 || reply != nil || output.isEmpty, "what says nothing has no observations")
        return (output, issues, reply)
    }
}
