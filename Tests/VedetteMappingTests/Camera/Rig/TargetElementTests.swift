// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteModel

@testable import VedetteMapping

@Suite("How elements stand in a scene")
struct TargetElementTests {
    let point = Point(x: 10, y: 45, z: 300, spatialReference: .wgs84)
    let attributes: [String: any Sendable] = ["HEADING": 350.0, "PITCH": 5, "ROLL": "-30"]

    func orientation(_ heading: String, _ pitch: String = "", _ roll: String = "") -> SceneOrientation {
        SceneOrientation(RendererSceneProperties(headingExpression: heading, pitchExpression: pitch, rollExpression: roll))
    }

    @Test("Expressions of the renderer and the turn of the symbol add up")
    func addsUp() {
        let symbol = SimpleMarkerSceneSymbol(style: .cone, color: .red, height: 1, width: 1, depth: 1, anchorPosition: .center)
        (symbol.heading, symbol.pitch, symbol.roll) = (20, -1, 2)
        let orientation = orientation("[HEADING] + 3.5", "[PITCH]", "[ROLL]")
        let pose = TargetPose(point, attributes: attributes, symbol: symbol, orientation: orientation, placement: .absolute)
        #expect((pose?.heading, pose?.pitch, pose?.roll) == (373.5, 4, -28))
        let turned = pose.map { TargetState($0).pose }
        #expect(abs((turned?.heading ?? 0) - 13.5) < 1e-9)
        let alone = TargetPose(point, attributes: attributes, symbol: nil, orientation: SceneOrientation(nil), placement: .absolute)
        #expect((alone?.heading, alone?.pitch, alone?.roll) == (0, 0, 0))
    }

    @Test("An attribute that is missing turns nothing, and a fault of an expression is told")
    func faults() {
        let missing = orientation("[COURSE]")
        #expect(missing.faults.isEmpty)
        #expect(missing.angles(attributes, symbol: nil).heading == 0)
        let wrong = orientation("[HEADING] +", "[PITCH]", "(")
        #expect(wrong.faults.count == 2)
        #expect(wrong.angles(attributes, symbol: nil) == (0, 5, 0))
    }

    @Test(
        "Heights are meant as the layer says",
        arguments: [
            (SurfacePlacement.absolute, 310.0), (.relative, 1_310), (.relativeToScene, 1_310), (.drapedFlat, 1_000),
            (.drapedBillboarded, 1_000),
        ])
    func heights(placement: SurfacePlacement, altitude: Double) {
        let pose = TargetPose(
            point, attributes: [:], symbol: nil, orientation: SceneOrientation(nil), placement: placement, altitudeOffset: 10, ground: 1_000
        )
        #expect(pose?.place == EllipsoidPosition(longitude: 10, latitude: 45, altitude: altitude))
    }

    @Test("Of a line the middle counts, at the mean of its heights; what has no place is none")
    func middles() {
        let line = Polyline(points: [Point(x: 0, y: 0, z: 100), Point(x: 4, y: 2, z: 300)], spatialReference: .wgs84)
        func pose(_ geometry: Geometry) -> TargetPose? {
            TargetPose(geometry, attributes: [:], symbol: nil, orientation: SceneOrientation(nil), placement: .absolute)
        }
        #expect(pose(line)?.place == EllipsoidPosition(longitude: 2, latitude: 1, altitude: 200))
        #expect(pose(Point(x: .nan, y: 0)) == nil)
        #expect(pose(Polyline(points: [], spatialReference: .wgs84)) == nil)
        #expect(pose(Point(x: 0, y: 95, spatialReference: .wgs84)) == nil)
    }
}
