// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Locations and headings of your own for a ``CustomLocationDataSource``.
///
/// A provider is made anew for each start, and each of its sequences is iterated once, by a task that is cancelled when the source is stopped. A provider without headings
/// leaves ``headings`` out:
///
///     struct Ferry: LocationProvider {
///         var locations: AsyncStream<Location> { … }
///     }
public protocol LocationProvider: Sendable {
    associatedtype Locations: AsyncSequence where Locations.Element == Location
    associatedtype Headings: AsyncSequence = NoHeadings where Headings.Element == Double

    /// Where the device is, over time. Throwing ends the source with that error; an end means that there is no more to tell, and the source stays started.
    var locations: Locations { get }
    /// Where the device points to, over time, in degrees clockwise from north. Throwing and ending mean the same as for locations.
    var headings: Headings { get }
}

extension LocationProvider where Headings == NoHeadings {
    public var headings: NoHeadings { NoHeadings() }
}

/// The headings of a provider that has none: a sequence without elements.
public struct NoHeadings: AsyncSequence, Sendable {
    public typealias Element = Double
    public typealias Failure = Never

    public init() {}

    public func makeAsyncIterator() -> Iterator { Iterator() }

    public struct Iterator: AsyncIteratorProtocol, Sendable {
        public mutating func next() async -> Double? { nil }
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Double? { nil }
    }
}
