// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension GeometryEngine {
    /// A geometry with one height for all its positions, or with none; measures stay.
    public static func makeGeometry<Shape: Geometry>(from geometry: Shape, z: Double?) -> Shape {
        if let envelope = geometry as? Envelope {
            let range = z.flatMap { $0.isNaN ? nil : $0...$0 }
            return envelope.with(heights: range) as? Shape ?? geometry
        }
        return changed(geometry) { Coordinates(x: $0.x, y: $0.y, z: repeated(z, for: $0), m: $0.m) }
    }

    /// A geometry with one measure for all its positions, or with none; heights stay. An envelope has no measures.
    public static func makeGeometry<Shape: Geometry>(from geometry: Shape, m: Double?) -> Shape {
        changed(geometry) { Coordinates(x: $0.x, y: $0.y, z: $0.z, m: repeated(m, for: $0)) }
    }

    /// A geometry with one height and one measure for all its positions, or with none.
    public static func makeGeometry<Shape: Geometry>(from geometry: Shape, z: Double?, m: Double?) -> Shape {
        makeGeometry(from: makeGeometry(from: geometry, z: z), m: m)
    }

    private static func repeated(_ value: Double?, for run: Coordinates) -> [Double]? {
        value.map { Array(repeating: $0, count: run.count) }
    }

    private static func changed<Shape: Geometry>(_ geometry: Shape, _ change: (Coordinates) -> Coordinates) -> Shape {
        guard !(geometry is Envelope) else { return geometry }
        return geometry.replacingRuns(geometry.runs.map(change), spatialReference: geometry.spatialReference) as? Shape ?? geometry
    }
}

extension Envelope {
    fileprivate func with(heights: ClosedRange<Double>?) -> Envelope {
        Envelope(corners: (xMin, yMin), (xMax, yMax), zRange: heights, spatialReference: spatialReference)
    }
}
