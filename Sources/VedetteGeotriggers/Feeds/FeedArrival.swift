// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteDynamicEntities
package import VedetteLocation
package import VedetteModel

/// Fixes that a feed hands to monitors: those that its filter let through.
package struct FeedArrival: Sendable {
    /// One row for each fix; rows without a position are passed over.
    package let batch: ObservationBatch
    package let receivedAt: Instant
    /// What each fix was made of, where the feed is one of locations; empty where not.
    package var locations: [Location] = []
    /// Horizontal accuracies in metres, NaN where not known; one for each row, or none at all.
    package var accuracies: [Double] = []
    /// Speeds in metres a second, NaN where not known; one for each row, or none at all.
    package var speeds: [Double] = []
    /// Courses in degrees clockwise from north, NaN where not known; one for each row, or none at all.
    package var courses: [Double] = []

    package init(batch: ObservationBatch, receivedAt: Instant) {
        (self.batch, self.receivedAt) = (batch, receivedAt)
    }
}
