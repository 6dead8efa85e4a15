// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette

/// A fence that a viewer has drawn, and how it is watched: a value.
struct DrawnFence: Equatable, Sendable {
    enum Rule: String, Equatable, Sendable, CaseIterable {
        case enter
        case exit
        case enterOrExit = "enter-or-exit"

        /// Whether an event of a kind is told: a rule hides entries or exits, and nothing else.
        func reports(_ type: FenceNotificationType) -> Bool {
            switch self {
            case .enter: type != .exited
            case .exit: type != .entered
            case .enterOrExit: true
            }
        }
    }

    enum Detection: String, Hashable, Sendable, CaseIterable {
        case fixes
        case path
    }

    /// Whose fixes are judged.
    enum Watched: Equatable, Sendable {
        case all
        case source(Int)
        case location(Int)
    }

    var id: String
    var name: String
    var shape: DrawnShape
    var rule = Rule.enterOrExit
    /// Metres.
    var buffer = 0.0
    var usesAccuracy = false
    var detection = Detection.fixes
    /// Seconds; nil where no dwelling is told.
    var dwell: Double?
    /// An Arcade script; empty for none.
    var message = ""
    var watched = Watched.all

    /// The fence with a change; what the change leaves open stays.
    ///
    /// - Throws: ``FenceRefusal`` for a value that the fence cannot have.
    func changed(by change: DrawnFenceChange) throws(FenceRefusal) -> DrawnFence {
        var fence = self
        if let shape = change.shape { fence.shape = shape }
        if let name = change.name { fence.name = name }
        if let rule = change.rule { fence.rule = rule }
        if let buffer = change.buffer { fence.buffer = buffer }
        if let usesAccuracy = change.usesAccuracy { fence.usesAccuracy = usesAccuracy }
        if let detection = change.detection { fence.detection = detection }
        if let dwell = change.dwell { fence.dwell = dwell > 0 ? dwell : nil }
        if let message = change.message { fence.message = message }
        if let watched = change.watched { fence.watched = watched }
        guard !fence.usesAccuracy || fence.detection == .fixes else {
            throw FenceRefusal(
                "bad-detection", .detection, "the path between fixes is judged without their accuracy; choose one of the two")
        }
        return fence
    }
}

/// What a viewer says of a fence; nil where it says nothing.
struct DrawnFenceChange: Equatable, Sendable {
    var name: String?
    var shape: DrawnShape?
    var rule: DrawnFence.Rule?
    var buffer: Double?
    var usesAccuracy: Bool?
    var detection: DrawnFence.Detection?
    /// Seconds; 0 for none.
    var dwell: Double?
    var message: String?
    var watched: DrawnFence.Watched?
}
