// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

@testable import VedetteServer

@Suite("How aircraft that move are turned")
struct CoordinatedTurnTests {
    private static let fields = [
        Field(type: .float64, name: "heading", alias: ""), Field(type: .float64, name: ObservationSchema.altitudeName, alias: ""),
    ]
    private let columns = FrameColumns(heading: 0, altitude: 1)

    /// Two observations of one track, so many seconds and degrees of longitude apart.
    private func attitude(
        seconds: Double, east: Double, climb: Double?, turn: Double?
    ) -> (pitch: Double, roll: Double)? {
        var store = TrackStore(schema: ObservationSchema(fields: Self.fields))
        for step in 0..<2 {
            var batch = ObservationBatch(schema: ObservationSchema(fields: Self.fields))
            batch.beginRow()
            if let turn { batch.setValue(PackedValue(359 + turn * Double(step)), column: 0) }
            if let climb { batch.setValue(PackedValue(1_000 + climb * Double(step)), column: 1) }
            let name = batch.appendBytes { $0.append(contentsOf: "a".utf8) }
            batch.endRow(
                track: name, position: GridPosition(longitude: east * Double(step), latitude: 0), time: ObservationBatch.noTime, ordinal: 0)
            _ = store.apply(batch, at: Instant(microsecondsSince1970: 1_000_000).advanced(bySeconds: seconds * Double(step)))
        }
        return CoordinatedTurn.attitude(of: store.latest(0), after: store.observation(0, age: 1), columns: columns)
    }

    @Test("a rate-one turn at 120 knots is one of 18 degrees, as the handbooks have it; a climb of 3 degrees points up by 3")
    func figures() throws {
        // 61.73 m/s for ten seconds; 3 degrees a second.
        let east = 617.3 / 111_319.490_793
        let turning = try #require(attitude(seconds: 10, east: east, climb: 0, turn: 30))
        #expect(abs(turning.roll - 18.2) < 0.1 && turning.pitch == 0)
        let climbing = try #require(attitude(seconds: 10, east: east, climb: 617.3 * tan(3 * .pi / 180), turn: 0))
        #expect(abs(climbing.pitch - 3) < 0.01 && climbing.roll == 0)
        let left = try #require(attitude(seconds: 10, east: east, climb: nil, turn: -30))
        #expect(abs(left.roll + 18.2) < 0.1 && left.pitch == 0)
    }

    @Test("nothing leans or points more than an airliner; what taxies, stands or was seen long ago says nothing")
    func limits() {
        let steep = attitude(seconds: 1, east: 0.001, climb: 5_000, turn: 170)
        #expect(steep?.pitch == 25 && steep?.roll == 45)
        #expect(attitude(seconds: 10, east: 0.000_1, climb: 5, turn: 20) == nil)
        #expect(attitude(seconds: 10, east: 0, climb: 5, turn: 20) == nil)
        #expect(attitude(seconds: 31, east: 0.1, climb: 5, turn: 20) == nil)
        #expect(attitude(seconds: 0.01, east: 0.1, climb: 5, turn: 20) == nil)
        #expect(attitude(seconds: 10, east: 90, climb: 5, turn: 20) == nil)
    }
}
