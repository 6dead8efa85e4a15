// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteMapping
import VedetteModel

/// How the graphics of an overlay look: classes of symbols, as they are first met, and angles.
struct GraphicsLook {
    /// The most classes; graphics of those beyond are not shown, and counted.
    static let maximumClasses = 500

    /// All of it that is not a graphic's own.
    struct Head: Equatable {
        var isVisible: Bool
        var opacity: Double
        var placement: ScenePlacement
        var minScale: Double?
        var maxScale: Double?

        init(_ overlay: GraphicsOverlay) {
            (isVisible, opacity) = (overlay.isVisible, Double(min(max(overlay.opacity.isNaN ? 1 : overlay.opacity, 0), 1)))
            placement = ScenePlacement(overlay.sceneProperties)
            func scale(_ scale: Double?) -> Double? { scale.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } }
            (minScale, maxScale) = (scale(overlay.minScale), scale(overlay.maxScale))
        }
    }

    private(set) var head: Head
    private(set) var classes: [SymbolDescription] = []
    private let renderer: Renderer?
    private let plan: RendererPlan?
    private let scene: SceneOrientation?
    private let hasSceneHeading: Bool
    /// The class of each symbol object; nil for one that nobody can draw. The symbols are kept, so that no other takes their places.
    private var numbers: [ObjectIdentifier: (symbol: Symbol, number: Int?)] = [:]

    init(_ overlay: GraphicsOverlay) {
        (head, renderer) = (Head(overlay), overlay.renderer)
        plan = renderer.map { RendererPlan($0) }
        scene = renderer.map { SceneOrientation($0.sceneProperties) }
        hasSceneHeading = renderer?.sceneProperties.headingExpression.contains { !$0.isWhitespace } ?? false
    }

    /// Whether graphics look the same now as in this look, so that none has to be told anew.
    ///
    /// - Complexity: O(symbols).
    func isCurrent(for overlay: GraphicsOverlay) -> Bool {
        guard overlay.renderer === renderer, overlay.renderer.map({ RendererPlan($0) }) == plan else { return false }
        return numbers.values.allSatisfy { known in SymbolDescription(known.symbol) == known.number.map { classes[$0] } }
    }

    /// Whether it keeps many more symbols than so many graphics can have, as where each gets a new one again and again: then it is better begun anew.
    func isOvergrown(_ graphicCount: Int) -> Bool {
        numbers.count > 2 * graphicCount + (classes.count < Self.maximumClasses ? 1_000 : 0)
    }

    /// Takes what the overlay says of all its graphics; answers whether that is something else.
    mutating func takeHead(_ overlay: GraphicsOverlay) -> Bool {
        let new = Head(overlay)
        defer { head = new }
        return new != head
    }

    /// The class of a graphic's symbol; nil for one that is not drawn.
    mutating func number(of graphic: Graphic, _ attributes: [String: any Sendable]) -> Int? {
        guard let symbol = graphic.symbol ?? renderer?.symbol(for: attributes) else { return nil }
        let key = ObjectIdentifier(symbol)
        if let known = numbers[key] { return known.number }
        let description = SymbolDescription(symbol)
        var number = description.flatMap { classes.firstIndex(of: $0) }
        if number == nil, let description, classes.count < Self.maximumClasses {
            classes.append(description)
            number = classes.count - 1
        }
        numbers[key] = (symbol, number)
        return number
    }

    /// How a graphic is turned, beside how its symbol is turned by itself: degrees; a heading that nobody has said is nil.
    func angles(_ attributes: [String: any Sendable]) -> (heading: Double?, pitch: Double, roll: Double) {
        let scene: (heading: Double, pitch: Double, roll: Double) = scene?.angles(attributes, symbol: nil) ?? (0, 0, 0)
        let heading = hasSceneHeading ? scene.heading : ((try? renderer?.heading(for: attributes)) ?? nil)
        func finite(_ number: Double) -> Double { number.isFinite ? number : 0 }
        return (heading.flatMap { $0.isFinite ? $0 : nil }, finite(scene.pitch), finite(scene.roll))
    }
}
