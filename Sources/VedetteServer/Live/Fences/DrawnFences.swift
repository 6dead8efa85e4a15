// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteGeometry

/// The drawn fences of a server, and what of them viewers have to be told: a core.
///
/// Each change counts ``revision`` up; a viewer that knows a revision is told what has changed since, however often that was.
struct DrawnFences: Sendable {
    struct Entry: Sendable {
        var fence: DrawnFence
        /// As it is judged.
        var area: Polygon
        /// As GeoJSON, to be drawn.
        var drawing: [UInt8]
        /// When it changed last.
        var revision: Int
        /// Over what its message expression stumbled last, and how often it has.
        var messageError: ArcadeError?
        var messageErrorCount = 0
    }

    private(set) var revision = 0
    private(set) var entries: [String: Entry] = [:]
    /// In the order in which they were drawn.
    private(set) var order: [String] = []
    /// What was deleted, oldest first.
    private var removed: [(id: String, revision: Int)] = []
    /// Whoever knows no revision after this one is told everything.
    private var forgotten = 0

    var count: Int { order.count }

    mutating func put(_ fence: DrawnFence, area: Polygon, drawing: [UInt8]) {
        revision += 1
        if entries[fence.id] == nil { order.append(fence.id) }
        // A fence that comes back by its old name is no longer gone.
        removed.removeAll { $0.id == fence.id }
        entries[fence.id] = Entry(fence: fence, area: area, drawing: drawing, revision: revision)
    }

    /// Whether there was one.
    mutating func remove(_ id: String) -> Bool {
        guard entries.removeValue(forKey: id) != nil else { return false }
        revision += 1
        order.removeAll { $0 == id }
        removed.append((id, revision))
        if removed.count > FenceLimits.removals { forgotten = removed.removeFirst().revision }
        return true
    }

    mutating func noteMessageError(_ error: ArcadeError, of id: String) {
        guard entries[id] != nil else { return }
        revision += 1
        entries[id]?.messageError = error
        entries[id]?.messageErrorCount += 1
        entries[id]?.revision = revision
    }

    struct News: Sendable {
        /// Whether the viewer has to forget what it knew.
        var isReset: Bool
        var changed: [Entry]
        var removed: [String]
        /// Whether there is more to tell.
        var hasMore: Bool
    }

    /// What has changed since `cursor`, nil for a viewer that knows nothing; the cursor is moved on. nil where nothing has.
    func news(since cursor: inout Int?) -> News? {
        let isReset = cursor.map { $0 < forgotten } ?? true
        let known = isReset ? -1 : cursor ?? -1
        guard isReset || known < revision else { return nil }
        var size = 0
        var changed: [Entry] = []
        for entry in order.compactMap({ entries[$0] }).filter({ $0.revision > known }).sorted(by: { $0.revision < $1.revision }) {
            guard changed.isEmpty || size + entry.drawing.count <= FenceLimits.messageSize else {
                // Told up to the last one that has found room.
                let told = changed.last?.revision ?? known
                cursor = told
                return News(
                    isReset: isReset, changed: changed, removed: removed.filter { $0.revision > known && $0.revision <= told }.map(\.id),
                    hasMore: true)
            }
            size += entry.drawing.count + 2 * entry.fence.message.utf8.count
            changed.append(entry)
        }
        cursor = revision
        return News(
            isReset: isReset, changed: changed, removed: isReset ? [] : removed.filter { $0.revision > known }.map(\.id), hasMore: false)
    }
}
