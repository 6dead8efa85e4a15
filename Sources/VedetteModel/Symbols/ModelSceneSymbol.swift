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

    /// Makes a symbol of one of our own bodies. Whoever draws it has them: their noses are ahead, along y, and their sizes true.
    public convenience init(_ body: Body, scale: Float = 1) {
        // A path alone: of whoever draws it.
        self.init(url: URL(string: body.path) ?? URL(fileURLWithPath: body.path), scale: scale)
    }

    /// Bodies of our own.
    public enum Body: String, Sendable, CaseIterable {
        case aircraft
        case ship
        case truck
        /// The space station.
        case station

        /// Where the page has it.
        package var path: String { "/models/\(rawValue).glb" }
    }
}
