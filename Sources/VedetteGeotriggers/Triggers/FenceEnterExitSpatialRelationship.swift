// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteFences

/// When the disc of a fix's accuracy counts as entering and exiting a fence. For a point all three are the same.
public enum FenceEnterExitSpatialRelationship: String, Hashable, Sendable, CaseIterable {
    /// Entered once the disc and the fence meet, exited once they do not: early to enter, late to exit.
    case enterIntersectsAndExitDoesNotIntersect
    /// Entered once the disc is wholly in the fence, exited once it is not: only where it is sure to be inside.
    case enterContainsAndExitDoesNotContain
    /// Entered once the disc is wholly in the fence, exited once they do not meet: the fewest notifications.
    case enterContainsAndExitDoesNotIntersect

    var ofEngine: FenceRelationship {
        switch self {
        case .enterIntersectsAndExitDoesNotIntersect: .enterIntersectsExitDoesNotIntersect
        case .enterContainsAndExitDoesNotContain: .enterContainsExitDoesNotContain
        case .enterContainsAndExitDoesNotIntersect: .enterContainsExitDoesNotIntersect
        }
    }
}
