// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Why a snapshot of an engine cannot be taken up.
package struct FenceSnapshotError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Code: Sendable {
        case notASnapshot
        /// Another version of the format.
        case version
        /// The digest, or what it covers, is wrong.
        case damaged
        /// It was taken with other options, or these contradict each other.
        case options
    }

    package let code: Code
    package let message: String
    package var description: String { message }

    static let damaged = FenceSnapshotError(
        code: .damaged, message: "the snapshot is damaged: take up an older one, or begin without one")
}
