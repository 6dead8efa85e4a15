// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The functions that documents list under “debugging”.
package enum ArcadeDebuggingFunctions {
    package static let definitions: [ArcadeFunctionDefinition] = [
        ArcadeFunctionDefinition(
            "Console", .debugging, .core, since: "1.0", 0...ArcadeFunctionDefinition.unlimited,
            [
                "Console([value1, ..., valueN]?: Any) -> Null"
            ], pending),
        ArcadeFunctionDefinition(
            "GetEnvironment", .debugging, .core, since: "1.23", 0...0,
            [
                "GetEnvironment(version: Text, engine: Text, engineVersion: Text, application: Text, locale: Text, spatialReference: Dictionary, timeZone: Text) -> Dictionary"
            ], pending),
    ]

    private static let pending: ArcadeFunctionDefinition.Body = { _, _ throws(ArcadeFailure) in .null }
}
