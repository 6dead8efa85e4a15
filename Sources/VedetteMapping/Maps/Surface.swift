// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The ground of a ``Scene``. Its heights are read by whoever draws it.
// Sendable by hand: what changes is behind locks.
public final class Surface: @unchecked Sendable {
    /// How many times their height mountains have; 1 unless set.
    @Synchronized public var elevationExaggeration: Float = 1
    /// From 0 for not to be seen to 1, as it is unless set.
    @Synchronized public var opacity: Float = 1
    /// Whether heights are used; true unless set.
    @Synchronized public var isEnabled = true
    /// Where heights come from, the first that knows a place counts.
    @Synchronized public private(set) var elevationSources: [ElevationSource] = []

    public init() {}

    public func addElevationSource(_ source: ElevationSource) { _elevationSources.change { $0.append(source) } }
    public func removeElevationSource(_ source: ElevationSource) { _elevationSources.change { $0.removeAll { $0 === source } } }
    public func removeAllElevationSources() { elevationSources = [] }
}

/// Where heights of the ground come from.
// Sendable by hand: the class is open only inside this module, and it and its subclasses hold immutable values alone.
public class ElevationSource: @unchecked Sendable {
    init() {}
}

/// Heights in tiles of an ArcGIS image service, or of a file of such tiles.
public final class ArcGISTiledElevationSource: ElevationSource, @unchecked Sendable {
    /// Where the tiles are.
    public let url: URL

    public init(url: URL) {
        self.url = url
        super.init()
    }
}
