// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteModel

/// A location source over a provider of your own.
///
/// It is started as soon as its provider is made. An error of the provider's sequences while it runs is the end: the status becomes `failedToStart`, with that error as
/// ``LocationDataSource/error``. Where both sequences end, there is no more to tell, and the source stays started until it is stopped. The troubles that a
/// ``LocationPoller`` gets over are told in ``LocationDataSource/error`` while it goes on.
///
// Sendable by hand because its superclass is: its own properties are Sendable and never change.
public final class CustomLocationDataSource<Provider: LocationProvider>: LocationDataSource, @unchecked Sendable {
    private let provider: Synchronized<Provider?>

    /// The provider of the latest start; nil before the first.
    public var currentProvider: Provider? { provider.wrappedValue }

    /// Makes a source.
    ///
    /// - Parameter makeProvider: makes a new provider for each start. An error fails the start.
    public convenience init(makeProvider: @escaping @Sendable () async throws -> Provider) {
        self.init(timing: .system, makeProvider: makeProvider)
    }

    package init(timing: SourceTiming, makeProvider: @escaping @Sendable () async throws -> Provider) {
        let current = Synchronized<Provider?>(wrappedValue: nil)
        provider = current
        super.init(
            driver: LocationDriver(timing: timing) { sink in
                let provider = try await makeProvider()
                current.wrappedValue = provider
                sink.didStart()
                let troubles = (provider as? any TroubledLocationProvider)?.observeTroubles { sink.report($0) }
                try await Self.consume(provider, sink)
                await Self.waitForCancellation()
                _ = troubles
            })
    }

    private static func consume(_ provider: Provider, _ sink: LocationSink) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for try await location in provider.locations { sink.deliver(location) } }
            group.addTask { for try await heading in provider.headings { sink.deliver(heading: heading) } }
            try await group.waitForAll()
        }
    }

    private static func waitForCancellation() async {
        let (never, continuation) = AsyncStream<Never>.makeStream()
        for await _ in never {}
        continuation.finish()
    }
}
