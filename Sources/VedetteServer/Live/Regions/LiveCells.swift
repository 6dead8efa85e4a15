// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteDynamicEntities
import VedetteGeometry

/// How many entities there are in each cell of a grid over a part of the world: a core.
struct LiveCells: Sendable {
    /// The least size of a cell, in pixels; less than twice that is the most.
    static let size = 48.0

    struct Cell: Equatable, Sendable {
        /// Where its entities are in the mean, in degrees.
        var longitude: Double
        var latitude: Double
        var count: Int
    }

    /// All entities in all cells.
    private(set) var count = 0
    /// By row and column.
    private(set) var cells: [Cell] = []

    init() {}

    /// How many columns the grid of a view has round the world.
    static func columns(_ view: LocationWish.View) -> Int {
        max(1, Int(exp2((log2(LiveRegion.worldPixels(view) / size)).rounded(.down))))
    }

    /// Counts the entities of a region, in cells of a grid that covers the world and fits the scale of a view.
    ///
    /// - Complexity: O(tracks).
    init(of store: borrowing TrackStore, in region: LiveRegion, _ view: LocationWish.View) {
        let columns = Self.columns(view)
        struct Sum {
            var count = 0
            var longitude = 0
            var latitude = 0
        }
        var sums: [Int: Sum] = [:]
        var rows = RowTable(columns)
        for number in 0..<UInt32(store.numberCount) where store.entity(number) != nil {
            guard let position = store.latest(number).position, region.contains(position) else { continue }
            count += 1
            let column = min(columns - 1, Int((Double(position.longitude) / 3.6e9 + 0.5) * Double(columns)))
            let cell = rows.row(of: position.latitude) * columns + column
            sums[cell, default: Sum()].count += 1
            sums[cell]?.longitude += Int(position.longitude)
            sums[cell]?.latitude += Int(position.latitude)
        }
        cells = sums.sorted { $0.key < $1.key }.map { _, sum in
            Cell(
                longitude: Double(sum.longitude) / Double(sum.count) / 1e7, latitude: Double(sum.latitude) / Double(sum.count) / 1e7,
                count: sum.count)
        }
    }

    /// The rows of the grid by latitude, without a logarithm for each place.
    private struct RowTable {
        private static let steps = 1 << 14
        private let first: [Int32]
        private let rows: Int

        init(_ rows: Int) {
            self.rows = rows
            // From −90° on, in equal steps.
            first = (0...Self.steps).map { step in
                let latitude = Double(step) / Double(Self.steps) * 180 - 90
                return Int32(min(rows - 1, max(0, Int(LiveRegion.y(latitude) * Double(rows)))))
            }
        }

        mutating func row(of latitude: Int32) -> Int {
            let place = (Double(latitude) / 1e7 + 90) / 180 * Double(Self.steps)
            let step = min(Self.steps - 1, max(0, Int(place)))
            guard first[step] != first[step + 1] else { return Int(first[step]) }
            return min(rows - 1, max(0, Int(LiveRegion.y(Double(latitude) / 1e7) * Double(rows))))
        }
    }
}

extension LiveMessages {
    /// How many entities there are in each cell; `null` where there are no cells any more.
    static func cells(_ cells: LiveCells, source: Int) -> [UInt8] {
        var object = Object()
        object.add("type", "cells")
        object.add("source", source)
        guard cells.count > 0 else {
            object.add("cells", raw: Array("null".utf8))
            return object.text
        }
        object.add("count", cells.count)
        var text: [UInt8] = []
        for cell in cells.cells {
            text.append(text.isEmpty ? UInt8(ascii: "[") : UInt8(ascii: ","))
            JSONWriter.append((cell.longitude * 1e5).rounded() / 1e5, to: &text)
            text.append(UInt8(ascii: ","))
            JSONWriter.append((cell.latitude * 1e5).rounded() / 1e5, to: &text)
            text.append(UInt8(ascii: ","))
            JSONWriter.append(Int64(cell.count), to: &text)
        }
        object.add("cells", raw: text + [UInt8(ascii: "]")])
        return object.text
    }
}
