// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The functions that documents list under “portal”.
package enum ArcadePortalFunctions {
    package static let definitions: [ArcadeFunctionDefinition] = [
        ArcadeFunctionDefinition(
            "FeatureSetByPortalItem", .portal, .portalAccess, since: "1.8", 2...5,
            [
                "FeatureSetByPortalItem(portalObject: Portal, itemId: Text, layerId?: Number, fields?: Array<Text>, includeGeometry?: Boolean) -> FeatureSet"
            ],
            unavailable: "scripts reach no portal; hand the features in as a variable, or build them with FeatureSet()"),
        ArcadeFunctionDefinition(
            "GetUser", .portal, .dataAccess, since: "1.12", 0...2,
            [
                "GetUser(portalObject?: Portal, username?: Text) -> Dictionary",
                "GetUser(portalObject?: Portal, extensions?: Boolean) -> Dictionary",
                "GetUser(features: FeatureSet, username?: Text) -> Dictionary",
                "GetUser(features: FeatureSet, extensions?: Boolean) -> Dictionary",
            ],
            unavailable: "scripts know no users; hand the name in as a variable"),
        ArcadeFunctionDefinition(
            "Portal", .portal, .dataAccess, since: "1.8", 1...1,
            [
                "Portal(url: Text) -> Portal"
            ],
            unavailable: "scripts reach no portal; hand the features in as a variable"),
    ]
}
