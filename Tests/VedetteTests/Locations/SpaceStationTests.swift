// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Where the space station is, as its service says it.
private struct StationAnswer: Decodable {
    struct Position: Decodable {
        let latitude: String
        let longitude: String
    }

    enum CodingKeys: String, CodingKey {
        case position = "iss_position"
        case timestamp
    }

    let position: Position
    let timestamp: Double

    var point: Point? {
        guard let latitude = Double(position.latitude), let longitude = Double(position.longitude) else { return nil }
        return Point(latitude: latitude, longitude: longitude)
    }
}

/// The class of the seed: it overrides doStart and doStop, asks by a timer and hands over what it gets.
private final class ISSLocationDataSource: LocationDataSource, @unchecked Sendable {
    private let url: URL
    private let interval: Double
    private var pollingTimer: (any DispatchSourceTimer)?
    private var previousLocation: Location?
    /// One request at a time: answers that overtake each other would be a station that flies backwards.
    private var isRequesting = false
    private let queue = DispatchQueue(label: "space station")

    init(url: URL, interval: Double) {
        (self.url, self.interval) = (url, interval)
        super.init()
    }

    override func doStart() {
        startRequestingLocationUpdates()

        // Let everybody know that we are good to go.
        didStartOrFailWithError(nil)
    }

    override func doStop() {
        stopRetrievingISSLocationsFromAPI()

        // Let everybody know that we are done.
        didStop()
    }

    func startRequestingLocationUpdates() {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now(), repeating: interval)
        timer.setEventHandler { [weak self] in
            guard let self, !isRequesting else { return }
            isRequesting = true
            requestNextLocation { [weak self] newISSLocation in
                self?.didUpdate(newISSLocation)
            }
        }
        timer.resume()
        pollingTimer = timer
    }

    func stopRetrievingISSLocationsFromAPI() {
        pollingTimer?.cancel()
        pollingTimer = nil
    }

    func requestNextLocation(completion: @escaping @Sendable (Location) -> Void) {
        URLSession.shared.dataTask(with: url) { [weak self] data, _, error in
            guard let self else { return }
            queue.async {
                defer { self.isRequesting = false }
                do {
                    if let error { throw error }
                    let answer = try JSONDecoder().decode(StationAnswer.self, from: data ?? Data())
                    guard let position = answer.point else { throw CocoaError(.coderInvalidValue) }
                    let location = self.makeLocation(position, Date(timeIntervalSince1970: answer.timestamp))
                    self.previousLocation = location
                    completion(location)
                } catch {
                    self.didUpdateError(error)
                }
            }
        }.resume()
    }

    private func makeLocation(_ position: Point, _ timestamp: Date) -> Location {
        var (speed, course) = (Double.nan, Double.nan)
        if let previousLocation, let previousTime = previousLocation.timestamp,
            let difference = GeometryEngine.geodeticDistance(
                from: previousLocation.position, to: position, distanceUnit: .meters, azimuthUnit: .degrees, curveType: .geodesic)
        {
            speed = difference.distance.value / timestamp.timeIntervalSince(previousTime)
            course = difference.azimuth2.value
        }
        // The first location has neither speed nor course: it is last known, and drawn so.
        return Location(
            position: position, timestamp: timestamp, horizontalAccuracy: 0, verticalAccuracy: 0, speed: speed, course: course,
            isLastKnown: previousLocation == nil)
    }
}

@Suite("The space station program", .timeLimit(.minutes(10)))
struct SpaceStationTests {
    private func bodies(_ count: Int) -> [String] {
        (0..<count).map { number in
            """
            {"timestamp": \(1_557_499_056 + number * 5), "message": "success", \
            "iss_position": {"latitude": "\(Double(number) / 10)", "longitude": "39.7870"}}
            """
        }
    }

    @Test("the class of the seed: started, last known first, then with speed and course, stopped")
    func seed() async throws {
        let server = try StationServer(bodies: bodies(1_000))
        let dataSource = ISSLocationDataSource(url: server.url, interval: 0.01)
        let locations = dataSource.locations
        try await dataSource.start()
        #expect(dataSource.status == .started)
        var seen: [Location] = []
        for await location in locations {
            seen.append(location)
            if seen.count == 3 { break }
        }
        await dataSource.stop()
        #expect(dataSource.status == .stopped)
        #expect(seen[0].isLastKnown && seen[0].speed.isNaN)
        for location in seen.dropFirst() {
            #expect(!location.isLastKnown && abs(location.speed - 2_211.5) < 0.5 && location.course == 0)
        }
        #expect(try #require(dataSource.location?.timestamp) >= Date(timeIntervalSince1970: 1_557_499_066))
    }

    @Test("the same of one request and a poller")
    func polled() async throws {
        let server = try StationServer(bodies: ["nonsense"] + bodies(1_000))
        let url = server.url
        let dataSource = CustomLocationDataSource {
            LocationPoller(options: LocationPollingOptions(interval: 0.05, maximumPause: 0.05)) {
                let (data, _) = try await URLSession.shared.data(from: url)
                let answer = try JSONDecoder().decode(StationAnswer.self, from: data)
                guard let position = answer.point else { throw CocoaError(.coderInvalidValue) }
                return Location(position: position, timestamp: Date(timeIntervalSince1970: answer.timestamp))
            }
        }
        let locations = dataSource.locations
        try await dataSource.start()
        var seen: [Location] = []
        for await location in locations {
            seen.append(location)
            if seen.count == 3 { break }
        }
        // The nonsense at least; a busy machine may lose a connection besides.
        #expect(try #require(dataSource.currentProvider).statistics.failureCount >= 1)
        await dataSource.stop()
        #expect(seen.map(\.isLastKnown) == [true, false, false])
        #expect(abs(seen[2].speed - 2_211.5) < 0.5 && seen[2].course == 0)
    }
}
