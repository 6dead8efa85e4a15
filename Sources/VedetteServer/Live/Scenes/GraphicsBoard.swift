// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Vedette
import VedetteMapping
import VedetteModel

/// The graphics overlays of the views in the program that a live view shows.
final class GraphicsBoard: Sendable {
    /// Where a viewer is: of each overlay, which it was, and which of its revisions it has been told.
    typealias Cursor = [(overlay: Int, revision: Int)]

    /// The most overlays that are shown.
    static let maximumOverlays = 64

    private struct Slot {
        /// Never given twice.
        var identifier: Int
        var ledger: OverlayLedger
    }

    private struct State {
        var slots: [Slot] = []
        var lastIdentifier = 0
        var lookedAt: Instant?
    }

    private let overlays: @Sendable () -> [GraphicsOverlay]
    private let reference: @Sendable () -> SpatialReference?
    private let files: SymbolFiles
    private let interval: Double
    private let clock: @Sendable () -> Instant
    private let state = Mutex(State())

    /// - Parameters:
    ///   - files: where pictures and models of symbols are had.
    ///   - interval: how often overlays are looked at, at most, in seconds.
    ///   - clock: the time of the server.
    ///   - reference: in what geometries are that do not say it; nil for degrees on WGS 84.
    ///   - overlays: what is shown now.
    init(
        files: SymbolFiles, interval: Double, clock: @escaping @Sendable () -> Instant,
        reference: @escaping @Sendable () -> SpatialReference?,
        overlays: @escaping @Sendable () -> [GraphicsOverlay]
    ) {
        (self.files, self.interval, self.clock, self.reference, self.overlays) = (files, interval, clock, reference, overlays)
    }

    /// What a viewer has to be told.
    func news(since cursor: inout Cursor, at now: Instant) -> [[UInt8]] {
        let slots = refreshed(at: now)
        var messages: [[UInt8]] = []
        for (index, slot) in slots.enumerated() {
            let told = cursor.indices.contains(index) && cursor[index].overlay == slot.identifier ? cursor[index].revision : 0
            guard let news = slot.ledger.news(since: told) else { continue }
            messages += LiveMessages.graphics(news, overlay: index, files: files)
        }
        // Those that are no more are empty.
        for index in slots.count..<max(slots.count, cursor.count) { messages.append(LiveMessages.noGraphics(overlay: index)) }
        cursor = slots.map { ($0.identifier, $0.ledger.revision) }
        return messages
    }

    /// Where viewers have a graphic; nil for one that they have not.
    func place(of graphic: Graphic, at now: Instant) -> (overlay: Int, number: Int)? {
        for (index, slot) in refreshed(at: now).enumerated() {
            if let number = slot.ledger.number(of: graphic) { return (index, number) }
        }
        return nil
    }

    private func refreshed(at now: Instant) -> [Slot] {
        let (overlays, reference) = (overlays().prefix(Self.maximumOverlays), reference())
        return state.withLock { state in
            let isSame = state.slots.count == overlays.count && zip(state.slots, overlays).allSatisfy { $0.ledger.overlay === $1 }
            if !isSame {
                var known = Dictionary(state.slots.map { (ObjectIdentifier($0.ledger.overlay), $0) }) { first, _ in first }
                state.slots = overlays.map { overlay in
                    // One that is there twice is two.
                    if let slot = known.removeValue(forKey: ObjectIdentifier(overlay)) { return slot }
                    state.lastIdentifier += 1
                    return Slot(
                        identifier: state.lastIdentifier, ledger: OverlayLedger(overlay, reference: reference, clock: clock))
                }
            } else if let lookedAt = state.lookedAt, abs(now.seconds(since: lookedAt)) < interval / 2 {
                return state.slots
            }
            state.lookedAt = now
            for index in state.slots.indices { state.slots[index].ledger.refresh(at: now) }
            return state.slots
        }
    }
}
