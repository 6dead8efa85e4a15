// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteFeeds
import VedetteGeometry
import VedetteMapping
import VedetteModel

/// The columns of a binary frame of the live-view protocol while it grows.
struct LiveFrame {
    /// What decides how entities look, bound to the store of the moment.
    struct Style {
        /// nil where the viewer draws entities in his own way.
        var renderer: BoundRenderer?
        /// For previous observations; nil where the renderer is asked.
        var previous: BoundRenderer?
    }

    private static let isReset: UInt8 = 1
    private static let hasMore: UInt8 = 2
    private static let isStyled: UInt8 = 4
    private static let isCompact: UInt8 = 8

    let removed: [UInt32]
    let isReset: Bool
    /// Whether there are columns of classes.
    let isStyled: Bool
    /// The widest step of places that the viewer cannot see, in 1e-7 degree, of one that wants few bytes; nil for any other.
    var coarsest: Int64?
    /// Entities that the viewer is told no more of; they are still there.
    var left: [UInt32] = []
    private(set) var numbers: [UInt32] = []
    private var longitudes: [Int32] = []
    private var latitudes: [Int32] = []
    private var ages: [Int32] = []
    private var headings: [UInt16] = []
    private var trailCounts: [UInt16] = []
    private var trail: [Int32] = []
    private var classes: [UInt16] = []
    private var trailAges: [Int32] = []
    private var trailClasses: [UInt16] = []
    private var trailHeadings: [UInt16] = []
    /// Whether the viewer draws a scene, and is told heights and attitudes; only with ``coarsest``.
    var isScene = false
    private var altitudes: [Int32] = []
    private var attitudes: [SceneAttitude] = []
    private var trailAltitudes: [Int32] = []
    private var names: [UInt8] = []

    init(removed: [UInt32], isReset: Bool, isStyled: Bool) {
        (self.removed, self.isReset, self.isStyled) = (removed, isReset, isStyled)
    }

    /// In bytes.
    var size: Int {
        let style = isStyled ? numbers.count * 2 + trail.count * 4 : 0
        let scene = altitudes.count * 7 + trailAltitudes.count * 3
        return 48 + numbers.count * 20 + removed.count * 4 + left.count * 4 + trail.count * 4 + names.count + style + scene
    }

    /// Adds an entity, with its observations since a moment.
    mutating func add(
        _ number: UInt32, of store: borrowing TrackStore, since: Int64, maximumTrail: Int, columns: FrameColumns, style: inout Style?,
        now: Instant
    ) {
        let row = store.latest(number)
        numbers.append(number)
        longitudes.append(row.position?.longitude ?? ObservationBatch.noPosition)
        latitudes.append(row.position?.latitude ?? 0)
        ages.append(Self.age(row, now))
        addLook(of: row, number, columns: columns, store, &style)
        addTrail(number, of: store, since: since, maximum: maximumTrail, columns: columns, style: &style, now: now)
    }

    /// Adds how an entity is turned, and of which class it is.
    private mutating func addLook(
        of row: TrackRowView, _ number: UInt32, columns: FrameColumns, _ store: borrowing TrackStore, _ style: inout Style?
    ) {
        var heading = row.number(column: columns.heading)
        var (pitch, roll) = (row.number(column: columns.pitch), row.number(column: columns.roll))
        if style?.renderer != nil {
            if isScene, let angles = style?.renderer?.sceneAngles(of: row) {
                (heading, pitch, roll) = angles
            } else {
                heading = style?.renderer?.heading(of: row)
            }
            classes.append(style?.renderer?.symbolClass(of: row, in: store) ?? 0)
        } else if isStyled {
            classes.append(0)
        }
        headings.append(Self.hundredths(heading))
        guard isScene else { return }
        if columns.derivesAttitude, pitch == nil || roll == nil, store.observationCount(number) > 1,
            let found = CoordinatedTurn.attitude(of: row, after: store.observation(number, age: 1), columns: columns)
        {
            (pitch, roll) = (pitch ?? found.pitch, roll ?? found.roll)
        }
        altitudes.append(SceneAltitude.decimetres(row.position == nil ? nil : row.number(column: columns.altitude)))
        attitudes.append(SceneAttitude(pitch: pitch, roll: roll))
    }

    private mutating func addTrail(
        _ number: UInt32, of store: borrowing TrackStore, since: Int64, maximum: Int, columns: FrameColumns, style: inout Style?,
        now: Instant
    ) {
        var points: [(position: GridPosition, age: Int)] = []
        var age = 1
        while age < store.observationCount(number), points.count < maximum {
            let row = store.observation(number, age: age)
            guard row.receivedAt.microsecondsSince1970 > since else { break }
            if let position = row.position { points.append((position, age)) }
            age += 1
        }
        trailCounts.append(UInt16(points.count))
        for point in points.reversed() {
            trail.append(point.position.longitude)
            trail.append(point.position.latitude)
            let row = store.observation(number, age: point.age)
            if isScene { trailAltitudes.append(SceneAltitude.decimetres(row.number(column: columns.altitude))) }
            guard isStyled else { continue }
            trailAges.append(Self.age(row, now))
            if style?.previous != nil {
                trailHeadings.append(Self.hundredths(style?.previous?.heading(of: row)))
                trailClasses.append(style?.previous?.symbolClass(of: row, in: store) ?? 0)
            } else if style?.renderer != nil {
                trailHeadings.append(Self.hundredths(style?.renderer?.heading(of: row)))
                trailClasses.append(style?.renderer?.symbolClass(of: row, in: store) ?? 0)
            } else {
                trailHeadings.append(Self.hundredths(row.number(column: columns.heading)))
                trailClasses.append(0)
            }
        }
    }

    /// Adds the track id of an entity, and its label where that is another.
    mutating func addName(_ number: UInt32, of store: borrowing TrackStore, label: [UInt8]) {
        Self.append(number, to: &names)
        store.withName(number) { name in
            // Should anybody have so long a track id.
            let name = Self.cut(name, Int(UInt16.max))
            let isName = label.elementsEqual(name)
            Self.append(UInt16(name.count), to: &names)
            Self.append(UInt16(isName ? 0 : label.count), to: &names)
            names.append(contentsOf: name)
            if !isName { names.append(contentsOf: label) }
        }
    }

    /// The beginning of a text, cut where a character begins.
    static func cut(_ text: UnsafeRawBufferPointer, _ maximum: Int) -> Slice<UnsafeRawBufferPointer> {
        var length = min(text.count, maximum)
        while length < text.count, length > 0, text[length] & 0xC0 == 0x80 { length -= 1 }
        return text.prefix(length)
    }

    /// When an observation came, in milliseconds relative to now.
    private static func age(_ row: TrackRowView, _ now: Instant) -> Int32 {
        Int32(clamping: min((row.receivedAt.microsecondsSince1970 - now.microsecondsSince1970) / 1_000, 0))
    }

    /// Hundredths of a degree, 0…35,999; 65,535 for what is no number.
    private static func hundredths(_ degrees: Double?) -> UInt16 {
        guard let degrees, abs(degrees) < 1e9 else { return .max }
        let turns = (degrees / 360).rounded(.down)
        let rest = ((degrees - turns * 360) * 100).rounded()
        return UInt16(rest) % 36_000
    }

    func bytes(_ source: UInt8, _ sequence: UInt32, _ store: borrowing TrackStore, _ now: Instant, hasMore: Bool) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(size)
        output.append(contentsOf: "VDF1".utf8)
        let style = (isStyled ? Self.isStyled : 0) | (coarsest != nil ? Self.isCompact : 0)
        output.append((isReset ? Self.isReset : 0) | (hasMore ? Self.hasMore : 0) | style)
        output.append(source)
        Self.append(UInt16(left.count), to: &output)
        let counts = [
            sequence, UInt32(numbers.count), UInt32(removed.count), UInt32(trail.count / 2), UInt32(names.count), UInt32(store.trackCount),
        ]
        for count in counts { Self.append(count, to: &output) }
        let newest = store.lastReceipt.map { Double($0) / 1_000 } ?? 0
        Self.append((Double(now.microsecondsSince1970) / 1_000).bitPattern, to: &output)
        Self.append(newest.bitPattern, to: &output)
        let hasHeights = (altitudes + trailAltitudes).contains { $0 != SceneAltitude.unknown }
        if let coarsest {
            CompactColumns(
                numbers: numbers, longitudes: longitudes, latitudes: latitudes, ages: ages, headings: headings, trailCounts: trailCounts,
                classes: classes, coarsest: coarsest, altitudes: hasHeights ? altitudes : nil,
                attitudes: attitudes.allSatisfy(\.isLevel) ? nil : attitudes
            ).append(to: &output)
        } else {
            Self.append(all: numbers, to: &output)
            Self.append(all: longitudes, to: &output)
            Self.append(all: latitudes, to: &output)
            Self.append(all: ages, to: &output)
            Self.append(all: headings, to: &output)
            Self.append(all: trailCounts, to: &output)
        }
        Self.append(all: removed, to: &output)
        Self.append(all: trail, to: &output)
        Self.append(all: left, to: &output)
        if isStyled {
            Self.append(all: trailAges, to: &output)
            Self.append(all: trailClasses, to: &output)
            Self.append(all: trailHeadings, to: &output)
            if coarsest == nil { Self.append(all: classes, to: &output) }
        }
        if hasHeights { SceneAltitude.append(trailAltitudes, to: &output) }
        output.append(contentsOf: names)
        return output
    }

    static func append(_ value: some FixedWidthInteger, to output: inout [UInt8]) {
        withUnsafeBytes(of: value.littleEndian) { output.append(contentsOf: $0) }
    }

    static func append(all values: [some FixedWidthInteger], to output: inout [UInt8]) {
        #if _endian(little)
        values.withUnsafeBytes { output.append(contentsOf: $0) }
        #else
        for value in values { append(value, to: &output) }
        #endif
    }

    /// A frame with another number.
    static func numbered(_ frame: [UInt8], _ sequence: UInt32) -> [UInt8] {
        var frame = frame
        for place in 0..<4 { frame[8 + place] = UInt8(truncatingIfNeeded: sequence >> (8 * UInt32(place))) }
        return frame
    }
}
