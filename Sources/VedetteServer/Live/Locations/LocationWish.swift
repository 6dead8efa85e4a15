// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette

/// What a viewer says of the location that it shows.
enum LocationWish: Equatable, Sendable {
    /// Which location it shows from now on, nil for none; and how the view follows from the beginning, nil as the location's own mode says.
    case show(Int?, mode: LocationDisplay.AutoPanMode? = nil)
    /// A person has chosen how the view follows.
    case autoPan(LocationDisplay.AutoPanMode)
    case display(Settings)
    case view(View)

    /// How the location is displayed; what is nil stays as it is.
    struct Settings: Equatable, Sendable, Decodable {
        var wanderExtentFactor: Double?
        var navigationPointHeightFactor: Double?
        var initialZoomScale: Double?
        var showsLocation: Bool?
        var showsAccuracy: Bool?
        var showsPingAnimation: Bool?
        var usesCourseSymbolOnMovement: Bool?
        var opacity: Double?

        /// Takes over what the other says.
        mutating func merge(_ other: Settings) {
            wanderExtentFactor = other.wanderExtentFactor ?? wanderExtentFactor
            navigationPointHeightFactor = other.navigationPointHeightFactor ?? navigationPointHeightFactor
            initialZoomScale = other.initialZoomScale ?? initialZoomScale
            showsLocation = other.showsLocation ?? showsLocation
            showsAccuracy = other.showsAccuracy ?? showsAccuracy
            showsPingAnimation = other.showsPingAnimation ?? showsPingAnimation
            usesCourseSymbolOnMovement = other.usesCourseSymbolOnMovement ?? usesCourseSymbolOnMovement
            opacity = other.opacity ?? opacity
        }

        fileprivate var isRight: Bool {
            [wanderExtentFactor, navigationPointHeightFactor, opacity].allSatisfy { $0.map { (0...1).contains($0) } ?? true }
                && (initialZoomScale.map { (0...1e9).contains($0) } ?? true)
        }
    }

    /// What part of the world the viewer sees.
    struct View: Equatable, Sendable, Decodable {
        /// In CSS pixels.
        var width: Double
        var height: Double
        /// Longitude and latitude.
        var center: [Double]
        /// The number under the fraction line.
        var scale: Double
        /// The direction that is up, in degrees clockwise from north.
        var rotation: Double
        /// Whether a person moved it.
        var user: Bool?
        /// The viewpoint that was reached last.
        var sequence: Int?

        var isRight: Bool {
            (1...16_384).contains(width) && (1...16_384).contains(height) && center.count == 2 && abs(center[0]) <= 540
                && abs(center[1]) <= 90 && (1...1e9).contains(scale) && abs(rotation) <= 1e6
        }
    }

    /// The types of these messages.
    static let types: Set = ["show-location", "auto-pan", "location-display", "view"]

    private struct Show: Decodable {
        var location: Int?
        var autoPanMode: String?
    }

    private struct AutoPan: Decodable {
        var mode: String
    }

    /// Reads a message of one of the ``types``; nil where it is wrong.
    init?(type: String, _ data: Data, locationCount: Int) {
        let decoder = JSONDecoder()
        switch type {
        case "show-location":
            guard let show = try? decoder.decode(Show.self, from: data), show.location.map({ (0..<locationCount).contains($0) }) ?? true
            else { return nil }
            let mode = show.autoPanMode.flatMap { LocationDisplay.AutoPanMode(rawValue: $0) }
            guard (mode == nil) == (show.autoPanMode == nil) else { return nil }
            self = .show(show.location, mode: mode)
        case "auto-pan":
            guard let wanted = try? decoder.decode(AutoPan.self, from: data), let mode = LocationDisplay.AutoPanMode(rawValue: wanted.mode)
            else { return nil }
            self = .autoPan(mode)
        case "location-display":
            guard let settings = try? decoder.decode(Settings.self, from: data), settings.isRight else { return nil }
            self = .display(settings)
        case "view":
            guard let view = try? decoder.decode(View.self, from: data), view.isRight else { return nil }
            self = .view(view)
        default: return nil
        }
    }
}
