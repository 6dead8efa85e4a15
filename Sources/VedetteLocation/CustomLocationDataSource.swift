// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Locations and headings of your own for a ``CustomLocationDataSource``.
public protocol LocationProvider {
    associatedtype Locations: AsyncSequence where Locations.Element == Location
    associatedtype Headings: AsyncSequence where Headings.Element == Double

    /// Where the device is, over time. Throwing ends the source with that error.
    var locations: Locations { get }
    /// Where the device points to, over time, in degrees clockwise from north.
    var headings: Headings { get }
}

/// A location source over a provider of your own.
public final class CustomLocationDataSource: LocationDataSource, @unchecked Sendable {
    private let makeProvider: @Sendable () async throws -> any LocationProvider & Sendable

    /// Makes a source.
    ///
    /// - Parameter makeProvider: makes a new provider for each start.
    public init(makeProvider: @escaping @Sendable () async throws -> any LocationProvider & Sendable) {
        self.makeProvider = makeProvider
        super.init()
    }

    override func run(onStart: @escaping @Sendable () -> Void) async throws {
        let provider = try await makeProvider()
        onStart()
        try await consume(provider)
    }

    private func consume(_ provider: some LocationProvider & Sendable) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for try await location in provider.locations { self.deliver(location) } }
            group.addTask { for try await heading in provider.headings { self.deliver(heading: heading) } }
            try await group.waitForAll()
        }
    }
}
