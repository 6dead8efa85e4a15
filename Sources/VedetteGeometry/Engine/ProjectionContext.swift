// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CPROJ
import Synchronization

/// A context of PROJ, which one thread may use at a time, with the transformations made in it so far.
final class ProjectionContext {
    private struct Pair: Hashable {
        var from: WKID
        var to: WKID
    }

    private let handle: OpaquePointer
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
    func transformation(from: SpatialReference, to: SpatialReference) throws -> OpaquePointer {
        let pair = Pair(from: from.wkid.current, to: to.wkid.current)
        if let known = transformations[pair] { return known }
        let names = try (Self.name(of: pair.from, in: handle), Self.name(of: pair.to, in: handle))
        guard let made = proj_create_crs_to_crs(handle, names.0, names.1, nil) else {
            throw GeometryError(.operationFailed, "PROJ has no way from \(names.0) to \(names.1)")
        }
        guard let normalized = proj_normalize_for_visualization(handle, made) else {
            proj_destroy(made)
            throw GeometryError(.operationFailed, "PROJ cannot order the axes of \(names.0) to \(names.1)")
        }
        proj_destroy(made)
        transformations[pair] = normalized
        return normalized
    }

    /// `EPSG:n` where EPSG has the number, else `ESRI:n`.
    private static func name(of wkid: WKID, in handle: OpaquePointer) throws -> String {
        for authority in ["EPSG", "ESRI"] {
            let name = "\(authority):\(wkid.rawValue)"
            if let reference = proj_create(handle, name) {
                proj_destroy(reference)
                return name
            }
        }
        throw GeometryError(
            .unknownSpatialReference, "PROJ knows no spatial reference with the wkid \(wkid.rawValue); use an EPSG or ESRI number")
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
