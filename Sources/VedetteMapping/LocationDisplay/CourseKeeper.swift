// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteLocation

/// Tells the course of a device that moves from the noise of one that stands.
///
/// Receivers that stand report tiny speeds, and courses that point anywhere. At less than ``CourseKeeper/slowSpeed`` another course counts only once
/// the place is farther from where the last one was taken than its accuracy: then the device has moved, however slowly.
struct CourseKeeper: Hashable, Sendable {
    /// In metres a second.
    static let slowSpeed = 0.5
    /// What counts as the accuracy of a place where that is unknown, in metres.
    static let usualAccuracy = 5.0

    /// The direction of movement, 0 up to 360; nil for a device that does not move, or of which nobody knows where to.
    private(set) var course: Double?
    /// The direction in which it moved last.
    private(set) var lastCourse: Double?
    private var takenAt: EarthPosition?

    mutating func update(_ location: Location, at place: EarthPosition) {
        guard !location.isLastKnown, location.speed > 0, let told = Bearing.normalized(location.course) else {
            course = nil
            return
        }
        let accuracy = location.horizontalAccuracy > 0 ? location.horizontalAccuracy : Self.usualAccuracy
        if location.speed < Self.slowSpeed, let lastCourse, let takenAt, takenAt.distance(to: place) <= accuracy {
            course = lastCourse
        } else {
            (course, lastCourse, takenAt) = (told, told, place)
        }
    }
}
