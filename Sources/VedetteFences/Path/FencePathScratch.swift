// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Memory that the search along a way uses again and again, so that nothing is allocated for a way once it has been warm.
package struct FencePathScratch {
    /// Where the way meets an edge of one fence in one leaf.
    struct Contact {
        enum Kind: UInt8 {
            /// The parity left of the way changes.
            case change
            /// The way comes onto an edge that lies along it.
            case beginning
            /// The way leaves an edge that lies along it.
            case ending
        }

        var numerator: Int64
        var denominator: Int64
        var part: Int32
        var kind: Kind
    }

    /// A ring of the fence: what is known of it at a place on the way.
    struct Ring {
        var polygon: Int32
        var isHole: Bool
        /// Whether the place just left of the way is in the ring.
        var isLeftInside = false
        /// How many of its edges lie along the way here.
        var onCount: Int32 = 0
        /// Whether the start, or the end, of the whole way is on the ring.
        var isOnAtStart = false
        var isOnAtEnd = false

        /// What the ring decides, outer or hole: in the closed set of the one, or in the open interior of the other.
        var isIn: Bool { isHole ? isLeftInside && onCount == 0 : isLeftInside || onCount > 0 }
    }

    /// A polygon of the fence.
    struct PolygonState {
        var isInOuter = false
        /// In the open interior of how many holes.
        var holeCount: Int32 = 0
        var isIn: Bool { isInOuter && holeCount == 0 }
    }

    var contacts: [Contact] = []
    var rings: [Ring] = []
    var polygons: [PolygonState] = []
    /// How many of the polygons the way is in.
    var insideCount = 0
    /// Fences of many rings that a leaf is done with.
    var followed: [UInt32] = []

    package init() {}

    mutating func beginFence() {
        contacts.removeAll(keepingCapacity: true)
        rings.removeAll(keepingCapacity: true)
        polygons.removeAll(keepingCapacity: true)
        insideCount = 0
    }

    /// Puts the contacts in order along the way; for one place in any order.
    mutating func sortContacts() {
        guard contacts.count > 1 else { return }
        contacts.sort { first, second in
            Int128(first.numerator) * Int128(second.denominator) < Int128(second.numerator) * Int128(first.denominator)
        }
    }

    /// Makes the polygons' states from those of the rings.
    mutating func setPolygons() {
        insideCount = 0
        for number in polygons.indices { polygons[number] = PolygonState() }
        for ring in rings where ring.isIn {
            if ring.isHole { polygons[Int(ring.polygon)].holeCount += 1 } else { polygons[Int(ring.polygon)].isInOuter = true }
        }
        for polygon in polygons where polygon.isIn { insideCount += 1 }
    }

    /// Carries a change over to its ring and its polygon: O(1).
    mutating func apply(_ contact: Contact) {
        var ring = rings[Int(contact.part)]
        let wasIn = ring.isIn
        switch contact.kind {
        case .change: ring.isLeftInside.toggle()
        case .beginning: ring.onCount += 1
        case .ending: ring.onCount -= 1
        }
        rings[Int(contact.part)] = ring
        guard ring.isIn != wasIn else { return }
        var polygon = polygons[Int(ring.polygon)]
        let wasInPolygon = polygon.isIn
        if ring.isHole { polygon.holeCount += wasIn ? -1 : 1 } else { polygon.isInOuter = !wasIn }
        polygons[Int(ring.polygon)] = polygon
        if polygon.isIn != wasInPolygon { insideCount += wasInPolygon ? -1 : 1 }
    }
}
