// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteFences
import VedetteGeometry

/// What events say of fences, written once for each fence: its id in quotes, and its attributes as a member.
package final class FenceTexts: Sendable {
    private let bytes: [UInt8]
    /// Two places a fence: where its id ends, where its attributes do.
    private let ends: [Int]

    package init(_ fences: FenceSet) {
        var bytes: [UInt8] = []
        var ends: [Int] = []
        ends.reserveCapacity(2 * fences.count)
        for number in 0..<fences.count {
            JSONWriter.append(fences.index.id(of: UInt32(number)), to: &bytes)
            ends.append(bytes.count)
            let attributes = fences.attributes[number]
            if !attributes.isEmpty {
                bytes.append(contentsOf: #","fenceAttributes":"#.utf8)
                bytes.append(contentsOf: attributes)
            }
            ends.append(bytes.count)
        }
        (self.bytes, self.ends) = (bytes, ends)
    }

    /// The id of a fence in quotes.
    func appendID(of fence: UInt32, to output: TextBuffer) { append(2 * Int(fence), to: output) }

    /// `,"fenceAttributes":{…}`; nothing where it has none.
    func appendAttributes(of fence: UInt32, to output: TextBuffer) { append(2 * Int(fence) + 1, to: output) }

    private func append(_ piece: Int, to output: TextBuffer) {
        let start = piece == 0 ? 0 : ends[piece - 1]
        bytes.withUnsafeBytes { output.append(UnsafeRawBufferPointer(rebasing: $0[start..<ends[piece]])) }
    }
}
