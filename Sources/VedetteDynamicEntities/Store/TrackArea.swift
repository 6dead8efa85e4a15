// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// A part of the Earth between two meridians and two parallels, with its edges, on the grid of 1e-7 degree: where somebody looks for tracks.
package struct TrackArea: Sendable {
    /// None, one, or two where it goes over the antimeridian.
    let rectangles: [GridRectangle]

    /// Everything.
    package static let everywhere = TrackArea(longitudes: -180...180, latitudes: -90...90)

    /// - Parameters:
    ///   - longitudes: degrees, which may go on past ±180°. What is wider than the world is the world.
    ///   - latitudes: degrees.
    package init(longitudes: ClosedRange<Double>, latitudes: ClosedRange<Double>) {
        // Two steps more on each side, for what was rounded on the way here.
        let (south, north) = (latitudes.lowerBound - 2e-7, latitudes.upperBound + 2e-7)
        let width = longitudes.upperBound - longitudes.lowerBound + 4e-7
        guard width < 360, longitudes.lowerBound.isFinite else {
            rectangles = [GridRectangle(west: -180, south: south, east: 180, north: north)]
            return
        }
        let west = (longitudes.lowerBound - 2e-7).remainder(dividingBy: 360)
        var parts = [GridRectangle(west: west, south: south, east: min(west + width, 180), north: north)]
        if west + width >= 180 { parts.append(GridRectangle(west: -180, south: south, east: west + width - 360, north: north)) }
        // What lies on the antimeridian is on both sides.
        if west <= -180 { parts.append(GridRectangle(west: 180, south: south, east: 180, north: north)) }
        rectangles = parts
    }

    package func contains(_ position: GridPosition) -> Bool {
        for rectangle in rectangles where rectangle.contains(position) { return true }
        return false
    }

    /// Whether the straight way between two positions, the shorter way round, may have something in common with it.
    package func mayTouch(from start: GridPosition, to end: GridPosition) -> Bool {
        mayTouch(
            TrackTrails.Rectangle(
                west: min(start.longitude, end.longitude), south: min(start.latitude, end.latitude),
                east: max(start.longitude, end.longitude), north: max(start.latitude, end.latitude)))
    }

    /// Whether a rectangle has something in common with it. One that is wider than half of the world may go over the antimeridian: it counts as
    /// all round.
    @inline(__always)
    func mayTouch(_ other: TrackTrails.Rectangle) -> Bool {
        let isWide = Int(other.east) &- Int(other.west) > 1_800_000_000
        for rectangle in rectangles {
            guard other.south <= rectangle.north, other.north >= rectangle.south else { continue }
            if isWide || (other.west <= rectangle.east && other.east >= rectangle.west) { return true }
        }
        return false
    }
}

/// A track, and where its latest observation is.
package struct TrackSpot: Sendable {
    package let number: UInt32
    package let position: GridPosition
}

/// A track, and a rectangle that holds its newest observations.
package struct TrackTrail: Sendable {
    package let number: UInt32
    let rectangle: TrackTrails.Rectangle

    /// In steps of 1e-7°, as the others are. A rectangle that is wider than half of the world may go over the antimeridian.
    package var west: Int32 { rectangle.west }
    package var south: Int32 { rectangle.south }
    package var east: Int32 { rectangle.east }
    package var north: Int32 { rectangle.north }
}

extension TrackStore {
    /// The tracks whose latest observation lies in an area, in no order.
    ///
    /// - Complexity: O(cells of the area and the tracks in them), or O(tracks) where those are fewer.
    package func spots(in area: TrackArea) -> [TrackSpot] {
        var found: [TrackSpot] = []
        let cells = area.rectangles.map(\.cells)
        // Looking into a cell costs about as much as looking at four tracks.
        if cells.reduce(0, { $0 + $1.columns.count * $1.rows.count }) * 4 <= numberCount + 64 {
            buildGrid()
            for (rectangle, cells) in zip(area.rectangles, cells) {
                for row in cells.rows {
                    for column in cells.columns {
                        let cell = UInt32(truncatingIfNeeded: row * TrackGrid.columnCount + column)
                        for number in grid.pointee.numbers(in: cell) {
                            if let position = latest(number).position, rectangle.contains(position) {
                                found.append(TrackSpot(number: number, position: position))
                            }
                        }
                    }
                }
            }
        } else {
            // Free numbers have no position.
            for number in 0..<UInt32(truncatingIfNeeded: numberCount) {
                if let position = latest(number).position, area.contains(position) {
                    found.append(TrackSpot(number: number, position: position))
                }
            }
        }
        return found
    }

    /// The tracks of whose newest observations, or of the straight lines between them the shorter way round, one may be in an area, in no order. None
    /// that is there is missing. So many of the newest observations of each track count as `window` says.
    ///
    /// - Complexity: O(tracks), some nanoseconds each; the first time, and whenever more observations are asked for than ever before, O(those observations).
    package func trails(in area: TrackArea, window: Int) -> [TrackTrail] {
        buildTrails(window: window)
        var found: [TrackTrail] = []
        for track in 0..<numberCount {
            let rectangle = trails.pointee.rectangle(track)
            if rectangle.west <= rectangle.east, area.mayTouch(rectangle) {
                found.append(TrackTrail(number: UInt32(truncatingIfNeeded: track), rectangle: rectangle))
            }
        }
        return found
    }
}
