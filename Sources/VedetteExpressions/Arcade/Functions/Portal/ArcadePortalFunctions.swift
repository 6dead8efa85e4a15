// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The functions that documents list under “portal”.
package enum ArcadePortalFunctions {
    package static let definitions: [ArcadeFunctionDefinition] = [
        ArcadeFunctionDefinition(
            "FeatureSetByPortalItem", .portal, .portalAccess, since: "1.8", 2...5,
            [
                "FeatureSetByPortalItem(portalObject: Portal, itemId: Text, layerId?: Number, fields?: Array<Text>, includeGeometry?: Boolean) -> FeatureSet"
            ], pending),
        ArcadeFunctionDefinition(
            "GetUser", .portal, .dataAccess, since: "1.12", 0...2,
            [
                "GetUser(portalObject?: Portal, username?: Text, email: Text, fullName: Text, groups: Array<Text>, id: Text, privileges: Array<Text>, role: Text, username: Text) -> Dictionary",
                "GetUser(portalObject?: Portal, extensions?: Boolean, id: Text, username: Text, fullName: Text, email: Text, groups: Array<Text>, role: Text, privileges: Array<Text>, userLicenseTypeExtensions: Array<Text>) -> Dictionary",
                "GetUser(features: FeatureSet, username?: Text, id: Text, username: Text, fullName: Text, email: Text, groups: Array<Text>, role: Text, privileges: Array<Text>) -> Dictionary",
                "GetUser(features: FeatureSet, extensions?: Boolean, id: Text, username: Text, fullName: Text, email: Text, groups: Array<Text>, role: Text, privileges: Array<Text>, userLicenseTypeExtensions: Array<Text>) -> Dictionary",
            ], pending),
        ArcadeFunctionDefinition(
            "Portal", .portal, .dataAccess, since: "1.8", 1...1,
            [
                "Portal(url: Text) -> Portal"
            ], pending),
    ]

    private static let pending: ArcadeFunctionDefinition.Body = { _, _ throws(ArcadeFailure) in .null }
}
