// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
public import VedetteGeometry
public import VedetteValues

/// What scripts take from the world around them.
public struct ArcadeEvaluatorOptions: Sendable {
    /// What `Now()` is; nil, the moment of each evaluation by the system's clock, unless set.
    public var now: Instant?

    /// The zone of `Now()`, of dates without an offset, and in which dates are written; nil, UTC, unless set, so that a script says
    /// the same on
    /// every machine. `TimeZone.current` is that of the device.
    public var timeZone: TimeZone?

    /// Where the row of `Random()` and `Guid()` begins; nil, anywhere, unless set.
    public var seed: UInt64?

    /// How much an evaluation may use.
    public var limits = ArcadeLimits()

    /// That of the map; nil, unknown, unless set.
    public var spatialReference: SpatialReference?

    public init() {}

    package func context(track: ArcadeTrack?, now moment: Instant? = nil) -> ArcadeContext {
        // Zones that are made from an offset, and those that only the system knows, have names that the database has not.
        let zone = timeZone.map { ArcadeTimeZone.named($0.identifier) ?? .fixed(seconds: $0.secondsFromGMT()) } ?? .utc
        var context = ArcadeContext(now: now ?? moment ?? Instant(Date()), timeZone: zone, seed: seed ?? Self.nextSeed())
        context.limits = limits
        context.spatialReference = spatialReference
        context.track = track
        return context
    }

    /// Another seed each time. Asking the system for each would take longer than many a script.
    static func nextSeed() -> UInt64 {
        firstSeed &+ seedCount.add(1, ordering: .relaxed).newValue &* 0x9E37_79B9_7F4A_7C15
    }

    private static let firstSeed = UInt64.random(in: 0 ... .max)
    private static let seedCount = Atomic<UInt64>(0)
}
