// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteFences
import VedetteGeometry
import VedetteValues

extension ReferenceJudge {
    /// A fix takes its place in its track.
    mutating func decide(_ fix: Fix, _ number: Int) {
        let before = tracks[number, default: Track()].last
        if let before, let path = pathOptions(from: before, to: fix) {
            follow(path, from: before, to: fix, number)
        } else {
            if let time = fix.time { fireTimers(number, upTo: time) }
            let time = fix.time.map { FenceEvent.Time.event(Instant(microsecondsSince1970: $0)) } ?? .arrival(fix.observation)
            // Who is back before the minimum time out has stayed all the time, and may have dwelled meanwhile.
            for fence in fenceIDs
            where isPending(number, fence)
                && isInside(fix, fence, wasIn: tracks[number, default: Track()].stays[fence, default: Stay()].isIn)
            {
                turn(number, fence, isIn: true, time: time, position: fix.position, cause: .fix, observation: fix.observation)
            }
            if let time = fix.time { fireTimers(number, upTo: time) }
            for isIn in [false, true] {
                for fence in fenceIDs
                where isInside(fix, fence, wasIn: tracks[number, default: Track()].stays[fence]?.isIn ?? false) == isIn {
                    turn(number, fence, isIn: isIn, time: time, position: fix.position, cause: .fix, observation: fix.observation)
                }
            }
        }
        tracks[number, default: Track()].last = fix
        for fence in fenceIDs { tracks[number, default: Track()].stays[fence]?.isSilenceTold = false }
        judgeSpeed(number, fix, before: before)
    }

    /// A fence was added or has another shape.
    mutating func judgeAnew(_ number: Int, _ fence: String, at now: Int64) {
        guard let last = tracks[number, default: Track()].last else { return }
        let isIn = isInside(last, fence, wasIn: tracks[number, default: Track()].stays[fence]?.isIn ?? false)
        guard isIn != tracks[number, default: Track()].stays[fence]?.isIn ?? false else { return }
        let isReturn = isIn && isPending(number, fence)
        if !isReturn { fireTimers(number, upTo: now) }
        turn(
            number, fence, isIn: isIn, time: .event(Instant(microsecondsSince1970: now)), position: last.position, cause: .fenceChanged,
            observation: nil)
        if isReturn { fireTimers(number, upTo: now) }
    }

    /// Whether a track is out of a fence, or in it, and not yet sure to be.
    private func isPending(_ number: Int, _ fence: String) -> Bool { tracks[number, default: Track()].stays[fence]?.pending != nil }

    private mutating func isInside(_ fix: Fix, _ id: String, wasIn: Bool) -> Bool {
        guard let fence = fences[id] else { return false }
        let holds = fence.holds(fix.position)
        guard options.usesAccuracy, fix.accuracy > 0, fix.accuracy < .infinity else { return holds }
        let margin = 0.005 + 2e-6 * fix.accuracy
        let distance = fence.distanceToBorder(from: fix.position, limit: fix.accuracy + 2 * margin)
        if abs(distance - fix.accuracy) < margin { isTied = true }
        let (meets, isContained) = (holds || distance <= fix.accuracy, holds && distance >= fix.accuracy)
        switch options.relationship {
        case .enterIntersectsExitDoesNotIntersect: return meets
        case .enterContainsExitDoesNotContain: return isContained
        case .enterContainsExitDoesNotIntersect: return wasIn ? meets : isContained
        }
    }

    // MARK: Path

    private mutating func pathOptions(from before: Fix, to fix: Fix) -> FencePathOptions? {
        guard case .path(let path) = options.detection, let start = before.time, let end = fix.time else { return nil }
        guard end - start <= path.maximumGap else { return nil }
        if let maximumSpeed = path.maximumSpeed {
            let metres = Self.metres(before.position, fix.position)
            let most = maximumSpeed * Double(end - start) / 1e6
            if metres > 0, abs(metres - most) < 1e-6 { isTied = true }
            guard metres <= most else { return nil }
        }
        return path
    }

    private mutating func follow(_ path: FencePathOptions, from before: Fix, to fix: Fix, _ number: Int) {
        guard let start = before.time, let end = fix.time else { return }
        var crossings: [(fence: String, crossing: ReferenceCrossing, number: Int)] = []
        for fence in fenceIDs {
            for crossing in fences[fence]?.crossings(from: before.position, to: fix.position) ?? [] {
                crossings.append((fence, crossing, crossings.count))
            }
        }
        crossings.sort { a, b in
            if a.crossing.fraction != b.crossing.fraction { return a.crossing.fraction < b.crossing.fraction }
            if a.fence == b.fence { return a.number < b.number }
            if a.crossing.isEntry != b.crossing.isEntry { return b.crossing.isEntry }
            return a.number < b.number
        }
        let (x, y) = (Int128(before.position.longitude), Int128(before.position.latitude))
        let (dx, dy) = (ReferenceFence.shorter(Int128(fix.position.longitude) - x), Int128(fix.position.latitude) - y)
        for (fence, crossing, _) in crossings {
            let time = crossing.fraction.rounded(from: Int128(start), length: Int128(end - start))
            let (longitude, latitude) = (crossing.fraction.rounded(from: x, length: dx), crossing.fraction.rounded(from: y, length: dy))
            fireTimers(number, upTo: Int64(time))
            var east = longitude
            if east > ReferenceFence.world / 2 { east -= ReferenceFence.world }
            if east < -ReferenceFence.world / 2 { east += ReferenceFence.world }
            let position = GridPosition(uncheckedLongitude: Int32(east), latitude: Int32(latitude))
            let moment = FenceEvent.Time.event(Instant(microsecondsSince1970: Int64(time)))
            turn(number, fence, isIn: crossing.isEntry, time: moment, position: position, cause: .fix, observation: fix.observation)
            // Back before the minimum time out, it may have dwelled meanwhile.
            fireTimers(number, upTo: Int64(time))
        }
        fireTimers(number, upTo: end)
    }
}
