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
    /// Makes a source.
    ///
    /// - Parameter makeProvider: makes a new provider for each start.
    public init(makeProvider: @escaping @Sendable () async throws -> any LocationProvider & Sendable) {
        super.init(
            driver: LocationDriver { sink in
                let provider = try await makeProvider()
                sink.didStart()
                try await Self.consume(provider, sink)
            })
    }

    private static func consume(_ provider: some LocationProvider & Sendable, _ sink: LocationSink) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for try await location in provider.locations { sink.deliver(location) } }
            group.addTask { for try await heading in provider.headings { sink.deliver(heading: heading) } }
            try await group.waitForAll()
        }
    }
}
