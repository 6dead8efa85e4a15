// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension ArcadeRun {
    /// `Text(value)`: nothing for null, JSON for arrays, dictionaries, features, geometries and feature sets, the name of a function.
    ///
    /// - Throws: where the JSON is too large or too deep (ArcadeJSON/write(_:in:)).
    package func text(_ value: ArcadeValue) throws(ArcadeFailure) -> String {
        switch value {
        case .null: ""
        case .boolean(let value): value ? "true" : "false"
        case .number(let value): ArcadeNumberText.text(of: value)
        case .text(let value): value
        case .date(let value): ArcadeDateText.iso(value)
        case .dateOnly(let value): ArcadeDateText.iso(value)
        case .time(let value): ArcadeDateText.iso(value)
        case .array, .dictionary, .feature, .geometry, .featureSet, .featureSetCollection: try ArcadeJSON.write(value, in: self)
        case .function(let function): function.name
        }
    }
}
