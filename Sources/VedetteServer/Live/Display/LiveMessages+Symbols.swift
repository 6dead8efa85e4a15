// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette
import VedetteMapping
import VedetteModel

extension LiveMessages {
    /// How a source is displayed: its classes of symbols, its labels, its tracks; where in a scene it is put.
    static func symbols(_ display: LayerDisplay, source: Int, files: SymbolFiles) -> [UInt8] {
        var object = Object()
        object.add("type", "symbols")
        object.add("source", source)
        if let table = display.renderer?.table {
            object.add("renderer", table.kind.rawValue)
            if !table.fieldNames.isEmpty { object.add("fields", raw: array(table.fieldNames.map(text))) }
            object.add("classes", raw: array(table.classes.map { symbolClass($0, files) }))
            if table.omittedCount > 0 { object.add("omitted", table.omittedCount) }
        }
        if let table = display.previous?.table { object.add("previous", raw: array(table.classes.map { symbolClass($0, files) })) }
        if case .line(let symbol)? = display.trackLine { object.add("trackLine", raw: line(symbol)) }
        var track = Object()
        track.add("line", display.track.showsTrackLine)
        track.add("previous", display.track.showsPreviousObservations)
        track.add("maximumObservations", display.track.maximumObservations)
        track.add("maximumDuration", display.track.maximumDuration)
        object.add("track", raw: track.text)
        object.add("labels", raw: array((display.labels?.classes ?? []).map(label)))
        object.add("visible", display.isVisible)
        object.add("opacity", display.opacity)
        object.add("legend", display.showsInLegend)
        object.add("scene", raw: placement(display.placement))
        if let scale = display.minScale { object.add("minScale", scale) }
        if let scale = display.maxScale { object.add("maxScale", scale) }
        if !display.problems.isEmpty { object.add("problems", raw: array(display.problems.prefix(16).map { text(cut($0, 300)) })) }
        return object.text
    }

    /// What the labels of entities say: number, then definition and text in turn.
    static func labels(_ found: [LabelCache.Found], source: Int, isReset: Bool) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        var rows: [[UInt8]] = []
        var length = 0
        func end() {
            var object = Object()
            object.add("type", "labels")
            object.add("source", source)
            if isReset, messages.isEmpty { object.add("reset", true) }
            object.add("labels", raw: array(rows))
            messages.append(object.text)
            (rows, length) = ([], 0)
        }
        for entity in found {
            var row = Array("\(entity.number)".utf8)
            for label in entity.labels {
                row += Array(",\(label.definition),".utf8)
                row += text(label.text)
            }
            rows.append([UInt8(ascii: "[")] + row + [UInt8(ascii: "]")])
            length += row.count + 3
            if length > maximumLength / 2 { end() }
        }
        if !rows.isEmpty || (isReset && messages.isEmpty) { end() }
        return messages
    }

    private static func text(_ text: String) -> [UInt8] {
        var output: [UInt8] = []
        JSONWriter.append(text, to: &output)
        return output
    }

    private static func symbolClass(_ one: SymbolTable.Class, _ files: SymbolFiles) -> [UInt8] {
        var object = Object()
        object.add("label", cut(one.label, 100))
        if !one.description.isEmpty { object.add("description", cut(one.description, 300)) }
        if let symbol = one.symbol { object.add("symbol", raw: self.symbol(symbol, files)) }
        return object.text
    }

    static func symbol(_ symbol: SymbolDescription, _ files: SymbolFiles) -> [UInt8] {
        switch symbol {
        case .marker(let marker):
            var object = Object()
            object.add("type", "marker")
            object.add("style", "\(marker.style)")
            object.add("color", marker.color.description)
            object.add("size", marker.size)
            if let outline = marker.outline { object.add("outline", raw: line(outline)) }
            add(marker.stance, to: &object)
            return object.text
        case .picture(let symbol):
            var object = Object()
            object.add("type", "picture")
            if let number = files.pictures.number(of: symbol.url) { object.add("picture", "/live/pictures/\(number)") }
            object.add("width", symbol.width)
            object.add("height", symbol.height)
            object.add("opacity", symbol.opacity)
            add(symbol.stance, to: &object)
            return object.text
        case .text(let symbol): return text(symbol)
        case .line(let symbol): return line(symbol)
        case .fill(let symbol):
            var object = Object()
            object.add("type", "fill")
            object.add("style", "\(symbol.style)")
            object.add("color", symbol.color.description)
            if let outline = symbol.outline { object.add("outline", raw: line(outline)) }
            return object.text
        case .composite(let parts):
            var object = Object()
            object.add("type", "composite")
            object.add("symbols", raw: array(parts.map { self.symbol($0, files) }))
            return object.text
        case .model(let symbol): return model(symbol, files)
        case .body(let symbol): return body(symbol)
        case .distance(let ranges): return distances(ranges, files)
        }
    }

    static func line(_ line: SymbolDescription.Line) -> [UInt8] {
        var object = Object()
        object.add("type", "line")
        object.add("style", "\(line.style)")
        object.add("color", line.color.description)
        object.add("width", line.width)
        if line.hasArrow { object.add("arrow", true) }
        return object.text
    }

    private static func text(_ symbol: SymbolDescription.Text) -> [UInt8] {
        var object = Object()
        object.add("type", "text")
        object.add("text", cut(symbol.text, 200))
        object.add("color", symbol.color.description)
        object.add("size", symbol.size)
        if symbol.horizontalAlignment != .center { object.add("horizontal", "\(symbol.horizontalAlignment)") }
        if symbol.verticalAlignment != .middle { object.add("vertical", "\(symbol.verticalAlignment)") }
        if symbol.backgroundColor.alpha > 0 { object.add("background", symbol.backgroundColor.description) }
        if symbol.haloColor.alpha > 0, symbol.haloWidth > 0 {
            object.add("halo", symbol.haloColor.description)
            object.add("haloWidth", symbol.haloWidth)
        }
        if symbol.outlineColor.alpha > 0, symbol.outlineWidth > 0 {
            object.add("frame", symbol.outlineColor.description)
            object.add("frameWidth", symbol.outlineWidth)
        }
        if !symbol.fontFamily.isEmpty { object.add("font", cut(symbol.fontFamily, 100)) }
        if symbol.isBold { object.add("bold", true) }
        if symbol.isItalic { object.add("italic", true) }
        if symbol.decoration != .none { object.add("decoration", "\(symbol.decoration)") }
        add(symbol.stance, to: &object)
        return object.text
    }

    private static func add(_ stance: SymbolDescription.Stance, to object: inout Object) {
        if stance.angle != 0 { object.add("angle", stance.angle) }
        if stance.turnsWithMap { object.add("turnsWithMap", true) }
        if stance.offsetX != 0 { object.add("offsetX", stance.offsetX) }
        if stance.offsetY != 0 { object.add("offsetY", stance.offsetY) }
    }

    private static func label(_ one: LabelPlan.Class) -> [UInt8] {
        var object = Object()
        if !one.name.isEmpty { object.add("name", cut(one.name, 100)) }
        object.add("text", raw: text(one.text))
        object.add("placement", "\(one.placement)")
        object.add("strategy", "\(one.strategy)")
        if let priority = one.priority { object.add("priority", priority) }
        if let scale = one.minScale { object.add("minScale", scale) }
        if let scale = one.maxScale { object.add("maxScale", scale) }
        if let distance = one.offsetDistance { object.add("offsetDistance", distance) }
        return object.text
    }
}
