// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteFeeds
import VedetteGeometry
import VedetteModel

extension LiveMessages {
    // MARK: In `hello`

    /// What a viewer may draw.
    static func fenceEditing(_ board: FenceBoard) -> [UInt8] {
        var object = Object()
        object.add("allowed", board.isEditable)
        object.add("kept", board.isPersistent)
        object.add("maximum", FenceLimits.fences)
        object.add("vertices", FenceLimits.vertices)
        object.add("name", FenceLimits.nameLength)
        object.add("message", FenceLimits.messageLength)
        return object.text
    }

    // MARK: Answers

    /// A wish is fulfilled.
    static func fenceSaved(_ wish: FenceWish, id: String) -> [UInt8] {
        var object = Object()
        object.add("type", "fence-saved")
        object.add("request", wish.request)
        object.add("fence", id)
        return object.text
    }

    static func fenceError(_ wish: FenceWish, _ refusal: FenceRefusal) -> [UInt8] {
        var object = Object()
        object.add("type", "fence-error")
        object.add("request", wish.request)
        if let fence = wish.fence { object.add("fence", fence) }
        object.add("code", refusal.code)
        object.add("part", refusal.part.rawValue)
        object.add("message", refusal.message)
        if let line = refusal.line { object.add("line", line) }
        if let column = refusal.column { object.add("column", column) }
        if let offset = refusal.offset { object.add("offset", offset) }
        return object.text
    }

    // MARK: What there is

    static func drawnFences(_ news: DrawnFences.News) -> [UInt8] {
        var object = Object()
        object.add("type", "drawn-fences")
        if news.isReset { object.add("reset", true) }
        object.add("fences", raw: array(news.changed.map(drawnFence)))
        if !news.removed.isEmpty { object.add("removed", raw: texts(news.removed)) }
        if news.hasMore { object.add("more", true) }
        return object.text
    }

    /// The fences are, or are not any more, in their file.
    static func fencesKept(_ fault: String?) -> [UInt8] {
        var object = Object()
        object.add("type", "fences-kept")
        if let fault { object.add("error", fault) }
        return object.text
    }

    private static func drawnFence(_ entry: DrawnFences.Entry) -> [UInt8] {
        let fence = entry.fence
        var object = Object()
        object.add("fence", fence.id)
        object.add("revision", entry.revision)
        object.add("name", fence.name)
        object.add("geometry", raw: fence.shape.json)
        object.add("area", raw: entry.drawing)
        object.add("rule", fence.rule.rawValue)
        object.add("bufferMetres", fence.buffer)
        object.add("usesAccuracy", fence.usesAccuracy)
        object.add("detection", fence.detection.rawValue)
        if let dwell = fence.dwell { object.add("dwellSeconds", dwell) }
        if !fence.message.isEmpty { object.add("message", fence.message) }
        switch fence.watched {
        case .all: break
        case .source(let index): object.add("source", index)
        case .location(let index): object.add("device", index)
        }
        if let error = entry.messageError {
            var told = Object()
            told.add("count", entry.messageErrorCount)
            told.add("message", error.message)
            told.add("line", error.line)
            told.add("column", error.column)
            object.add("messageErrors", raw: told.text)
        }
        return object.text
    }
}
