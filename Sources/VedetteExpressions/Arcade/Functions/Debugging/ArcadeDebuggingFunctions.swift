// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The functions that documents list under “debugging”.
package enum ArcadeDebuggingFunctions {
    package static let definitions: [ArcadeFunctionDefinition] = [
        ArcadeFunctionDefinition(
            "Console", .debugging, .core, since: "1.0", 0...ArcadeFunctionDefinition.unlimited,
            [
                "Console([value1, ..., valueN]?: Any) -> Null"
            ], console),
        ArcadeFunctionDefinition(
            "GetEnvironment", .debugging, .core, since: "1.23", 0...0,
            [
                "GetEnvironment() -> Dictionary"
            ], getEnvironment),
    ]
}
