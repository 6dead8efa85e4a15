// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// All functions of the language, by name.
package enum ArcadeFunctionCatalogue {
    /// In the order of their groups.
    package static let definitions =
        grouped + ArcadeNewerFunctions.definitions.filter { newer in !grouped.contains { $0.name == newer.name } }

    private static let grouped: [ArcadeFunctionDefinition] =
        ArcadeArrayFunctions.definitions
        + ArcadeDateFunctions.definitions
        + ArcadeDebuggingFunctions.definitions
        + ArcadeDictionaryFunctions.definitions
        + ArcadeEnterpriseFunctions.definitions
        + ArcadeFeatureFunctions.definitions
        + ArcadeGeometryFunctions.definitions
        + ArcadeLogicalFunctions.definitions
        + ArcadeMathFunctions.definitions
        + ArcadePortalFunctions.definitions
        + ArcadeTextFunctions.definitions
        + ArcadeTrackFunctions.definitions
        + ArcadeFeatureSetFunctions.definitions

    private static let byName = Dictionary(uniqueKeysWithValues: definitions.map { ($0.name.lowercased(), $0) })

    /// The function with this name, in any case; nil where there is none.
    package static func definition(named name: String) -> ArcadeFunctionDefinition? { byName[name.lowercased()] }
}
