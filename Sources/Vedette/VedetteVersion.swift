// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The version of this library and of the programs built from it.
public enum VedetteVersion {
    /// Semantic version, as in CHANGELOG.md.
    public static let current = "0.1.0"
}
