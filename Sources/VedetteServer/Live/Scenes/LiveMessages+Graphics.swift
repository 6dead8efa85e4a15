// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteMapping
import VedetteModel

extension LiveMessages {
    /// Graphics of one overlay; several messages where they are many.
    static func graphics(_ news: OverlayLedger.News, overlay: Int, files: SymbolFiles) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        var rest = news.rows[...]
        repeat {
            let isFirst = messages.isEmpty
            var rows: [[UInt8]] = []
            var length = 0
            while let row = rest.first, rows.isEmpty || length + row.count < maximumLength / 2 {
                rows.append(rest.removeFirst())
                length += row.count + 1
            }
            var object = Object()
            object.add("type", "graphics")
            object.add("overlay", overlay)
            if news.isReset, isFirst { object.add("reset", true) }
            if isFirst, let head = news.head {
                object.add("visible", head.isVisible)
                object.add("opacity", head.opacity)
                add(head.placement, to: &object)
                if let scale = head.minScale { object.add("minScale", scale) }
                if let scale = head.maxScale { object.add("maxScale", scale) }
            }
            if isFirst, let classes = news.classes { object.add("classes", raw: array(classes.map { symbol($0, files) })) }
            if let time = news.time { object.add("time", Double(time.microsecondsSince1970) / 1_000) }
            object.add("graphics", raw: array(rows))
            if isFirst, !news.removed.isEmpty { object.add("removed", raw: array(news.removed.map { Array("\($0)".utf8) })) }
            if isFirst, news.omittedCount > 0 { object.add("omitted", news.omittedCount) }
            if !rest.isEmpty { object.add("more", true) }
            messages.append(object.text)
        } while !rest.isEmpty
        return messages
    }

    /// An overlay that is no more.
    static func noGraphics(overlay: Int) -> [UInt8] {
        var object = Object()
        object.add("type", "graphics")
        object.add("overlay", overlay)
        object.add("reset", true)
        object.add("visible", false)
        object.add("graphics", raw: array([]))
        return object.text
    }
}
