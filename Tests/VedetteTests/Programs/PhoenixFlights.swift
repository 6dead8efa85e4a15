// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette

/// Flights around Phoenix and three questions about them: a program as people write it who know the ArcGIS Maps SDK for Swift.
@MainActor
final class PhoenixFlights {
    let map: Map = {
        let map = Map(basemapStyle: .arcGISTopographic)
        map.initialViewpoint = Viewpoint(center: .skyHarbor, scale: 1_200_000)
        return map
    }()

    let graphicsOverlay = GraphicsOverlay()
    let dataSource: CustomDynamicEntityDataSource
    let dynamicEntityLayer: DynamicEntityLayer

    private let surroundings = GeometryEngine.geodeticBuffer(
        around: .skyHarbor,
        distance: 15,
        distanceUnit: .miles,
        maxDeviation: .nan,
        curveType: .geodesic
    )

    enum Question: Hashable {
        case nearby
        case arriving
        case flight(String)
    }

    init(feed makeFeed: @escaping @Sendable () -> FlightFeed) {
        let fields = FlightKey.allCases.map { Field(type: $0.fieldType, name: $0.rawValue, alias: "") }
        let info = DynamicEntityDataSourceInfo(entityIDFieldName: "flight_number", fields: fields)
        info.spatialReference = .wgs84
        dataSource = CustomDynamicEntityDataSource(info: info, makeFeed: makeFeed)
        dynamicEntityLayer = DynamicEntityLayer(dataSource: dataSource)
        setUpLayer()
        setUpOverlay()
    }

    private func setUpLayer() {
        let display = dynamicEntityLayer.trackDisplayProperties
        display.showsPreviousObservations = true
        display.showsTrackLine = true
        display.maximumObservations = 20

        let labels = LabelDefinition(
            labelExpression: SimpleLabelExpression(simpleExpression: "[flight_number]"),
            textSymbol: .init(color: .red, size: 12)
        )
        labels.placement = .pointAboveCenter
        dynamicEntityLayer.addLabelDefinition(labels)
        dynamicEntityLayer.labelsAreEnabled = true
        map.addOperationalLayer(dynamicEntityLayer)
    }

    private func setUpOverlay() {
        let rim = SimpleLineSymbol(style: .solid, color: .black, width: 1)
        let area = SimpleFillSymbol(color: .red.withAlphaComponent(0.1), outline: rim)
        graphicsOverlay.addGraphic(Graphic(geometry: surroundings, symbol: area))
        graphicsOverlay.isVisible = false
    }

    func ask(_ question: Question) async -> Result<[DynamicEntity], any Error> {
        let parameters = DynamicEntityQueryParameters()
        switch question {
        case .nearby:
            parameters.geometry = surroundings
            parameters.spatialRelationship = .intersects
            graphicsOverlay.isVisible = true
        case .arriving:
            parameters.whereClause = "status = 'In flight' AND arrival_airport = 'PHX'"
        case .flight(let number):
            parameters.addTrackID(number)
        }
        do {
            let result = try await dataSource.queryDynamicEntities(using: parameters)
            let entities = Array(result.entities())
            dynamicEntityLayer.selectDynamicEntities(entities)
            return .success(entities)
        } catch {
            return .failure(error)
        }
    }

    func reset() {
        dynamicEntityLayer.clearSelection()
        graphicsOverlay.isVisible = false
    }

    /// Begins anew each time that the feed has come to its end, so many times.
    func keepGoing(restarts: Int) async throws -> Int {
        var count = 0
        for await connectionStatus in dataSource.$connectionStatus {
            guard connectionStatus == .failed, let connectionError = dataSource.connectionError else { continue }
            guard case FlightFeedError.complete = connectionError else { throw connectionError }
            if count == restarts { break }
            count += 1
            try await dataSource.purgeAll()
            try await dataSource.connect()
        }
        return count
    }
}

struct Flight: Decodable {
    let geometry: Point
    let attributes: [String: any Sendable]

    private enum Members: CodingKey { case geometry, attributes }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Members.self)
        geometry = try container.decode(Point.self, forKey: .geometry)
        let values = try container.nestedContainer(keyedBy: FlightKey.self, forKey: .attributes)
        attributes = try FlightKey.allCases.reduce(into: [:]) { attributes, key in
            attributes[key.rawValue] = try values.decodeIfPresent(key.decodedType, forKey: key)
        }
    }
}

enum FlightKey: String, CodingKey, CaseIterable {
    case flightNumber = "flight_number"
    case aircraft
    case arrivalAirport = "arrival_airport"
    case status
    case altitudeFeet = "altitude_feet"
    case speed
    case heading

    private var isNumber: Bool {
        switch self {
        case .altitudeFeet, .speed, .heading: true
        default: false
        }
    }

    var decodedType: (any (Decodable & Sendable).Type) { isNumber ? Double.self : String.self }
    var fieldType: FieldType { isNumber ? .float64 : .text }
}

struct FlightFeed: CustomDynamicEntityFeed {
    let events: AsyncThrowingStream<CustomDynamicEntityFeedEvent, any Error>

    init(lines: URL, pause: Duration = .zero) {
        let (events, continuation) = AsyncThrowingStream.makeStream(of: CustomDynamicEntityFeedEvent.self)
        self.events = events
        Task {
            do {
                for try await line in lines.lines {
                    try await Task.sleep(for: pause)
                    let flight = try JSONDecoder().decode(Flight.self, from: .init(line.utf8))
                    let place = Point(latitude: flight.geometry.y, longitude: flight.geometry.x)
                    continuation.yield(.newObservation(geometry: place, attributes: flight.attributes))
                }
            } catch {
                continuation.finish(throwing: error)
            }
            continuation.finish(throwing: FlightFeedError.complete)
        }
    }
}

enum FlightFeedError: Error { case complete }

extension Geometry {
    static var skyHarbor: Point { .init(latitude: 33.4352, longitude: -112.0101) }
}
