// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry

/// The part of the world that a viewer is told of: a rectangle of longitudes and latitudes round what it sees, with a margin.
struct LiveRegion: Equatable, Sendable {
    /// In 1e-7 degree.
    private static let fullTurn: Int64 = 3_600_000_000
    private static let metresPerWorld = 40_075_016.685578488
    /// What is told of beside what is seen, as a share of the view to each side.
    static let margin = 0.25

    /// From −180° to 180°.
    private let west: Int64
    private let width: Int64
    private let south: Int64
    private let north: Int64

    /// A region with nothing in it.
    static let nowhere = LiveRegion()

    private init() {
        (west, width, south, north) = (0, -1, 0, 0)
    }

    /// The region of a view.
    ///
    /// Edges lie on a grid of an eighth of the view, so that small moves leave the region as it is.
    init(_ view: LocationWish.View) {
        let worldPixels = Self.worldPixels(view)
        let angle = view.rotation * .pi / 180
        let (cosine, sine) = (abs(cos(angle)), abs(sin(angle)))
        let halfWidth = (view.width * cosine + view.height * sine) / 2 * (1 + 2 * Self.margin) / worldPixels
        let halfHeight = (view.width * sine + view.height * cosine) / 2 * (1 + 2 * Self.margin) / worldPixels
        // A power of two, so that it stays the same while the map zooms a little.
        let step = exp2((log2(max(halfWidth, halfHeight)) - 2).rounded(.down))
        let x = view.center[0] / 360 + 0.5
        let y = Self.y(view.center[1])
        let left = ((x - halfWidth) / step).rounded(.down) * step
        let right = ((x + halfWidth) / step).rounded(.up) * step
        let top = ((y - halfHeight) / step).rounded(.down) * step
        let bottom = ((y + halfHeight) / step).rounded(.up) * step
        width = min(Self.fullTurn, Int64(((right - left) * 3.6e9).rounded()))
        let begin = left - left.rounded(.down)
        west = Int64(((begin - 0.5) * 3.6e9).rounded())
        // Web Mercator ends at 85°; what lies beyond is drawn at its edge.
        south = bottom >= 1 ? -900_000_000 : Int64((Self.latitude(bottom) * 1e7).rounded())
        north = top <= 0 ? 900_000_000 : Int64((Self.latitude(top) * 1e7).rounded())
    }

    /// How many pixels the world is wide at the scale of a view.
    static func worldPixels(_ view: LocationWish.View) -> Double { metresPerWorld / (view.scale * 0.0254 / 96) }

    /// A step, in 1e-7 degree, that is far less than a pixel of any view of the region.
    var finestStep: Int64 { max(0, width) >> 20 }

    func contains(_ position: GridPosition) -> Bool {
        let latitude = Int64(position.latitude)
        guard latitude >= south, latitude <= north else { return false }
        var east = Int64(position.longitude) - west
        if east < 0 { east += Self.fullTurn }
        // 180° east is 180° west.
        if east >= Self.fullTurn { east -= Self.fullTurn }
        return east <= width
    }

    /// From 0 at the northern edge of Web Mercator to 1 at the southern.
    static func y(_ latitude: Double) -> Double {
        let clamped = min(max(latitude, -85.06), 85.06)
        return 0.5 - log(tan(.pi / 4 + clamped * .pi / 360)) / (2 * .pi)
    }

    private static func latitude(_ y: Double) -> Double {
        (2 * atan(exp((0.5 - y) * 2 * .pi)) - .pi / 2) * 180 / .pi
    }
}
