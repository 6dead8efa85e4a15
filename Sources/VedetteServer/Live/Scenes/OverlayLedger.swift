// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Vedette
import VedetteGeometry
import VedetteModel

/// What viewers are told of one graphics overlay: its graphics as rows of a message, each with the revision that it is of.
struct OverlayLedger {
    /// The most graphics that are told; the rest is counted.
    static let maximumCount = 10_000
    /// The most positions of a graphic that is told.
    static let maximumPositions = 20_000
    /// The most removals that are remembered; who has missed more is told everything anew.
    private static let maximumRemovals = 4_096

    /// What has changed since somebody last looked; told by the graphics themselves, from any thread.
    final class Marks: Sendable {
        struct Taken {
            var hasOtherGraphics = true
            var graphics: [Graphic] = []
            var newest: Instant?
        }

        private let state = Mutex((hasOthers: true, graphics: [ObjectIdentifier: Graphic](), newest: Instant?.none))
        private let clock: @Sendable () -> Instant

        init(clock: @escaping @Sendable () -> Instant) { self.clock = clock }

        func note(_ graphic: Graphic) {
            let now = clock()
            state.withLock { state in
                state.graphics[ObjectIdentifier(graphic)] = graphic
                state.newest = now
            }
        }

        func noteOthers() {
            let now = clock()
            state.withLock { ($0.hasOthers, $0.newest) = (true, now) }
        }

        func take() -> Taken {
            state.withLock { state in
                defer { (state.hasOthers, state.graphics) = (false, [:]) }
                return Taken(hasOtherGraphics: state.hasOthers, graphics: Array(state.graphics.values), newest: state.newest)
            }
        }
    }

    private struct Row {
        var graphic: Graphic
        var observation: Observation
        var revision: Int
        /// nil where it is not shown.
        var text: [UInt8]?
    }

    let overlay: GraphicsOverlay
    private let marks: Marks
    private let observation: Observation
    private let reference: SpatialReference?
    private(set) var look: GraphicsLook
    /// Counts up with each change.
    private(set) var revision = 1
    /// Revisions before it are told everything anew.
    private(set) var firstRevision = 1
    /// When the number of classes, or what is said of all graphics, last changed.
    private var headRevision = 1
    private var rows: [Int: Row] = [:]
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var lastNumber = 0
    private var removals: [(number: Int, revision: Int)] = []
    private var newest: Instant?
    private(set) var omittedCount = 0
    private var lookedAt: Instant?

    /// - Parameters:
    ///   - overlay: the overlay.
    ///   - reference: in what geometries are that do not say it; nil for degrees on WGS 84.
    ///   - clock: the time of the server.
    init(_ overlay: GraphicsOverlay, reference: SpatialReference?, clock: @escaping @Sendable () -> Instant) {
        let marks = Marks(clock: clock)
        (self.overlay, self.marks, self.reference, look) = (overlay, marks, reference, GraphicsLook(overlay))
        observation = overlay.observe { marks.noteOthers() }
    }

    /// The number of a graphic; nil for one that is not told.
    func number(of graphic: Graphic) -> Int? { numbers[ObjectIdentifier(graphic)] }

    // MARK: Looking

    /// Takes in what has changed. Looks are looked at anew once a second.
    mutating func refresh(at now: Instant) {
        if lookedAt.map({ abs(now.seconds(since: $0)) >= SourceDisplay.interval }) ?? true {
            lookedAt = now
            if look.isOvergrown(rows.count) || !look.isCurrent(for: overlay) { begin() }
            if look.takeHead(overlay) { step { $0.headRevision = $0.revision } }
        }
        let taken = marks.take()
        newest = taken.newest ?? newest
        if taken.hasOtherGraphics { takeGraphics() }
        let changed = taken.graphics.compactMap { numbers[ObjectIdentifier($0)] }
        guard !changed.isEmpty else { return }
        step { ledger in
            for number in changed { ledger.write(number) }
        }
    }

    private mutating func step(_ body: (inout OverlayLedger) -> Void) {
        revision += 1
        body(&self)
        if removals.count > Self.maximumRemovals { (firstRevision, removals) = (revision, []) }
    }

    /// Everything looks different.
    private mutating func begin() {
        look = GraphicsLook(overlay)
        step { ledger in
            (ledger.firstRevision, ledger.headRevision, ledger.removals) = (ledger.revision, ledger.revision, [])
            for number in ledger.rows.keys.sorted() { ledger.write(number) }
        }
    }

    private mutating func takeGraphics() {
        let graphics = overlay.graphics
        let kept = Set(graphics.prefix(Self.maximumCount).map { ObjectIdentifier($0) })
        let gone = numbers.filter { !kept.contains($0.key) }
        let added = graphics.prefix(Self.maximumCount).filter { numbers[ObjectIdentifier($0)] == nil }
        let before = omittedCount
        omittedCount = graphics.count - min(graphics.count, Self.maximumCount)
        guard !gone.isEmpty || !added.isEmpty || omittedCount != before else { return }
        let marks = marks
        step { ledger in
            for (key, number) in gone.sorted(by: { $0.value < $1.value }) {
                (ledger.numbers[key], ledger.rows[number]) = (nil, nil)
                ledger.removals.append((number, ledger.revision))
            }
            for graphic in added where ledger.numbers[ObjectIdentifier(graphic)] == nil {
                ledger.lastNumber += 1
                ledger.numbers[ObjectIdentifier(graphic)] = ledger.lastNumber
                let observation = graphic.observe { [weak graphic] in
                    if let graphic { marks.note(graphic) }
                }
                ledger.rows[ledger.lastNumber] = Row(graphic: graphic, observation: observation, revision: 0, text: nil)
                ledger.write(ledger.lastNumber)
            }
        }
    }

    private mutating func write(_ number: Int) {
        guard let graphic = rows[number]?.graphic else { return }
        let before = look.classes.count
        let text = row(number, graphic)
        if look.classes.count > before { headRevision = revision }
        // What is not shown any more is removed.
        if text == nil, rows[number]?.text != nil { removals.append((number, revision)) }
        rows[number]?.text = text
        rows[number]?.revision = revision
    }

    private mutating func row(_ number: Int, _ graphic: Graphic) -> [UInt8]? {
        let attributes = graphic.attributes
        guard graphic.isVisible, let geometry = graphic.geometry, !geometry.isEmpty,
            geometry.runs.reduce(0, { $0 + $1.x.count }) <= Self.maximumPositions, let shape = Self.shape(of: geometry, reference),
            let symbol = look.number(of: graphic, attributes)
        else { return nil }
        let angles = look.angles(attributes)
        var row = Array("[\(number),\(symbol),".utf8)
        if let heading = angles.heading { JSONWriter.append(heading, to: &row) } else { row += Array("null".utf8) }
        for angle in [angles.pitch, angles.roll] {
            row.append(UInt8(ascii: ","))
            JSONWriter.append(angle, to: &row)
        }
        return row + [UInt8(ascii: ",")] + shape + [UInt8(ascii: "]")]
    }

    /// A geometry as GeoJSON in degrees; nil for one that is not on the Earth.
    private static func shape(of geometry: Geometry, _ reference: SpatialReference?) -> [UInt8]? {
        let placed = geometry.spatialReference == nil ? geometry.placed(in: reference ?? .wgs84) : geometry
        guard let there = placed.spatialReference == .wgs84 ? placed : GeometryEngine.project(placed, into: .wgs84) else { return nil }
        return (try? there.toGeoJSON()).map { Array($0.utf8) }
    }

    // MARK: Telling

    /// What somebody has to be told who knows of a revision; 0 for nothing.
    func news(since told: Int) -> News? {
        guard told != revision else { return nil }
        let isReset = told < firstRevision
        let since = isReset ? 0 : told
        let changed = rows.filter { $0.value.revision > since && $0.value.text != nil }.sorted { $0.key < $1.key }
        var removed: [Int] = []
        if !isReset {
            var known: Set<Int> = []
            for removal in removals
            where removal.revision > since && rows[removal.number]?.text == nil && known.insert(removal.number).inserted {
                removed.append(removal.number)
            }
        }
        return News(
            isReset: isReset, head: isReset || headRevision > since ? look.head : nil,
            classes: isReset || headRevision > since ? look.classes : nil, rows: changed.compactMap(\.value.text), removed: removed,
            time: newest, omittedCount: omittedCount)
    }

    /// News of an overlay.
    struct News {
        var isReset: Bool
        var head: GraphicsLook.Head?
        var classes: [SymbolDescription]?
        var rows: [[UInt8]]
        var removed: [Int]
        var time: Instant?
        var omittedCount = 0
    }
}
