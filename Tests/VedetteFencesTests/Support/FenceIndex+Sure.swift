// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

@testable import VedetteFences

extension FenceIndex {
    /// An index of few small fences, for which there is always room: where there is none, the test cannot go on.
    convenience init(_ fences: [FenceDefinition]) {
        do throws(FenceIndexError) {
            try self.init(fences, threadCount: nil)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}
