// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteFences

/// What happened at a fence. More types may come: switch with a default.
public enum FenceNotificationType: String, Hashable, Sendable, CaseIterable {
    /// It came in, or was inside when it was first seen.
    case entered
    /// It went out.
    case exited
    /// A stay has lasted as long as ``FenceGeotriggerRules/dwell`` says.
    case dwelled
    /// Inside, and no fix came for as long as ``FenceGeotriggerRules/silence`` says.
    case silent
    /// Inside, and the speed rose above ``FenceGeotriggerRules/speedAbove``.
    case speeding
    /// Inside, and the speed fell below ``FenceGeotriggerRules/speedBelow``.
    case slow
}

extension FenceNotificationType {
    init(_ kind: FenceEvent.Kind) {
        self =
            switch kind {
            case .entered: .entered
            case .exited: .exited
            case .dwelled: .dwelled
            case .silent: .silent
            case .speeding: .speeding
            case .slow: .slow
            }
    }
}
