// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

extension Loader {
    /// Loads as ``load(_:)``, and keeps a status up to date that can be followed.
    func load(telling status: Streamed<LoadStatus>, _ body: @escaping @Sendable () async throws -> Void) async throws {
        defer { tell(status) }
        try await load(Self.telling(status, body))
    }

    /// Loads as ``retry(_:)``, and keeps a status up to date that can be followed.
    func retry(telling status: Streamed<LoadStatus>, _ body: @escaping @Sendable () async throws -> Void) async throws {
        defer { tell(status) }
        try await retry(Self.telling(status, body))
    }

    private func tell(_ told: Streamed<LoadStatus>) {
        if told.wrappedValue != status { told.wrappedValue = status }
    }

    private static func telling(
        _ status: Streamed<LoadStatus>, _ body: @escaping @Sendable () async throws -> Void
    ) -> @Sendable () async throws -> Void {
        {
            status.wrappedValue = .loading
            try await body()
        }
    }
}
