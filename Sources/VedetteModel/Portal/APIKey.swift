// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A key that a service of ArcGIS asks for.
public struct APIKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    /// Fails for a text that is empty.
    public init?(rawValue: String) {
        guard !rawValue.isEmpty else { return nil }
        self.rawValue = rawValue
    }

    /// Fails for a text that is empty.
    public init?(_ rawValue: String) { self.init(rawValue: rawValue) }
}
