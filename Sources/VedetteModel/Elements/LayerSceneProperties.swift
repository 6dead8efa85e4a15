// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Where the elements of a layer or an overlay are put in a scene.
// Sendable by hand: what changes is behind locks.
public final class LayerSceneProperties: @unchecked Sendable {
    /// How heights are meant.
    public enum SurfacePlacement: Hashable, Sendable {
        /// Above sea level.
        case absolute
        /// On the ground, upright, facing the viewer; heights do not count.
        case drapedBillboarded
        /// On the ground, flat; heights do not count.
        case drapedFlat
        /// Above the ground.
        case relative
        /// Above the ground or what stands there.
        case relativeToScene
    }

    /// How heights are meant; ``SurfacePlacement/drapedBillboarded`` unless set.
    @Synchronized public var surfacePlacement: SurfacePlacement
    /// Metres that are added to all heights; 0 unless set.
    @Synchronized public var altitudeOffset = 0.0

    public init(surfacePlacement: SurfacePlacement = .drapedBillboarded) {
        _surfacePlacement = .init(wrappedValue: surfacePlacement)
    }
}

/// The name that the ArcGIS Maps SDK has outside of ``LayerSceneProperties`` too.
public typealias SurfacePlacement = LayerSceneProperties.SurfacePlacement
