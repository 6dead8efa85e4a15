// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteModel

/// Which elements are fences, and how far around each the fence goes.
///
/// A **buffer** is geodesic: the fence is every place whose distance on the ellipsoid of WGS 84 to the element is at most so many metres. Points and
/// lines are fences only with a buffer above 0; elements without one, and other elements that cannot be fences, are named by the monitor's
/// ``GeotriggerMonitor/warning``, and the others are watched.
///
// Sendable by hand: subclasses exist only inside this package and hold their state behind locks.
public class FenceParameters: @unchecked Sendable {
    /// Metres around each element that belong to its fence, 0 or more; 0 for the element alone.
    public let bufferDistance: Double

    let observers = ChangeObservers()

    init(bufferDistance: Double) {
        self.bufferDistance = bufferDistance
    }

    /// The elements that are fences, as far as they are known without waiting.
    package var elements: [FenceElement] { [] }

    /// Calls `body` after elements came, went or changed their geometry, until the observation is dropped. Those of tables and data sources are
    /// looked at only while a monitor watches them.
    package func observe(_ body: @escaping @Sendable () -> Void) -> Observation {
        observers.add(body)
    }

    /// Begins to follow the elements: hands over those of now, and every change from now on, until the observation is dropped.
    ///
    /// - Parameter sink: takes changes, on whatever thread brings them; the order of those of one element is kept.
    /// - Returns: the elements of now; what the sink is told may be among them already. And the observation.
    /// - Throws: where the elements can never be read as they are asked for.
    func follow(
        _ sink: @escaping @Sendable ([FenceElementChange]) -> Void
    ) async throws -> (elements: [FenceElement], observation: Observation) {
        ([], Observation {})
    }

    /// Whether a fence is the very thing that a feed watches, which is not to be told of itself.
    func isItself(_ key: FenceKey, track: @autoclosure () -> String, of feed: GeotriggerFeed) -> Bool { false }
}
