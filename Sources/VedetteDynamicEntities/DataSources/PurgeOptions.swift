// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

extension DynamicEntityDataSource {
    /// How much of its stream a data source keeps. Zero means no limit. Where several limits are set, each holds. A change takes effect at once, also while
    /// connected.
    ///
    /// The limits are about what is kept in memory; what a layer displays is set there.
    public final class PurgeOptions: Sendable {
        /// What ages of observations are counted from.
        public enum AgeReference: Hashable, Sendable, CaseIterable {
            /// When the observation came in.
            case receipt
            /// The time of the observation (event time); where it has none, when it came in.
            case observation
        }

        private let limits = Mutex(TrackStoreLimits())
        private let onChange: @Sendable (TrackStoreLimits) -> Void

        init(onChange: @escaping @Sendable (TrackStoreLimits) -> Void) {
            self.onChange = onChange
        }

        /// The most observations over all entities; the oldest are purged first. 100,000 unless set. A negative number counts as 0.
        public var maximumObservations: Int {
            get { limits.withLock { $0.maximumObservations } }
            set { change { $0.maximumObservations = max(0, newValue) } }
        }

        /// The most observations of one entity; the oldest are purged first. 0, no limit, unless set. A negative number counts as 0.
        public var maximumObservationsPerTrack: Int {
            get { limits.withLock { $0.maximumObservationsPerTrack } }
            set { change { $0.maximumObservationsPerTrack = max(0, newValue) } }
        }

        /// How old an observation may become, in seconds, see ``ageReference``. 0, no limit, unless set.
        ///
        /// Observations are purged when they come to that age, to a twentieth of a second, whether new ones come or not, connected or not. A number that is
        /// negative, infinite, not a number, or more than three thousand years counts as 0; one below a microsecond as a microsecond.
        public var maximumDuration: TimeInterval {
            get { limits.withLock { Double($0.maximumAge) / 1e6 } }
            set { change { $0.maximumAge = Self.microseconds(newValue) } }
        }

        /// What ages are counted from, for ``maximumDuration``: ``AgeReference/receipt`` unless set.
        public var ageReference: AgeReference {
            get { limits.withLock { $0.agesByEventTime ? .observation : .receipt } }
            set { change { $0.agesByEventTime = newValue == .observation } }
        }

        /// The memory for observations, entities and their texts, in bytes; the oldest observations are purged first. 0, no limit, unless set. A negative
        /// number counts as 0.
        public var maximumBytes: Int {
            get { limits.withLock { $0.maximumBytes } }
            set { change { $0.maximumBytes = max(0, newValue) } }
        }

        private static func microseconds(_ seconds: TimeInterval) -> Int64 {
            // Within this, the sum of any time and any age is a time.
            guard seconds > 0, seconds <= 1e11 else { return 0 }
            return max(1, Int64((seconds * 1e6).rounded()))
        }

        private func change(_ body: (inout TrackStoreLimits) -> Void) {
            limits.withLock { limits in
                let before = limits
                body(&limits)
                // Inside the lock, so that of two changes the later one holds.
                if limits != before { onChange(limits) }
            }
        }
    }
}
