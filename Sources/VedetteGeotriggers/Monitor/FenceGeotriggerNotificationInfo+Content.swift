// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteExpressions
import VedetteLocation
import VedetteModel

extension FenceGeotriggerNotificationInfo {
    /// What scripts are given as `$feedfeature`: what was known of the thing at its fix, else the location of the event.
    package var feedContent: ArcadeContent {
        let moment = feedLocation.timestamp.map { Instant($0) } ?? time
        return geotriggerMonitor.geotrigger.feed.content(ofTrack: feedElementID, at: moment) ?? feedLocation.arcadeContent
    }
}
