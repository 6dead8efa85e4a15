// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CGEOS

/// Fences in a GEOS STR-tree, each prepared when first asked: what somebody would write in an afternoon, and hard to beat with a general library.
final class PreparedFences {
    struct Failure: Error {}

    private struct Fence {
        var polygon: OpaquePointer
        var prepared: OpaquePointer?
    }

    private let handle: GEOSContextHandle_t
    private let tree: OpaquePointer
    private let fences: UnsafeMutableBufferPointer<Fence>
    private var found: [UInt32] = []
    private var point: OpaquePointer

    init(_ rings: [[GeneratedWorld.Place]]) throws {
        guard let handle = GEOS_init_r(), let tree = GEOSSTRtree_create_r(handle, 10),
            let point = GEOSGeom_createPointFromXY_r(handle, 0, 0)
        else { throw Failure() }
        (self.handle, self.tree, self.point) = (handle, tree, point)
        fences = .allocate(capacity: rings.count)
        for (number, ring) in rings.enumerated() {
            guard let sequence = GEOSCoordSeq_create_r(handle, UInt32(ring.count + 1), 2) else { throw Failure() }
            for (index, place) in (ring + ring.prefix(1)).enumerated() {
                GEOSCoordSeq_setXY_r(handle, sequence, UInt32(index), Double(place.longitude) / 1e7, Double(place.latitude) / 1e7)
            }
            guard let shell = GEOSGeom_createLinearRing_r(handle, sequence), let polygon = GEOSGeom_createPolygon_r(handle, shell, nil, 0)
            else { throw Failure() }
            fences.initializeElement(at: number, to: Fence(polygon: polygon))
            // The item is the number, one up: a null pointer cannot be told from none.
            GEOSSTRtree_insert_r(handle, tree, polygon, UnsafeMutableRawPointer(bitPattern: number + 1))
        }
        // The tree is built by its first query.
        _ = self.fences(at: 0, 0)
    }

    /// The fences that have the place in them or on their edge, ascending.
    func fences(at longitude: Double, _ latitude: Double) -> [UInt32] {
        GEOSGeom_destroy_r(handle, point)
        guard let next = GEOSGeom_createPointFromXY_r(handle, longitude, latitude) else { return [] }
        point = next
        found.removeAll(keepingCapacity: true)
        GEOSSTRtree_query_r(
            handle, tree, point,
            { item, context in
                guard let item, let context else { return }
                Unmanaged<PreparedFences>.fromOpaque(context).takeUnretainedValue().judge(UInt(bitPattern: item) - 1)
            }, Unmanaged.passUnretained(self).toOpaque())
        return found.sorted()
    }

    private func judge(_ number: UInt) {
        let number = Int(number)
        if fences[number].prepared == nil { fences[number].prepared = GEOSPrepare_r(handle, fences[number].polygon) }
        if GEOSPreparedIntersects_r(handle, fences[number].prepared, point) == 1 { found.append(UInt32(number)) }
    }

    deinit {
        for fence in fences {
            if let prepared = fence.prepared { GEOSPreparedGeom_destroy_r(handle, prepared) }
            GEOSGeom_destroy_r(handle, fence.polygon)
        }
        GEOSGeom_destroy_r(handle, point)
        GEOSSTRtree_destroy_r(handle, tree)
        fences.deallocate()
        GEOS_finish_r(handle)
    }
}
