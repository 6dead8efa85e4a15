// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How the place of a target is made smooth out of single fixes. Times are in seconds.
public struct TargetSmoothing: Hashable, Sendable {
    /// The target is shown where it was so long ago: between two fixes as long as one comes within this time, and on a way that no later
    /// fix changes as long as two do. 0 to 60.
    public private(set) var delay: Double
    /// For so long beyond its newest fix it is thought to go on as it did; then it comes to rest within as long again. 0 to 600.
    public private(set) var horizon: Double
    /// What a fix changes about what has been shown is caught up with in so long, without a jump. 0.01 to 60.
    public private(set) var correction: Double
    /// Whether the delay counts from when fixes come, not from when they were taken: for a feed that tells of the past, or whose clock is
    /// wrong. The lag is the least of the last 32 fixes.
    public private(set) var absorbsLag: Bool

    /// What is out of range becomes the nearest that is not; what is no number, what it is unless given.
    public init(delay: Double = 1, horizon: Double = 5, correction: Double = 0.75, absorbsLag: Bool = false) {
        self.absorbsLag = absorbsLag
        func limited(_ number: Double, _ range: ClosedRange<Double>, _ usual: Double) -> Double {
            number.isNaN ? usual : min(max(number, range.lowerBound), range.upperBound)
        }
        self.delay = limited(delay, 0...60, 1)
        self.horizon = limited(horizon, 0...600, 5)
        self.correction = limited(correction, 0.01...60, 0.75)
    }
}
