// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
package import VedetteExpressions

/// What is wanted of the fixes of a feed besides track, time and place.
package struct FixOptions: Sendable {
    package var feed: FeedOptions
    /// The fields that may hold the horizontal accuracy in metres, the first that has a number counts; none where it is not wanted.
    package var accuracyFields: [String] = []
    /// The fields that may hold the speed in metres a second; none where it is not wanted.
    package var speedFields: [String] = []
    /// Which fixes there are, as a script over `$locationupdate`; nil for all.
    package var filter: FixFilter?
    /// Whether a script will ask for what a fix carries.
    package var wantsContents = false
    /// Where it is noted what scripts asked for in vain.
    package var absences: FixAbsences?
    /// How many lanes the tracks are shared among.
    package var laneCount = 1
    /// Whether a track's lane is the same in each run, which takes longer to find.
    package var hasStableLanes = false

    package static let accuracyNames = ["horizontalAccuracy", "accuracy", "hacc"]
    package static let speedNames = ["speed", "velocity"]

    package init(feed: FeedOptions) {
        self.feed = feed
    }

    /// Whether values of the fields matter, so that records cannot be read without them.
    var wantsAttributes: Bool { filter != nil || wantsContents || wantsNumbers }
    package var wantsNumbers: Bool { !accuracyFields.isEmpty || !speedFields.isEmpty }

    var lanes: FixLanes { FixLanes(count: laneCount, isStable: hasStableLanes) }
}

/// Which lane judges a track.
struct FixLanes: Sendable {
    let count: Int
    let isStable: Bool

    @inline(__always)
    func lane(of hash: UInt64, _ name: UnsafeRawBufferPointer) -> UInt32 {
        guard count > 1 else { return 0 }
        return isStable ? stableLane(name) : UInt32(truncatingIfNeeded: (hash &>> 32) &* UInt64(count) &>> 32)
    }

    private func stableLane(_ name: UnsafeRawBufferPointer) -> UInt32 {
        // FNV-1a (Fowler, Noll, Vo), 64 bits: the same in each process, as the state that is kept between runs asks for.
        var value: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return UInt32(truncatingIfNeeded: value % UInt64(count))
    }
}

extension FixOptions {
    /// The hash by which tracks are told apart in this process.
    package static func hash(of name: UnsafeRawBufferPointer) -> UInt64 { ByteHash.hash(name) }
}
