// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The functions that documents list under “enterprise”.
package enum ArcadeEnterpriseFunctions {
    package static let definitions: [ArcadeFunctionDefinition] = [
        ArcadeFunctionDefinition(
            "NextSequenceValue", .enterprise, .database, since: "1.4", 1...1,
            [
                "NextSequenceValue(sequenceName: Text) -> Number"
            ],
            unavailable: "scripts reach no database; number features by a field, or name them with Guid()")
    ]
}
