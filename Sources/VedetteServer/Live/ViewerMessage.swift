// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a viewer says.
enum ViewerMessage: Equatable, Sendable {
    case acknowledge(frame: UInt32)
    case select(source: Int, track: String?)
    case identify(request: Int, longitude: Double, latitude: Double, tolerance: Double, time: Double?)
    case query(QueryWish)
    case cancel(query: Int)
    case expand(query: Int, tracks: [String])
    case dismiss(query: Int, tracks: [String]?)
    case location(LocationWish)
    case fence(FenceWish)
    case control(SourceWish)
    case find(FindWish)
    case steer(SteerWish)
    /// Whether it draws a scene from now on.
    case scene(isOpen: Bool)
    case camera(CameraWish)

    /// The longest message, in bytes.
    static let maximumLength = 16 << 10

    private struct Kind: Decodable {
        var type: String
    }

    /// The members of all other messages; which are needed depends on the type.
    private struct Members: Decodable {
        var type: String
        var frame: UInt32?
        var source: Int?
        var track: String?
        var request: Int?
        var location: [Double]?
        var tolerance: Double?
        var time: Double?
        var query: Int?
        var tracks: [String]?
        var action: String?
        var text: String?
        var open: Bool?
    }

    /// Reads a message; nil where it is none.
    ///
    /// - Parameters:
    ///   - text: the message as it came.
    ///   - sourceCount: how many sources there are.
    ///   - locationCount: how many locations there are.
    init?(_ text: String, sourceCount: Int, locationCount: Int = 0) {
        let data = Data(text.utf8)
        let kind = try? JSONDecoder().decode(Kind.self, from: data)
        if let kind, LocationWish.types.contains(kind.type) {
            guard let wish = LocationWish(type: kind.type, data, locationCount: locationCount) else { return nil }
            self = .location(wish)
            return
        }
        if let kind, FenceWish.types.contains(kind.type) {
            guard let wish = FenceWish(type: kind.type, data) else { return nil }
            self = .fence(wish)
            return
        }
        if kind?.type == SteerWish.type {
            guard let wish = SteerWish(data) else { return nil }
            self = .steer(wish)
            return
        }
        if kind?.type == CameraWish.type {
            guard let wish = CameraWish(data) else { return nil }
            self = .camera(wish)
            return
        }
        guard let members = try? JSONDecoder().decode(Members.self, from: data) else { return nil }
        switch members.type {
        case "ack":
            guard let frame = members.frame else { return nil }
            self = .acknowledge(frame: frame)
        case "select":
            let source = members.source ?? 0
            guard (0..<sourceCount).contains(source) else { return nil }
            self = .select(source: source, track: members.track)
        case "identify":
            guard let request = members.request, let location = members.location, location.count == 2, let tolerance = members.tolerance,
                abs(location[0]) <= 540, abs(location[1]) <= 90, tolerance >= 0, tolerance <= 2e7
            else { return nil }
            self = .identify(request: request, longitude: location[0], latitude: location[1], tolerance: tolerance, time: members.time)
        case "query":
            guard let wish = try? JSONDecoder().decode(QueryWish.self, from: data), (0..<sourceCount).contains(wish.source) else {
                return nil
            }
            self = .query(wish)
        case "cancel":
            guard let query = members.query else { return nil }
            self = .cancel(query: query)
        case "expand":
            guard let query = members.query, let tracks = members.tracks, tracks.count <= QueryLimits.names else { return nil }
            self = .expand(query: query, tracks: tracks)
        case "dismiss":
            guard let query = members.query else { return nil }
            self = .dismiss(query: query, tracks: members.tracks)
        case "find":
            guard let request = members.request, let text = members.text, (1...FindWish.maximumLength).contains(text.utf8.count) else {
                return nil
            }
            self = .find(FindWish(request: request, text: text))
        case "scene":
            guard let isOpen = members.open else { return nil }
            self = .scene(isOpen: isOpen)
        case "control":
            guard let request = members.request, let source = members.source, (0..<sourceCount).contains(source),
                let action = members.action.flatMap({ SourceWish.Action(rawValue: $0) })
            else { return nil }
            self = .control(SourceWish(request: request, source: source, action: action))
        default: return nil
        }
    }
}

/// What a viewer wants done with a source.
struct SourceWish: Equatable, Sendable {
    enum Action: String, Sendable {
        case connect
        case disconnect
        /// All observations that are kept are forgotten.
        case purge
    }

    var request: Int
    var source: Int
    var action: Action
}
