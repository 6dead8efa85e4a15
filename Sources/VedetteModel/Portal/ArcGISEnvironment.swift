// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What holds for the whole program.
public enum ArcGISEnvironment {
    private static let settings = Settings()

    // Sendable by hand: what changes is behind a lock.
    private final class Settings: @unchecked Sendable {
        @Synchronized var apiKey: APIKey? = nil
    }

    /// A key for services of ArcGIS; nil unless set.
    ///
    /// It is kept for programs to read. The library sends it nowhere: it uses no portal, and services that ask for a token are given theirs
    /// where they are made.
    public static var apiKey: APIKey? {
        get { settings.apiKey }
        set { settings.apiKey = newValue }
    }
}
