// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Where a script runs: which variables it has and which functions it may call.
public struct ArcadeProfile: Hashable, Sendable {
    /// As documents write it: `form-calculation`.
    public let name: String
    /// With the dollar, in lower case: `$feature`.
    package let variables: Set<String>
    package let bundles: Set<ArcadeBundle>
    /// Whether any variable that begins with a dollar is one.
    package let takesAnyVariable: Bool

    package init(name: String, variables: Set<String>, bundles: Set<ArcadeBundle>, takesAnyVariable: Bool = false) {
        (self.name, self.variables, self.bundles, self.takesAnyVariable) = (name, variables, bundles, takesAnyVariable)
    }

    public static func == (lhs: ArcadeProfile, rhs: ArcadeProfile) -> Bool { lhs.name == rhs.name }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
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

extension ArcadeProfile {
    private static let plain: Set<ArcadeBundle> = [.core, .geometry]
    private static let data: Set<ArcadeBundle> = [.core, .geometry, .dataAccess, .portalAccess, .knowledgeGraph]

    /// Every function there is, and any variable.
    public static let any = ArcadeProfile(
        name: "any", variables: [], bundles: Set(ArcadeBundle.allCases), takesAnyVariable: true)

    /// As ``any``.
    public static let unrestricted = any

    /// Functions of values and geometries, and any variable.
    public static let restricted = ArcadeProfile(name: "restricted", variables: [], bundles: plain, takesAnyVariable: true)

    /// Messages of geotriggers: `$feedfeature`, `$fencefeature`, `$fencenotificationtype`.
    public static let geotriggerNotification = ArcadeProfile(
        name: "geotrigger-notification", variables: ["$feedfeature", "$fencefeature", "$fencenotificationtype"], bundles: plain)

    /// Filters of location feeds: `$locationupdate`.
    public static let locationUpdateConstraint = ArcadeProfile(
        name: "location-update-constraint", variables: ["$locationupdate"], bundles: plain)

    /// Labels: `$feature`, and `$view` with the scale.
    public static let labeling = ArcadeProfile(name: "labeling", variables: ["$feature", "$view"], bundles: plain)

    /// Values that renderers go by: `$feature`, and `$view` with the scale and the time.
    public static let visualization = ArcadeProfile(name: "visualization", variables: ["$feature", "$view"], bundles: plain)

    /// Pop-ups and call-outs: `$feature`, `$layer`, `$map`, `$datastore`.
    public static let popup = ArcadeProfile(
        name: "popup", variables: ["$feature", "$layer", "$map", "$datastore", "$usercontext"], bundles: data)

    /// Pop-ups of clusters and bins: `$feature`, `$aggregatedFeatures`.
    public static let popupFeatureReduction = ArcadeProfile(
        name: "popup-feature-reduction", variables: ["$feature", "$aggregatedfeatures"], bundles: [.core, .geometry, .dataAccess])

    /// Texts for numbers: `$value`.
    public static let alias = ArcadeProfile(name: "alias", variables: ["$value"], bundles: plain)

    /// Keys and texts of symbol dictionaries: `$feature`, and `$config` with what the style lets people choose.
    public static let dictionaryRenderer = ArcadeProfile(
        name: "dictionary-renderer", variables: ["$feature", "$config"], bundles: plain)

    /// Heights in scenes: `$feature`.
    public static let featureZ = ArcadeProfile(name: "feature-z", variables: ["$feature"], bundles: plain)

    /// Values of fields: `$feature`, `$datastore`.
    public static let fieldCalculation = ArcadeProfile(
        name: "field-calculation", variables: ["$feature", "$datastore"], bundles: data.union([.database]))

    /// What goes from the fields of one layer to those of another.
    public static let fieldMapping = ArcadeProfile(
        name: "field-mapping",
        variables: ["$sourcefeature", "$targetfeature", "$sourcefeatureset", "$targetfeatureset", "$sourcedatastore", "$targetdatastore"],
        bundles: data)

    private static let formVariables: Set<String> = [
        "$feature", "$originalfeature", "$layer", "$datastore", "$featureset", "$map", "$editcontext", "$usercontext",
    ]

    /// Values that forms work out: `$feature`, `$map` and others.
    public static let formCalculation = ArcadeProfile(name: "form-calculation", variables: formVariables, bundles: data)

    /// Conditions of forms: which elements are seen, editable, required.
    public static let formConstraint = ArcadeProfile(name: "form-constraint", variables: formVariables, bundles: data)

    private static let ruleVariables: Set<String> = ["$feature", "$originalfeature", "$featureset", "$datastore", "$editcontext"]

    /// Attribute rules that work values out.
    public static let attributeRuleCalculation = ArcadeProfile(
        name: "attribute-rule-calculation", variables: ruleVariables, bundles: data.union([.database]))

    /// Attribute rules that say whether an edit may be.
    public static let attributeRuleConstraint = ArcadeProfile(
        name: "attribute-rule-constraint", variables: ruleVariables, bundles: data.union([.database]))

    /// Attribute rules that look for faults.
    public static let attributeRuleValidation = ArcadeProfile(
        name: "attribute-rule-validation", variables: ruleVariables, bundles: data.union([.database]))

    /// Data of dashboards.
    public static let dashboardData = ArcadeProfile(name: "dashboard-data", variables: [], bundles: data)

    /// How dashboards show what they have: `$datapoint`, `$reference`, `$rowindex`.
    public static let dashboardFormatting = ArcadeProfile(
        name: "dashboard-formatting", variables: ["$datapoint", "$reference", "$rowindex"], bundles: [.core])

    /// Steps of data pipelines: `$record`.
    public static let dataPipelines = ArcadeProfile(name: "data-pipelines", variables: ["$record"], bundles: plain)

    /// Elements of layouts: `$feature`.
    public static let layout = ArcadeProfile(name: "layout", variables: ["$feature"], bundles: plain)

    /// Texts of measurements: `$measure`, `$feature`, `$view`.
    public static let measureVisualization = ArcadeProfile(
        name: "measure-visualization", variables: ["$measure", "$feature", "$view"], bundles: plain)

    /// Tasks.
    public static let tasks = ArcadeProfile(
        name: "tasks", variables: ["$feature", "$map", "$datastore", "$layer"], bundles: data)

    /// Projects of QuickCapture.
    public static let quickCapture = ArcadeProfile(
        name: "quick-capture", variables: ["$feature", "$map", "$datastore", "$layer", "$capture", "$project"], bundles: data)

    /// Models of ModelBuilder.
    public static let modelBuilder = ArcadeProfile(name: "model-builder", variables: ["$feature"], bundles: plain, takesAnyVariable: true)

    /// Analysis of tracks: `$feature`, and the functions whose names begin with `Track`.
    public static let geoAnalytics = ArcadeProfile(name: "geoanalytics", variables: ["$feature"], bundles: [.core, .geometry, .track])

    /// Analysis of live data: `$feature`, `$target`, `$join`, `$analytic`, and the functions whose names begin with `Track`.
    public static let velocity = ArcadeProfile(
        name: "velocity", variables: ["$feature", "$target", "$join", "$analytic"], bundles: [.core, .geometry, .track])

    /// No variables.
    public static let minimalist = ArcadeProfile(name: "minimalist", variables: [], bundles: plain)

    /// All of them.
    public static let all: [ArcadeProfile] = [
        any, restricted, alias, attributeRuleCalculation, attributeRuleConstraint, attributeRuleValidation, dashboardData,
        dashboardFormatting, dataPipelines, dictionaryRenderer, featureZ, fieldCalculation, fieldMapping, formCalculation, formConstraint,
        geoAnalytics, geotriggerNotification, labeling, layout, locationUpdateConstraint, measureVisualization, minimalist, modelBuilder,
        popup, popupFeatureReduction, quickCapture, tasks, velocity, visualization,
    ]

    /// The profile that documents call so, such as `popup`; nil for none.
    public init?(named name: String) {
        guard let profile = Self.all.first(where: { $0.name == name.lowercased() }) else { return nil }
        self = profile
    }
}
