// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension FencePathScratch {
    /// Notes where the way meets an edge of the newest ring on a stretch.
    ///
    /// - Returns: whether something may change there.
    mutating func meet(_ edge: FenceEdge, _ way: FenceWay, _ stretch: FenceWayLeaves.Stretch) -> Bool {
        let last = rings.count - 1
        switch way.meeting(edge) {
        case .none: return false
        case .point(let numerator, let denominator, let changesSide):
            guard stretch.holds(numerator, denominator) else { return false }
            let (isAtStart, isAtEnd) = (numerator == 0, numerator == denominator)
            if isAtStart { rings[last].isOnAtStart = true }
            if isAtEnd { rings[last].isOnAtEnd = true }
            // What changes at the very start is in the parity just after it.
            if changesSide, !isAtStart { add(.change, numerator, denominator) }
            return changesSide || isAtStart || isAtEnd
        case .stretch(let first, let second, let denominator):
            let count = contacts.count
            let (begins, ends) = (stretch.order(first, denominator), stretch.order(second, denominator))
            // On it at first: just before the stretch where its beginning is to be judged, else just after.
            if stretch.opensBefore ? begins < 0 && ends >= 0 : begins <= 0 && ends > 0 {
                rings[last].onCount += 1
            } else if stretch.holds(first, denominator) {
                add(.beginning, first, denominator)
            }
            if stretch.isStart, first <= 0 { rings[last].isOnAtStart = true }
            if stretch.isEnd, second >= denominator { rings[last].isOnAtEnd = true }
            if stretch.holds(second, denominator), stretch.opensBefore || ends > 0 { add(.ending, second, denominator) }
            return contacts.count > count || rings[last].isOnAtStart || rings[last].isOnAtEnd
        }
    }

    private mutating func add(_ kind: Contact.Kind, _ numerator: Int64, _ denominator: Int64) {
        contacts.append(Contact(numerator: numerator, denominator: denominator, part: Int32(rings.count - 1), kind: kind))
    }

    /// Tells where the stretch passes into and out of the fence, in order.
    ///
    /// Needs the contacts, and for each ring whether the place just left of the way is inside just after the beginning of the stretch.
    mutating func follow(_ stretch: FenceWayLeaves.Stretch, _ report: (FenceEvent.Kind, Int64, Int64) -> Void) {
        sortContacts()
        var isInside: Bool
        if stretch.isStart {
            isInside = isEndInside { $0.isOnAtStart }
            setPolygons()
            if isInside, insideCount == 0 {
                report(.exited, 0, 1)
                isInside = false
            }
        } else {
            if stretch.opensBefore {
                // Back to just before the border: what happens on it is for this stretch to tell.
                for contact in contacts where contact.kind == .change && stretch.order(contact.numerator, contact.denominator) == 0 {
                    rings[Int(contact.part)].isLeftInside.toggle()
                }
            }
            setPolygons()
            isInside = insideCount > 0
        }
        var place = 0
        // What changes at the very end of the way is beyond it.
        while place < contacts.count, contacts[place].numerator < contacts[place].denominator {
            let contact = contacts[place]
            while place < contacts.count, contacts[place].isLevel(with: contact) {
                apply(contacts[place])
                place += 1
            }
            guard isInside != (insideCount > 0) else { continue }
            isInside.toggle()
            report(isInside ? .entered : .exited, contact.numerator, contact.denominator)
        }
        if stretch.isEnd, !isInside, isEndInside({ $0.isOnAtEnd }) { report(.entered, 1, 1) }
    }

    /// Whether an end of the way is in the fence as a position is: by the parity beside it, or on edges.
    private mutating func isEndInside(_ isOn: (Ring) -> Bool) -> Bool {
        for number in polygons.indices { polygons[number] = PolygonState() }
        for ring in rings {
            let isOnRing = isOn(ring)
            if ring.isHole {
                if ring.isLeftInside, !isOnRing { polygons[Int(ring.polygon)].holeCount += 1 }
            } else {
                polygons[Int(ring.polygon)].isInOuter = ring.isLeftInside || isOnRing
            }
        }
        return polygons.contains(where: \.isIn)
    }
}

extension FencePathScratch.Contact {
    fileprivate func isLevel(with other: Self) -> Bool {
        Int128(numerator) * Int128(other.denominator) == Int128(other.numerator) * Int128(denominator)
    }
}

extension FenceWayLeaves.Stretch {
    /// Whether what happens at its beginning changes something: it has its beginning, and that is not the start of the way.
    fileprivate var opensBefore: Bool { hasFrom && from.0 != 0 }

    /// −1, 0 or 1: a fraction of the way is before, at or after the beginning of the stretch.
    fileprivate func order(_ numerator: Int64, _ denominator: Int64) -> Int64 {
        from.0 == 0 ? numerator.signum() : Self.compare((numerator, denominator), from)
    }

    /// Whether a fraction of the way belongs to this stretch.
    fileprivate func holds(_ numerator: Int64, _ denominator: Int64) -> Bool {
        let begins = order(numerator, denominator)
        guard begins > 0 || begins == 0 && hasFrom else { return false }
        let ends = to.0 == to.1 ? (numerator - denominator).signum() : Self.compare((numerator, denominator), to)
        return ends < 0 || ends == 0 && hasTo
    }

    /// Products of 63 and 31 bits.
    private static func compare(_ one: FenceWayLeaves.Fraction, _ other: FenceWayLeaves.Fraction) -> Int64 {
        let (first, second) = (Int128(one.0) * Int128(other.1), Int128(other.0) * Int128(one.1))
        return first == second ? 0 : first < second ? -1 : 1
    }
}
