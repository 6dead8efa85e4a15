// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A body from a file of its own, in a format such as glTF or Collada. The file is read by whoever draws it.
public final class ModelSceneSymbol: MarkerSceneSymbol, @unchecked Sendable {
    /// Where the file is.
    public let url: URL
    /// How many times its size it is drawn.
    public let scale: Float

    /// Makes a symbol. Its anchor is the origin of the body unless set.
    public init(url: URL, scale: Float = 1) {
        (self.url, self.scale) = (url, scale)
        super.init(width: 0, depth: 0, height: 0, anchorPosition: .origin)
    }
}
