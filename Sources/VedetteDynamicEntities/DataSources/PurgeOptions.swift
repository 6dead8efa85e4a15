// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension DynamicEntityDataSource {
    /// How much of its stream a data source keeps. Zero means no limit. May be changed at any time, also while connected.
    ///
    /// The limits are about what is kept in memory; what a layer displays is set there.
    public final class PurgeOptions: Sendable {
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

        private func change(_ body: (inout TrackStoreLimits) -> Void) {
            let changed = limits.withLock { limits in
                body(&limits)
                return limits
            }
            onChange(changed)
        }
    }
}
