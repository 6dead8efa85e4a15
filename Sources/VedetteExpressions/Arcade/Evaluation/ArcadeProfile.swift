// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Where a script runs: which variables it has and which functions it may call.
public struct ArcadeProfile: Hashable, Sendable {
    public let name: String
    /// With the dollar, in lower case: `$feature`.
    package let variables: Set<String>
    package let bundles: Set<ArcadeBundle>
    /// Whether any variable that begins with a dollar is one.
    package let takesAnyVariable: Bool

    package init(name: String, variables: Set<String>, bundles: Set<ArcadeBundle>, takesAnyVariable: Bool = false) {
        (self.name, self.variables, self.bundles, self.takesAnyVariable) = (name, variables, bundles, takesAnyVariable)
    }

    /// Messages of geotriggers: `$feedfeature`, `$fencefeature`, `$fencenotificationtype`.
    public static let geotriggerNotification = ArcadeProfile(
        name: "geotrigger-notification", variables: ["$feedfeature", "$fencefeature", "$fencenotificationtype"],
        bundles: [.core, .geometry])

    /// Filters of location feeds: `$locationupdate`.
    public static let locationUpdateConstraint = ArcadeProfile(
        name: "location-update-constraint", variables: ["$locationupdate"], bundles: [.core, .geometry])

    /// Every function there is, and any variable.
    public static let any = ArcadeProfile(
        name: "any", variables: [], bundles: Set(ArcadeBundle.allCases), takesAnyVariable: true)
}

/// A group of functions that a profile has or has not.
package enum ArcadeBundle: String, Hashable, Sendable, CaseIterable {
    case core
    case geometry
    case dataAccess = "data-access"
    case portalAccess = "portal-access"
    case database
    case track
    case knowledgeGraph = "knowledge-graph"
}
