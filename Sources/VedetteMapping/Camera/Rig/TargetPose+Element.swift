// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteExpressions
package import VedetteGeometry
package import VedetteModel

/// How the elements of a renderer are turned in a scene: its heading, pitch and roll expressions, parsed once.
package struct SceneOrientation: Sendable {
    private var heading: RendererExpression?
    private var pitch: RendererExpression?
    private var roll: RendererExpression?
    /// What is wrong with expressions that cannot be parsed; they turn nothing.
    package private(set) var faults: [ExpressionError] = []

    /// - Parameter properties: nil for a renderer that turns nothing.
    package init(_ properties: RendererSceneProperties?) {
        guard let properties else { return }
        func parse(_ text: String, _ faults: inout [ExpressionError]) -> RendererExpression? {
            guard text.contains(where: { !$0.isWhitespace }) else { return nil }
            do {
                return try RendererExpression(text)
            } catch {
                faults.append(error)
                return nil
            }
        }
        heading = parse(properties.headingExpression, &faults)
        pitch = parse(properties.pitchExpression, &faults)
        roll = parse(properties.rollExpression, &faults)
    }

    /// How an element is turned: what the expressions come to, added to how its symbol is turned by itself. An expression that comes to
    /// nothing, because an attribute is missing or no number, turns it by 0.
    package func angles(
        _ attributes: [String: any Sendable], symbol: Symbol?
    ) -> (heading: Double, pitch: Double, roll: Double) {
        let body = symbol as? MarkerSceneSymbol
        return (
            (heading?.value(attributes) ?? 0) + Double(body?.heading ?? 0), (pitch?.value(attributes) ?? 0) + Double(body?.pitch ?? 0),
            (roll?.value(attributes) ?? 0) + Double(body?.roll ?? 0)
        )
    }
}

extension TargetPose {
    /// Where an element is in a scene, and how it is turned; nil for a geometry that is empty or is not on the Earth.
    ///
    /// - Parameters:
    ///   - geometry: where it is; of a line, an area or several points the middle of their extent, at the mean of their heights.
    ///   - attributes: what the expressions are about.
    ///   - symbol: that of the element, or of its renderer.
    ///   - orientation: that of the renderer.
    ///   - placement: that of the layer or overlay.
    ///   - altitudeOffset: metres, of the layer or overlay.
    ///   - ground: metres of the ground above the ellipsoid at the place.
    package init?(
        _ geometry: Geometry, attributes: [String: any Sendable], symbol: Symbol?, orientation: SceneOrientation,
        placement: SurfacePlacement, altitudeOffset: Double = 0, ground: Double = 0
    ) {
        guard var place = EllipsoidPosition(middleOf: geometry) else { return nil }
        switch placement {
        case .absolute: place.altitude += altitudeOffset
        case .relative, .relativeToScene: place.altitude += ground + altitudeOffset
        case .drapedBillboarded, .drapedFlat: place.altitude = ground
        }
        let angles = orientation.angles(attributes, symbol: symbol)
        self.init(place, heading: angles.heading, pitch: angles.pitch, roll: angles.roll)
    }
}

extension EllipsoidPosition {
    /// The middle of a geometry; nil where that has none.
    init?(middleOf geometry: Geometry) {
        if let point = geometry as? Point {
            self.init(point)
            return
        }
        guard !geometry.isEmpty else { return nil }
        let box = geometry.extent
        let heights = geometry.runs.flatMap { $0.z ?? [] }.filter(\.isFinite)
        let height = heights.isEmpty ? 0 : heights.reduce(0, +) / Double(heights.count)
        self.init(
            Point(x: (box.xMin + box.xMax) / 2, y: (box.yMin + box.yMax) / 2, z: height, spatialReference: geometry.spatialReference))
    }
}
