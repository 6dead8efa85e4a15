// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Why a snapshot of an engine cannot be taken up.
package struct FenceSnapshotError: Error, Sendable, CustomStringConvertible {
    package let message: String
    package var description: String { message }
}

extension FenceEngine {
    /// All that the engine knows of its tracks, as bytes: an engine made of it with the same fences and options goes on as this one would.
    ///
    /// Equal states give equal bytes.
    package func snapshot() -> [UInt8] { [] }

    /// Makes an engine that goes on where a snapshot was taken.
    ///
    /// - Throws: where the bytes are not a snapshot, are damaged, or were taken with other options.
    package convenience init(snapshot: [UInt8], index: FenceIndex, options: FenceEngineOptions) throws(FenceSnapshotError) {
        throw FenceSnapshotError(message: "snapshots cannot be read yet")
    }
}
