// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Puts an ``Envelope`` together.
public final class EnvelopeBuilder: GeometryBuilder {
    private var box: Envelope

    /// Begins with nothing.
    public override init(spatialReference: SpatialReference? = nil) {
        box = Envelope(emptyIn: spatialReference)
        super.init(spatialReference: spatialReference)
    }

    /// Begins with an envelope that there is.
    public init(envelope: Envelope) {
        box = envelope
        super.init(spatialReference: envelope.spatialReference)
    }

    public var xMin: Double { box.xMin }
    public var yMin: Double { box.yMin }
    public var xMax: Double { box.xMax }
    public var yMax: Double { box.yMax }

    /// The middle; an empty point where there is nothing.
    public var center: Point { box.center }

    /// Makes width and height so many times as large, about the middle; a factor that is negative or no number changes nothing.
    public func expand(by factor: Double) {
        guard factor >= 0, factor.isFinite, !box.isEmpty else { return }
        let (dx, dy) = (box.width * factor / 2, box.height * factor / 2)
        set((box.center.x - dx, box.center.y - dy), (box.center.x + dx, box.center.y + dy))
    }

    /// Grows to hold a point.
    public func union(with point: Point) { union(with: point.extent) }

    /// Grows to hold another envelope.
    public func union(with envelope: Envelope) {
        guard !envelope.isEmpty else { return }
        guard !box.isEmpty else {
            set((envelope.xMin, envelope.yMin), (envelope.xMax, envelope.yMax))
            return
        }
        set((min(xMin, envelope.xMin), min(yMin, envelope.yMin)), (max(xMax, envelope.xMax), max(yMax, envelope.yMax)))
    }

    private func set(_ low: (x: Double, y: Double), _ high: (x: Double, y: Double)) {
        box = Envelope(corners: low, high, zRange: box.zRange, spatialReference: spatialReference)
    }

    public override func toGeometry() -> Envelope { box }
}
