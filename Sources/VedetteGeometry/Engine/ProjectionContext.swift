// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CPROJ
import Synchronization

/// A context of PROJ, which one thread may use at a time, with the transformations made in it so far.
final class ProjectionContext {
    private struct Pair: Hashable {
        var from: CoordinateSystem
        var to: CoordinateSystem
        /// Those of the heights, where they count.
        var heights: [CoordinateSystem]
    }

    /// How many transformations are kept: text from outside can name any number of systems.
    private static let maximumCount = 64

    let handle: OpaquePointer
    private var transformations: [Pair: OpaquePointer] = [:]

    private init() throws {
        guard let handle = proj_context_create() else { throw GeometryError(.operationFailed, "PROJ could not be started") }
        self.handle = handle
        // Errors are read from return values; PROJ need not print them too.
        proj_log_level(handle, PJ_LOG_NONE)
    }

    deinit {
        transformations.values.forEach { proj_destroy($0) }
        proj_context_destroy(handle)
    }

    /// The transformation between two references, easting or longitude first on both sides.
    ///
    /// - Parameters:
    ///   - from: what coordinates are in.
    ///   - to: what they should be in.
    ///   - withHeights: whether heights go from the vertical system of the one to that of the other; that needs both, and never guesses.
    /// - Returns: it belongs to the context, and stays as long as that is lent.
    /// - Throws: ``GeometryError`` for a reference that PROJ does not know, and where it has no way.
    func transformation(from: SpatialReference, to: SpatialReference, withHeights: Bool = false) throws -> OpaquePointer {
        let heights = withHeights ? [from.vertical, to.vertical].compactMap { $0 } : []
        let pair = Pair(from: from.horizontal, to: to.horizontal, heights: heights)
        if let known = transformations[pair] { return known }
        let source = try ProjectionSystem.make(from, withHeights: withHeights, in: handle)
        let target = try ProjectionSystem.make(to, withHeights: withHeights, in: handle)
        let made = "ALLOW_BALLPARK=NO".withCString { option in
            var options: [UnsafePointer<CChar>?] = withHeights ? [option, nil] : [nil]
            return proj_create_crs_to_crs_from_pj(handle, source.handle, target.handle, nil, &options)
        }
        guard let made else { throw GeometryError(.operationFailed, "PROJ has no way from \(from) to \(to)") }
        defer { proj_destroy(made) }
        guard let normalized = proj_normalize_for_visualization(handle, made) else {
            throw GeometryError(.operationFailed, "PROJ cannot order the axes of \(from) to \(to)")
        }
        if transformations.count >= Self.maximumCount {
            transformations.values.forEach { proj_destroy($0) }
            transformations = [:]
        }
        transformations[pair] = normalized
        return normalized
    }

    /// Whether two texts mean the same system.
    func isEquivalent(_ first: String, _ second: String) throws -> Bool {
        try ProjectionSystem.reading(first, in: handle).isEquivalent(to: ProjectionSystem.reading(second, in: handle))
    }

    /// The box of longitudes and latitudes around an envelope of a map; round a pole it has all longitudes and reaches to the pole.
    func bounds(
        of envelope: Envelope, by transformation: OpaquePointer, into target: SpatialReference, zRange: ClosedRange<Double>?
    ) throws -> Envelope {
        var (xMin, yMin, xMax, yMax) = (0.0, 0.0, 0.0, 0.0)
        let isDone = proj_trans_bounds(
            handle, transformation, PJ_FWD, envelope.xMin, envelope.yMin, envelope.xMax, envelope.yMax, &xMin, &yMin, &xMax, &yMax, 21)
        guard isDone != 0, [xMin, yMin, xMax, yMax].allSatisfy(\.isFinite) else {
            throw GeometryError(.invalidCoordinate, "a position lies outside what the projection can take")
        }
        // Over the antimeridian the eastern end goes on past 180°.
        return Envelope(corners: (xMin, yMin), (xMin > xMax ? xMax + 360 : xMax, yMax), zRange: zRange, spatialReference: target)
    }

    /// Contexts that nobody is using. A context is in here or with one caller, never both.
    private static let idle = Mutex<[Lent]>([])

    /// Hands a context from one thread to another; see `idle` for why that is safe.
    private struct Lent: @unchecked Sendable {
        let context: ProjectionContext
    }

    /// Runs `body` with a context of its own.
    static func with<Result>(_ body: (ProjectionContext) throws -> Result) throws -> Result {
        let lent = try idle.withLock { $0.popLast() } ?? Lent(context: ProjectionContext())
        defer {
            idle.withLock { contexts in
                if contexts.count < 64 { contexts.append(lent) }
            }
        }
        return try body(lent.context)
    }
}
