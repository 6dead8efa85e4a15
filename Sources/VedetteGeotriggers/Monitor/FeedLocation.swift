// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteFences
import VedetteGeometry
import VedetteLocation
import VedetteModel

/// The location that a notification tells.
enum FeedLocation {
    /// The feed's own location where it is that which was judged; else one of the place of the event with what the feed says of the fix.
    static func make(_ outcome: FenceOutcome) -> Location {
        guard let fix = outcome.fix else { return Location(position: outcome.event.position.point, timestamp: outcome.time?.date) }
        let isFix =
            fix.position == outcome.event.position && (outcome.event.cause != .fix || outcome.time?.microsecondsSince1970 == fix.time)
        if isFix, let location = fix.location { return location }
        // A crossing has a time of its own; an edit and the clock find the thing where its last fix was.
        let time = isFix ? Instant(microsecondsSince1970: fix.time) : outcome.time
        return Location(
            position: outcome.event.position.point, horizontalAccuracy: fix.accuracy,
            verticalAccuracy: fix.location?.verticalAccuracy ?? .nan,
            speed: fix.speed, course: fix.course, timestamp: time?.date)
    }
}

extension FenceOutcome {
    /// When it happened; nil for a feed without times, of which there is none here.
    var time: Instant? {
        if case .event(let time) = event.time { time } else { nil }
    }
}
