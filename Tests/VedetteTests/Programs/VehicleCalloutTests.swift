// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette

@Suite("The program that shows a vehicle's callout", .timeLimit(.minutes(10)))
@MainActor
struct VehicleCalloutTests {
    private func report(_ program: VehicleCallout, _ vehicles: [(name: String, longitude: Double, speed: Double)]) async {
        let received = program.dynamicEntityLayer.dataSource.receivedObservations
        for vehicle in vehicles {
            program.report.yield(
                .newObservation(
                    geometry: Point(latitude: 40.559691, longitude: vehicle.longitude),
                    attributes: ["vehicle": vehicle.name, "speed": vehicle.speed]))
        }
        for await _ in received.prefix(vehicles.count) {}
    }

    @Test("a tap on a vehicle selects it, and its callout goes along")
    func callout() async throws {
        let program = VehicleCallout()
        await report(program, [("plow 1", -111.869001, 20), ("plow 2", -111.85, 5)])
        let middle = CGPoint(x: 195, y: 400)
        await program.tap(at: CGPoint(x: 195 + 20, y: 400))
        #expect(program.placement == CalloutPlacement?.none)

        await program.tap(at: CGPoint(x: 195 + 9, y: 405))
        #expect(program.calloutText == "plow 1: 20.0 mph")
        let entity = try #require(program.dynamicEntityLayer.selectedDynamicEntities.first)
        #expect(entity.trackID == "plow 1")
        let placement = try #require(program.placement)
        let before = try #require(program.mapView.proxy.screenPoint(of: placement))
        #expect(abs(before.x - middle.x) < 0.01 && abs(before.y - middle.y) < 0.01)

        await report(program, [("plow 1", -111.866, 31)])
        #expect(program.calloutText == "plow 1: 31.0 mph")
        let after = try #require(program.mapView.proxy.screenPoint(of: placement))
        #expect(after.x > before.x + 5)
        #expect(program.dynamicEntityLayer.selectedDynamicEntities == [entity])

        // Where it was, the previous observation stands for the same vehicle.
        await program.tap(at: middle)
        #expect((program.placement?.geoElement as? DynamicEntity)?.trackID == "plow 1")
        #expect(program.calloutText == "plow 1: 31.0 mph")

        // A view that follows keeps it in the middle, until somebody moves the view.
        program.mapView.follow(entity)
        for await viewpoint in program.mapView.$viewpoint {
            guard viewpoint != nil else { continue }
            program.mapView.time = Date.now.addingTimeInterval(60).instant
            break
        }
        let followed = try #require(program.mapView.proxy.screenPoint(of: placement))
        #expect(abs(followed.x - middle.x) < 1 && abs(followed.y - middle.y) < 1)
        program.mapView.move(to: Viewpoint(latitude: 0, longitude: 0, scale: 1_000))
        #expect(program.mapView.followedEntity == nil)
    }
}

extension Date {
    fileprivate var instant: Instant { Instant(self) }
}
