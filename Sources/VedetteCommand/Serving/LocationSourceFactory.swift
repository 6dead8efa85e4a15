// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette
import VedetteFeeds
import VedetteServer

/// Makes location sources from their configuration.
struct LocationSourceFactory {
    /// Paths are relative to it.
    var folder: URL
    /// The file or option in which the locations are configured, for messages.
    var place: String

    /// The location, its source not yet started.
    ///
    /// - Throws: ``CommandFailure`` where what it names cannot be read.
    func location(_ file: ServeLocation) throws -> LiveLocation {
        let name = "\(place): the location \"\(file.name)\""
        var location = LiveLocation(dataSource: try source(file, name), name: file.name)
        switch file.kind {
        case .iss, .orbit:
            location.symbol = .station
            // A map of the world, and one and a half revolutions.
            location.initialZoomScale = SpaceStationDemo.worldScale
            location.pathDuration = SpaceStationDemo.pathDuration
            if let interval = file.interval { location.staleAfter = max(30, 3 * interval) }
        case .simulated, .nmea, .gpx, .gpsd: break
        }
        if let symbol = file.symbol { location.symbol = symbol }
        if let mode = file.autoPanMode { location.autoPanMode = mode }
        if let scale = file.zoomScale { location.initialZoomScale = scale }
        if let path = file.path { location.pathDuration = path }
        if let seconds = file.staleAfter { location.staleAfter = seconds }
        if file.kind == .orbit {
            let orbit = try orbit(file, name) ?? .spaceStation
            location.pastLocations = SpaceStationDemo.past(of: orbit, seconds: location.pathDuration, until: Date())
        }
        return location
    }

    private func source(_ file: ServeLocation, _ name: String) throws -> LocationDataSource {
        switch file.kind {
        case .iss:
            var options = LocationPollingOptions()
            if let interval = file.interval { options.interval = interval }
            let failover = try orbit(file, name).map { OrbitFailover(orbit: $0) }
            let url = file.url.flatMap { URL(string: $0) } ?? ISSLocationDataSource.defaultURL
            return ISSLocationDataSource(url: url, options: options, failover: failover)
        case .orbit: return ISSLocationDataSource(orbit: try orbit(file, name) ?? .spaceStation, interval: file.interval ?? 1)
        case .simulated:
            let line =
                try file.file.map { try LineFile.read(resolved($0), named: name) } ?? file.line.flatMap { LineFile.polyline([$0]) }
            guard let line else { throw CommandFailure(status: CommandFailure.badUsage, "\(name) has no line") }
            let simulated = SimulatedLocationDataSource(
                polyline: line,
                simulationParameters: SimulationParameters(
                    speed: file.speed ?? 10, horizontalAccuracy: file.accuracy ?? 0, verticalAccuracy: file.accuracy ?? 0))
            if let rate = file.rate { simulated.iterationRate = rate }
            simulated.repeats = file.repeats ?? true
            return simulated
        case .gpx:
            do {
                let recording = try GPXLocationDataSource(url: URL(fileURLWithPath: resolved(file.file ?? "")))
                if let speed = file.speed { recording.speed = speed }
                recording.repeats = file.repeats ?? true
                for issue in recording.issues { Diagnostics.write("\(file.file ?? ""): \(issue)") }
                return recording
            } catch {
                throw CommandFailure(status: CommandFailure.badUsage, "\(name): \(file.file ?? ""): \(error)")
            }
        case .gpsd: return GPSDLocationDataSource(host: file.host ?? "127.0.0.1", port: file.port ?? 2947, device: file.device)
        case .nmea:
            // A file that is not there yet may be one day, as a device that is not yet plugged in: that is for the source to say.
            let path = file.device ?? file.file ?? ""
            let url = path == "-" ? URL(fileURLWithPath: "/dev/stdin") : URL(fileURLWithPath: resolved(path))
            return NMEAFeedLocationDataSource(url: url, pace: .recorded(speed: file.speed ?? 1), repeats: file.repeats ?? false)
        }
    }

    private func orbit(_ file: ServeLocation, _ name: String) throws -> Orbit? {
        guard let text = file.elements else { return nil }
        var lines = text
        // Two-line elements have lines; a path has none.
        if !text.contains(where: \.isNewline) {
            guard let read = try? String(contentsOfFile: resolved(text), encoding: .utf8) else {
                let mend = "name a file that has them, or give their two lines"
                throw CommandFailure(
                    status: CommandFailure.badUsage, "\(name): the two-line elements \(resolved(text)) cannot be read; \(mend)")
            }
            lines = read
        }
        do {
            return try Orbit(twoLineElements: lines)
        } catch {
            throw CommandFailure(status: CommandFailure.badUsage, "\(name): \(error)")
        }
    }

    private func resolved(_ path: String) -> String {
        path.hasPrefix("/") ? path : folder.appendingPathComponent(path).path
    }
}
