// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Vedette
import VedetteMapping
import VedetteModel

/// How a source is displayed that has a layer: what the layer says, looked at now and then, for it may be changed at any time.
final class SourceDisplay: Sendable {
    /// A layer is looked at anew at most so often, in seconds.
    static let interval = 1.0

    /// The display as viewers are told of it.
    struct Moment: Sendable {
        var display: LayerDisplay
        /// Counted up with each change that viewers have to be told of.
        var revision: Int
        /// Counted up with each change after which entities may look differently.
        var renderingRevision: Int
        /// The `symbols` message.
        var message: [UInt8]
    }

    let labels = LabelCache()
    private let layer: DynamicEntityLayer
    private let number: Int
    private let files: SymbolFiles
    private let state = Mutex<(moment: Moment, lookedAt: Instant)?>(nil)

    init(layer: DynamicEntityLayer, number: Int, files: SymbolFiles) {
        (self.layer, self.number, self.files) = (layer, number, files)
    }

    /// The display as it is now, or was at most ``interval`` ago.
    func moment(at now: Instant) -> Moment {
        state.withLock { state in
            if let known = state, abs(now.seconds(since: known.lookedAt)) < Self.interval { return known.moment }
            let display = LayerDisplay(layer)
            guard var moment = state?.moment else {
                let moment = Moment(display: display, revision: 1, renderingRevision: 1, message: message(display))
                state = (moment, now)
                return moment
            }
            if !display.isEqual(to: moment.display) {
                moment.revision += 1
                if !display.rendersEqually(to: moment.display) { moment.renderingRevision += 1 }
                moment.display = display
                moment.message = message(display)
            }
            state = (moment, now)
            return moment
        }
    }

    private func message(_ display: LayerDisplay) -> [UInt8] {
        LiveMessages.symbols(display, source: number, files: files)
    }
}
