// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension ArcadeRun {
    /// `Text(value)`: nothing for null, JSON for arrays, dictionaries, features and geometries.
    package func text(_ value: ArcadeValue) throws(ArcadeFailure) -> String {
        switch value {
        case .text(let value): value
        default: ""
        }
    }
}
