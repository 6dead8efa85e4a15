// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteModel

/// How something of tracks is drawn: what each observation covers of the screen.
///
/// Rows of the store are asked by a ``RendererPlan``, without making observations and attributes of them. A renderer with more symbols than a plan has classes
/// is asked with attributes.
struct TrackLook {
    private let renderer: Renderer?
    /// nil where the renderer has to be asked.
    private let plan: RendererPlan?
    /// What the symbol of each class covers.
    fileprivate let footprints: [SymbolFootprint]
    /// How far from its place, or from the middle of its line, anything may be drawn.
    let reach: Double

    /// - Parameters:
    ///   - renderer: nil where all are drawn in the usual way.
    ///   - usual: that.
    ///   - reach: of what it covers; nil where that is nothing.
    init(_ renderer: Renderer?, usual: SymbolFootprint, reach: (SymbolFootprint) -> Double?) {
        self.renderer = renderer
        plan = renderer.map { RendererPlan($0) }.flatMap { $0.table.omittedCount == 0 ? $0 : nil }
        footprints = renderer.map { $0.symbolsByClass.map { SymbolFootprint($0) } } ?? [usual]
        self.reach = footprints.compactMap(reach).max() ?? 0
    }

    /// Ready for the rows of a store, until that changes.
    func bound(to store: borrowing TrackStore) -> BoundTrackLook { BoundTrackLook(look: self, plan: plan?.bound(to: store)) }

    /// How wide the line of a track is; nil where none is drawn. A line knows of no attribute but the id of its entity.
    func lineWidth(
        of number: UInt32, _ age: Int, idFieldName: String, _ owner: EntityStore, _ store: borrowing TrackStore
    ) -> Double? {
        guard let renderer, footprints.count > 1 else { return footprints.first?.lineWidth }
        let attributes = owner.observation(number, age: age, in: store)?.attributes.filter { $0.key == idFieldName }
        return SymbolFootprint(renderer.symbol(for: attributes ?? [:])).lineWidth
    }

    fileprivate func askRenderer(
        _ number: UInt32, _ age: Int, _ owner: EntityStore, _ store: borrowing TrackStore
    ) -> (SymbolFootprint, heading: Double)? {
        guard let renderer else { return (footprints[0], 0) }
        guard let attributes = owner.observation(number, age: age, in: store)?.attributes else { return nil }
        // What is no expression turns nothing; whoever draws says so.
        return (SymbolFootprint(renderer.symbol(for: attributes)), ((try? renderer.heading(for: attributes)) ?? nil) ?? 0)
    }
}

/// A ``TrackLook`` bound to a store.
struct BoundTrackLook {
    let look: TrackLook
    fileprivate var plan: BoundRenderer?

    /// How far a place on the screen is from the symbol of an observation; `place` is the way from the observation to it.
    ///
    /// - Returns: points; 0 on it, nil where nothing is drawn.
    mutating func distance(
        of number: UInt32, _ age: Int, from place: ScreenVector, rotation: Double, _ owner: EntityStore, _ store: borrowing TrackStore
    ) -> Double? {
        guard plan != nil else {
            guard let (footprint, heading) = look.askRenderer(number, age, owner, store) else { return nil }
            return footprint.distance(from: place, heading: heading, rotation: rotation)
        }
        let row = store.observation(number, age: age)
        let symbolClass = plan?.symbolClass(of: row, in: store) ?? 0
        guard Int(symbolClass) < look.footprints.count else { return nil }
        return look.footprints[Int(symbolClass)].distance(from: place, heading: plan?.heading(of: row) ?? 0, rotation: rotation)
    }
}
