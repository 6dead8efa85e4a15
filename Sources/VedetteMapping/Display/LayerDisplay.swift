// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import VedetteModel

/// How a ``DynamicEntityLayer`` is displayed, as it is at one moment: all that who draws it has to know, and all that decides what each entity looks
/// like.
package struct LayerDisplay: Sendable {
    /// How tracks are shown, as ``TrackDisplayProperties`` says.
    package struct Track: Equatable, Sendable {
        package var showsPreviousObservations: Bool
        package var showsTrackLine: Bool
        package var maximumObservations: Int
        package var maximumDuration: TimeInterval
    }

    /// nil where whoever draws it draws entities in his own way.
    package let renderer: RendererPlan?
    /// What previous observations are drawn by; nil where they are drawn as the renderer says.
    package let previous: RendererPlan?
    /// What track lines are drawn with; nil for a plain line.
    package let trackLine: SymbolDescription?
    package let labels: LabelPlan?
    package let track: Track
    package let isVisible: Bool
    package let opacity: Double
    package let minScale: Double?
    package let maxScale: Double?
    package let showsInLegend: Bool
    /// Where entities are put in a scene.
    package let placement: ScenePlacement

    /// The display of a layer as it is now.
    package init(_ layer: DynamicEntityLayer) {
        let properties = layer.trackDisplayProperties
        renderer = layer.renderer.map { RendererPlan($0) }
        previous = properties.previousObservationRenderer.map { RendererPlan($0) }
        trackLine = (properties.trackLineRenderer?.symbol(for: [:])).flatMap { SymbolDescription($0) }
        labels = LabelPlan(layer)
        track = Track(
            showsPreviousObservations: properties.showsPreviousObservations, showsTrackLine: properties.showsTrackLine,
            maximumObservations: properties.maximumObservations, maximumDuration: properties.maximumDuration)
        (isVisible, opacity) = (layer.isVisible, Double(min(max(layer.opacity.isNaN ? 1 : layer.opacity, 0), 1)))
        (minScale, maxScale, showsInLegend) = (layer.minScale, layer.maxScale, layer.showsInLegend)
        placement = ScenePlacement(layer.sceneProperties)
    }

    /// Whether each entity looks the same in both: then nobody needs to be told of entities anew.
    package func rendersEqually(to other: LayerDisplay) -> Bool {
        renderer == other.renderer && previous == other.previous
            && (labels == nil ? other.labels == nil : other.labels.map { labels?.isEqual(to: $0) == true } ?? false)
    }

    /// Whether both are the same to whoever draws them.
    package func isEqual(to other: LayerDisplay) -> Bool {
        rendersEqually(to: other) && trackLine == other.trackLine && track == other.track && isVisible == other.isVisible
            && opacity == other.opacity && minScale == other.minScale && maxScale == other.maxScale && showsInLegend == other.showsInLegend
            && placement == other.placement
    }

    /// What is wrong with the expressions of the layer.
    package var problems: [String] {
        (renderer?.problems ?? []) + (previous?.problems.map { "previous observations: \($0)" } ?? []) + (labels?.problems ?? [])
    }
}

/// Where the elements of a layer or an overlay are put in a scene, as ``LayerSceneProperties`` says at one moment.
package struct ScenePlacement: Equatable, Sendable {
    package var placement: SurfacePlacement
    /// Metres.
    package var altitudeOffset: Double

    /// An offset that is no number is none.
    package init(_ properties: LayerSceneProperties) {
        let offset = properties.altitudeOffset
        (placement, altitudeOffset) = (properties.surfacePlacement, offset.isFinite ? offset : 0)
    }
}
