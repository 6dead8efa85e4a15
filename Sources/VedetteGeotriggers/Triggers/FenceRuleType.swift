// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteFences

/// Which crossings are reported. Which fences a track is in is known all the same, and what ``FenceGeotriggerRules`` ask for is reported with each.
public enum FenceRuleType: String, Hashable, Sendable, CaseIterable {
    /// Entries, not exits.
    case enter
    /// Exits, not entries.
    case exit
    /// Both.
    case enterOrExit
}

extension FenceRuleType {
    package func reports(_ kind: FenceEvent.Kind) -> Bool {
        switch self {
        case .enter: kind != .exited
        case .exit: kind != .entered
        case .enterOrExit: true
        }
    }
}
