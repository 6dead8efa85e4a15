// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import VedetteDynamicEntities
public import VedetteModel

/// How the tracks of a ``DynamicEntityLayer`` are shown. What is kept in memory is set by the purge options of the data source.
// Sendable by hand: what changes is behind locks.
public final class TrackDisplayProperties: @unchecked Sendable {
    @Synchronized private var observationLimit = 5
    @Synchronized private var durationLimit: TimeInterval = 0

    /// Whether observations before the newest are shown, which always is; false unless set.
    @Synchronized public var showsPreviousObservations = false
    /// Whether a line joins the observations that are shown; false unless set.
    @Synchronized public var showsTrackLine = false
    /// Which symbols previous observations are drawn with; nil, as the renderer of the layer says, unless set.
    @Synchronized public var previousObservationRenderer: Renderer? = nil
    /// Which symbols track lines are drawn with; nil unless set. Of attributes, a line has only the entity id.
    @Synchronized public var trackLineRenderer: Renderer? = nil

    init() {}

    /// The most observations of a track that are shown, the newest included; 5 unless set. A number below 1 counts as 1.
    public var maximumObservations: Int {
        get { observationLimit }
        set { observationLimit = max(1, newValue) }
    }

    /// The age in seconds beyond which previous observations are not shown; 0, for no limit, unless set.
    ///
    /// A positive number below 1 is raised to 1; a negative one, and NaN, count as 0.
    public var maximumDuration: TimeInterval {
        get { durationLimit }
        set { durationLimit = newValue > 0 ? max(1, newValue) : 0 }
    }

    /// Those observations of a track that are shown, by number and age: the newest always.
    ///
    /// - Parameters:
    ///   - entity: whose track it is.
    ///   - now: what ages are measured from; an observation is as old as it is long here.
    /// - Returns: newest first.
    public func displayedObservations(of entity: DynamicEntity, at now: Instant) -> [DynamicEntityObservation] {
        let limit = durationLimit
        let observations = entity.observations(limit: showsPreviousObservations || showsTrackLine ? observationLimit : 1)
        guard limit > 0 else { return observations }
        return observations.enumerated().filter { $0.offset == 0 || now.seconds(since: $0.element.receivedAt) <= limit }.map(\.element)
    }
}
