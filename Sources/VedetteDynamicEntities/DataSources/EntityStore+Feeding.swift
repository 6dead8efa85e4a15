// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

extension EntityStore {
    /// Where one opening of a stream puts what it delivers.
    ///
    /// Nothing passes once the gate is closed. It is held while something passes, so that nothing comes in after the connection has ended.
    func sink(through gate: ConnectionGate) -> FeedSink {
        FeedSink(
            schema: { [self] in withStore { $0.schema } },
            ingest: { [self] batch in
                let hasPassed = gate.pass { ingest(batch, at: timing.now()) }
                if !hasPassed { rejectedObservations.add(.connectionEnded, batch.count) }
            },
            delete: { [self] trackID in
                let hasPassed = gate.pass { remove(trackID: trackID, at: timing.now()) }
                if !hasPassed { rejectedObservations.add(.connectionEnded) }
            },
            reject: { [self] reason in rejectedObservations.add(reason) },
            rejectAttributes: { [self] reason, count in rejectedAttributes.add(reason, count) })
    }
}
