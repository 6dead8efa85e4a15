// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A symbol for points in a scene that looks different from near and from far.
///
///     let symbol = DistanceCompositeSceneSymbol()
///     symbol.addRange(DistanceSymbolRange(symbol: plane, maxDistance: 10_000))
///     symbol.addRange(DistanceSymbolRange(symbol: dot, minDistance: 10_000))
public final class DistanceCompositeSceneSymbol: Symbol, @unchecked Sendable {
    /// Which symbol is drawn from how far. Where several ranges hold a distance, the first counts; where none does, nothing is drawn.
    @Synchronized public private(set) var ranges: [DistanceSymbolRange]

    public init(ranges: some Sequence<DistanceSymbolRange> = []) {
        _ranges = .init(wrappedValue: Array(ranges))
        super.init()
    }

    public func addRange(_ range: DistanceSymbolRange) { addRanges([range]) }

    public func addRanges(_ ranges: some Sequence<DistanceSymbolRange>) {
        let added = Array(ranges)
        _ranges.change { $0 += added }
    }

    /// Takes out a range; nothing happens where it is not there.
    public func removeRange(_ range: DistanceSymbolRange) { _ranges.change { $0.removeAll { $0 === range } } }

    public func removeAllRanges() { ranges = [] }

    /// What is drawn from so many metres away; nil for nothing.
    ///
    /// - Complexity: O(ranges).
    public func symbol(atDistance distance: Double) -> Symbol? { ranges.first { $0.contains(distance) }?.symbol }
}

/// From how far a symbol is drawn: metres from the camera.
public final class DistanceSymbolRange: Sendable {
    public let symbol: Symbol
    /// What is nearer is not in the range; 0 unless given.
    public let minDistance: Double
    /// What is farther is not in the range; infinite, for no end, unless given.
    public let maxDistance: Double

    /// Makes a range that holds both its ends. A number below 0, or that is none, counts as not given.
    public init(symbol: Symbol, minDistance: Double = 0, maxDistance: Double = .infinity) {
        self.symbol = symbol
        self.minDistance = minDistance >= 0 ? minDistance : 0
        self.maxDistance = maxDistance >= 0 ? maxDistance : .infinity
    }

    func contains(_ distance: Double) -> Bool { distance >= minDistance && distance <= maxDistance }
}
