// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What fences that viewers draw may cost.
enum FenceLimits {
    /// Drawn fences of a server.
    static let fences = 200
    /// Vertices that a person sets.
    static let vertices = 400
    /// Vertices of a fence as it is judged, with the arcs of its buffer.
    static let areaVertices = 10_000
    /// Bytes of a name.
    static let nameLength = 200
    /// Bytes of a message expression.
    static let messageLength = 2_048
    /// Metres: of a circle.
    static let radius = 1.0...1_000_000
    /// Metres: of a corridor, from side to side.
    static let width = 1.0...1_000_000
    /// Metres.
    static let buffer = 0.0...1_000_000
    /// Seconds.
    static let dwell = 1.0...604_800
    /// Wishes of one viewer that wait.
    static let waitingPerViewer = 8
    /// Wishes of all viewers that wait.
    static let waiting = 256
    /// Fences that were deleted and are still told of to viewers who have not heard.
    static let removals = 1_000
    /// A message of fences is ended when it has grown to this many bytes.
    static let messageSize = 192 << 10
    /// Bytes of a file of drawn fences.
    static let fileSize = 64 << 20
}
