// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What ``Polyline`` and ``Polygon`` share: a list of parts.
public class Multipart: Geometry, @unchecked Sendable {
    let lines: [Coordinates]

    init(lines: [Coordinates], spatialReference: SpatialReference?) {
        self.lines = lines
        super.init(spatialReference: spatialReference)
    }

    /// The lines or rings.
    public var parts: [Part] {
        lines.map { Part(coordinates: $0, spatialReference: spatialReference) }
    }

    package override var runs: [Coordinates] { lines }
}
