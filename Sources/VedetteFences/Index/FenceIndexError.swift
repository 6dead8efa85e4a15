// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Why fences do not fit into an index.
package enum FenceIndexError: Error, Equatable, Sendable {
    /// More fences were given than an index has numbers for; those that were removed count, too.
    case tooManyFences(limit: Int)
    /// A fence has more vertices than one fence may have.
    case tooManyVertices(limit: Int)
    /// Fences divide the world into more cells than an index can tell apart.
    case tooManyCells(limit: Int)
    /// The edges that cells keep take more words of 32 bits than an index can address.
    case tooManyEdges(limit: Int)
    /// The system has no addresses for an index.
    case outOfMemory
}

extension FenceIndexError: CustomStringConvertible {
    /// What is wrong and how to mend it, in one sentence.
    package var description: String {
        switch self {
        case .tooManyFences(let limit):
            "there are more than \(limit) fences, those removed included; start again with those that are there, or watch them in several parts"
        case .tooManyVertices(let limit): "a fence has more than \(limit) vertices; generalize it, or divide it into several fences"
        case .tooManyCells(let limit):
            "the fences need more than \(limit) cells of the index; generalize them, take away some, or watch them in several parts"
        case .tooManyEdges(let limit):
            "the edges of the fences need more than \(limit) words of the index; generalize them, take away some, or watch them in several parts"
        case .outOfMemory: "the system gives no addresses for an index of fences; raise the limit of virtual memory (ulimit -v)"
        }
    }
}

/// How large an index may become. What an index is made with by default are the bounds of its numbers; lower ones are for tests.
package struct FenceIndexLimits: Sendable, Equatable {
    /// Fences, those that were removed included: a cell keeps a number with one bit beside it.
    package var fenceCount = Int(Int32.max)
    /// Vertices of one fence: a cell keeps how many it has of a ring in 30 bits, and cutting may double them.
    package var vertexCount = 1 << 28
    /// Cells, the 65,536 of the top level included.
    package var cellCount = Int(UInt32.max)
    /// Words of 32 bits for what cells have.
    package var wordCount = Int(UInt32.max)

    package init() {}
}
