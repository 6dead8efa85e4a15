// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteFeeds
import VedetteGeometry
import VedetteModel

/// What a viewer has of one source: where its next frame begins.
struct LiveCursor: Equatable, Sendable {
    /// The stamp of the last change that it has been sent; nil: nothing yet.
    var stamp: Int64?
}

/// Makes binary frames of the live-view protocol (`docs/protocol.md`): a core.
struct LiveFrameEncoder: Sendable {
    /// Which source of the server it is.
    var source: UInt8
    /// The most points of a track line.
    var maximumTrail: Int
    /// The column of headings, found by name once it is there.
    var headingField: String?
    /// The column that labels are made from; nil for track ids.
    var labelField: String?

    /// The number of no source.
    static let noSource: UInt8 = 255
    /// The longest label, in bytes of UTF-8.
    private static let maximumLabelLength = 256
    /// A frame is ended when it has grown to this; a single entity adds less than 64 KiB to it, so none exceeds 4 MiB.
    private static let frameSize = 1 << 20
    /// The most trail points in the frames of one reset, over all entities.
    private static let maximumResetTrailPoints = 300_000

    /// Frames with everything that changed since `cursor`, which is moved on; none where nothing did, unless `always`.
    ///
    /// - Parameters:
    ///   - store: what the viewer is shown.
    ///   - cursor: how far the viewer is.
    ///   - sequence: the number of the last frame on the connection; counted up.
    ///   - now: the time of the server.
    ///   - always: whether to make an empty frame when nothing has changed.
    /// - Returns: the frames, in the order in which they are to be sent.
    /// - Complexity: O(tracks), and O(bytes) of what changed.
    func frames(
        of store: borrowing TrackStore, since cursor: inout LiveCursor, sequence: inout UInt32, at now: Instant, always: Bool
    ) -> [[UInt8]] {
        let removed = cursor.stamp.flatMap { store.removals.numbers(after: $0) }
        let isReset = removed == nil
        let since = isReset ? Int64.min : cursor.stamp ?? .min
        guard isReset || always || store.lastStamp > since else { return [] }
        cursor.stamp = store.lastStamp
        var result: [[UInt8]] = []
        var frame = Frame(removed: removed ?? [], isReset: isReset)
        let heading = headingField.flatMap { store.schema.column(named: $0) }
        let label = labelField.flatMap { store.schema.column(named: $0) }
        let trail = isReset ? min(maximumTrail, Self.maximumResetTrailPoints / max(1, store.trackCount)) : maximumTrail
        for number in 0..<UInt32(store.numberCount) where store.entity(number) != nil {
            let stamps = store.stamps(number)
            guard isReset || stamps.changed > since else { continue }
            frame.add(number, of: store, since: since, maximumTrail: trail, heading: heading, now: now)
            if isReset || stamps.created > since || hasNewLabel(number, of: store, column: label, since: since) {
                frame.addName(number, of: store, label: label)
            }
            guard frame.size > Self.frameSize else { continue }
            sequence += 1
            result.append(frame.bytes(source, sequence, store, now, hasMore: true))
            frame = Frame(removed: [], isReset: false)
        }
        sequence += 1
        result.append(frame.bytes(source, sequence, store, now, hasMore: false))
        return result
    }

    /// A frame of no source, with nothing in it: what a server without sources shows that it lives by.
    static func heartbeat(sequence: UInt32, at now: Instant) -> [UInt8] {
        var output: [UInt8] = Array("VDF1".utf8) + [0, noSource, 0, 0]
        append(all: [sequence, 0, 0, 0, 0, 0], to: &output)
        append((Double(now.microsecondsSince1970) / 1_000).bitPattern, to: &output)
        append(Double(0).bitPattern, to: &output)
        return output
    }

    /// Whether the label of an entity may be another than the one that a viewer has.
    ///
    /// - Complexity: O(observations since).
    private func hasNewLabel(_ number: UInt32, of store: borrowing TrackStore, column: Int?, since: Int64) -> Bool {
        guard let column else { return false }
        let label = Self.label(store.latest(number), of: store, column: column)
        var age = 1
        while age < store.observationCount(number) {
            let row = store.observation(number, age: age)
            guard Self.label(row, of: store, column: column) == label else { return true }
            if row.receivedAt.microsecondsSince1970 <= since { return false }
            age += 1
        }
        // What the viewer has was made from an observation that is gone.
        return true
    }

    /// The label that an observation gives; empty where it gives none.
    private static func label(_ row: TrackRowView, of store: borrowing TrackStore, column: Int) -> [UInt8] {
        let value = row.value(column: column)
        var text: [UInt8] = []
        if value.kind == .text {
            store.withText(of: value) { text.append(contentsOf: cut($0, maximumLabelLength)) }
        } else {
            ValueWriter.append(value, to: &text) { body in store.withText(of: value, body) }
            if text.count > maximumLabelLength { text = [] }
        }
        return text
    }

    /// The beginning of a text, cut where a character begins.
    private static func cut(_ text: UnsafeRawBufferPointer, _ maximum: Int) -> Slice<UnsafeRawBufferPointer> {
        var length = min(text.count, maximum)
        while length < text.count, length > 0, text[length] & 0xC0 == 0x80 { length -= 1 }
        return text.prefix(length)
    }

    /// The columns of a frame while it grows.
    private struct Frame {
        let removed: [UInt32]
        let isReset: Bool
        var numbers: [UInt32] = []
        var longitudes: [Int32] = []
        var latitudes: [Int32] = []
        var ages: [Int32] = []
        var headings: [UInt16] = []
        var trailCounts: [UInt16] = []
        var trail: [Int32] = []
        var names: [UInt8] = []

        init(removed: [UInt32], isReset: Bool) {
            (self.removed, self.isReset) = (removed, isReset)
        }

        var size: Int { 48 + numbers.count * 20 + removed.count * 4 + trail.count * 4 + names.count }

        mutating func add(
            _ number: UInt32, of store: borrowing TrackStore, since: Int64, maximumTrail: Int, heading: Int?, now: Instant
        ) {
            let row = store.latest(number)
            numbers.append(number)
            longitudes.append(row.position?.longitude ?? ObservationBatch.noPosition)
            latitudes.append(row.position?.latitude ?? 0)
            let age = (row.receivedAt.microsecondsSince1970 - now.microsecondsSince1970) / 1_000
            ages.append(Int32(clamping: min(age, 0)))
            headings.append(heading.map { Self.hundredths(row.value(column: $0)) } ?? .max)
            addTrail(number, of: store, since: since, maximum: maximumTrail)
        }

        private mutating func addTrail(_ number: UInt32, of store: borrowing TrackStore, since: Int64, maximum: Int) {
            var points: [(Int32, Int32)] = []
            var age = 1
            while age < store.observationCount(number), points.count < maximum {
                let row = store.observation(number, age: age)
                guard row.receivedAt.microsecondsSince1970 > since else { break }
                if let position = row.position { points.append((position.longitude, position.latitude)) }
                age += 1
            }
            trailCounts.append(UInt16(points.count))
            for point in points.reversed() {
                trail.append(point.0)
                trail.append(point.1)
            }
        }

        mutating func addName(_ number: UInt32, of store: borrowing TrackStore, label: Int?) {
            let label = label.map { LiveFrameEncoder.label(store.latest(number), of: store, column: $0) } ?? []
            LiveFrameEncoder.append(number, to: &names)
            store.withName(number) { name in
                // Should anybody have so long a track id.
                let name = LiveFrameEncoder.cut(name, Int(UInt16.max))
                let isName = label.elementsEqual(name)
                LiveFrameEncoder.append(UInt16(name.count), to: &names)
                LiveFrameEncoder.append(UInt16(isName ? 0 : label.count), to: &names)
                names.append(contentsOf: name)
                if !isName { names.append(contentsOf: label) }
            }
        }

        /// Hundredths of a degree, 0…35,999; 65,535 for what is no number.
        private static func hundredths(_ value: PackedValue) -> UInt16 {
            guard value.kind == .number, abs(value.number) < 1e9 else { return .max }
            let turns = (value.number / 360).rounded(.down)
            let rest = ((value.number - turns * 360) * 100).rounded()
            return UInt16(rest) % 36_000
        }

        func bytes(
            _ source: UInt8, _ sequence: UInt32, _ store: borrowing TrackStore, _ now: Instant, hasMore: Bool
        ) -> [UInt8] {
            var output: [UInt8] = []
            output.reserveCapacity(size)
            output.append(contentsOf: "VDF1".utf8)
            output.append((isReset ? 1 : 0) | (hasMore ? 2 : 0))
            output.append(source)
            LiveFrameEncoder.append(UInt16(0), to: &output)
            let counts = [
                sequence, UInt32(numbers.count), UInt32(removed.count), UInt32(trail.count / 2), UInt32(names.count),
                UInt32(store.trackCount),
            ]
            for count in counts { LiveFrameEncoder.append(count, to: &output) }
            let newest = store.lastReceipt.map { Double($0) / 1_000 } ?? 0
            LiveFrameEncoder.append((Double(now.microsecondsSince1970) / 1_000).bitPattern, to: &output)
            LiveFrameEncoder.append(newest.bitPattern, to: &output)
            LiveFrameEncoder.append(all: numbers, to: &output)
            LiveFrameEncoder.append(all: longitudes, to: &output)
            LiveFrameEncoder.append(all: latitudes, to: &output)
            LiveFrameEncoder.append(all: ages, to: &output)
            LiveFrameEncoder.append(all: headings, to: &output)
            LiveFrameEncoder.append(all: trailCounts, to: &output)
            LiveFrameEncoder.append(all: removed, to: &output)
            LiveFrameEncoder.append(all: trail, to: &output)
            output.append(contentsOf: names)
            return output
        }
    }

    private static func append(_ value: some FixedWidthInteger, to output: inout [UInt8]) {
        withUnsafeBytes(of: value.littleEndian) { output.append(contentsOf: $0) }
    }

    private static func append(all values: [some FixedWidthInteger], to output: inout [UInt8]) {
        for value in values { append(value, to: &output) }
    }
}
