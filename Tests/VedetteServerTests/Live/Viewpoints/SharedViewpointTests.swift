// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette

@testable import VedetteServer

@Suite("A viewpoint that browsers share")
struct SharedViewpointTests {
    private typealias Place = SharedViewpoint.Place

    @Test("longitudes and directions are told in their usual ranges")
    func ranges() {
        let place = Place(longitude: 190, latitude: 5, scale: 1_000, rotation: -90)
        #expect(place.longitude == -170 && place.rotation == 270)
        #expect(Place(longitude: -181, latitude: 0, scale: 1, rotation: 720).longitude == 179)
        #expect(Place(longitude: 180, latitude: 0, scale: 1, rotation: 360) == Place(longitude: 180, latitude: 0, scale: 1, rotation: 0))
        #expect(Place(longitude: 0, latitude: 0, scale: 1, rotation: -1e-20).rotation == 0)
    }

    @Test("each move counts, and what only comes back from projecting does not")
    func counting() {
        var shared = SharedViewpoint(Place(longitude: 179.99999999999, latitude: 5, scale: 1_000, rotation: 0))
        shared.follow(Place(longitude: -179.99999999999, latitude: 5 + 1e-12, scale: 1_000 * (1 + 1e-12), rotation: 359.9999999999))
        #expect(shared.sequence == 1)
        shared.follow(Place(longitude: 180, latitude: 5.0001, scale: 1_000, rotation: 0))
        #expect(shared.sequence == 2 && shared.place.latitude == 5.0001)
        shared.move(to: shared.place)
        #expect(shared.sequence == 3)
    }

    @Test("a move is read with its number and its view, and nothing else is one")
    func reading() throws {
        let right = #"{"type":"steer","move":3,"width":800,"height":600,"center":[181,2],"scale":5000,"rotation":370}"#
        guard case .steer(let wish) = ViewerMessage(right, sourceCount: 0) else {
            Issue.record("it is no move")
            return
        }
        #expect(wish.move == 3 && wish.place == Place(longitude: -179, latitude: 2, scale: 5_000, rotation: 10))
        for (part, other) in [
            (#""move":3"#, #""move":0"#), (#""move":3"#, #""move":-1"#), (#""move":3"#, #""more":3"#), ("[181,2]", "[181]"),
            ("[181,2]", "[1e3,2]"),
            ("5000", "0"), ("5000", "1e300"), ("800", "0"), ("370", "1e7"), (#""scale":5000,"#, ""),
        ] {
            #expect(ViewerMessage(right.replacingOccurrences(of: part, with: other), sourceCount: 0) == nil, "\(other)")
        }
    }

    @Test("a viewer is told each place once, with the newest of its own moves that is known")
    func telling() throws {
        let hub = LiveHub(
            configuration: LiveServerConfiguration(), sources: [], monitors: [],
            place: LiveHub.Place(viewpoint: ViewpointBoard(center: (10, 20), zoom: 5)))
        let board = try #require(hub.place.viewpoint)
        var viewer = hub.makeViewer()
        func told() throws -> [String: Any]? {
            try board.news(for: &viewer).map { try #require(JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]) }
        }
        let first = try #require(try told())
        #expect(first["center"] as? [Double] == [10, 20] && first["seen"] as? Int == 0)
        #expect(try told() == nil)
        let wish = try #require(SteerWish(Data(#"{"move":4,"width":80,"height":60,"center":[1,2],"scale":5000,"rotation":0}"#.utf8)))
        board.steer(wish)
        viewer.move = wish.move
        let second = try #require(try told())
        #expect(second["center"] as? [Double] == [1, 2] && second["seen"] as? Int == 4)
        #expect(try #require(second["sequence"] as? Int) > (try #require(first["sequence"] as? Int)))
    }

    @Test("a view of a map keeps its browsers to what the map allows, and its size where the program has given one")
    func mapView() throws {
        let map = Map()
        map.minScale = 100_000
        let view = MapView(map: map, viewpoint: Viewpoint(latitude: 20, longitude: 10, scale: 50_000))
        let board = ViewpointBoard(center: (0, 0), zoom: 1, mapView: view)
        #expect(view.size == CGSize(width: 1_200, height: 800))
        #expect(abs(board.place.longitude - 10) < 1e-9 && abs(board.place.scale - 50_000) < 1e-6)
        board.steer(try #require(SteerWish(Data(#"{"move":1,"width":80,"height":60,"center":[1,2],"scale":5e6,"rotation":90}"#.utf8))))
        #expect(view.size == CGSize(width: 80, height: 60) && view.scale == 100_000 && view.rotation == 90)
        #expect(board.place.scale == 100_000 && abs(board.place.latitude - 2) < 1e-9)
        let sized = MapView(map: Map())
        sized.size = CGSize(width: 300, height: 200)
        ViewpointBoard(center: (0, 0), zoom: 1, mapView: sized).steer(
            try #require(SteerWish(Data(#"{"move":1,"width":80,"height":60,"center":[1,2],"scale":5e6,"rotation":0}"#.utf8))))
        #expect(sized.size == CGSize(width: 300, height: 200))
    }
}
