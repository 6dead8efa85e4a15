// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteMapping

extension LiveMessages {
    /// Where elements are put in a scene: metres.
    static func placement(_ placement: ScenePlacement) -> [UInt8] {
        var object = Object()
        add(placement, to: &object)
        return object.text
    }

    static func add(_ placement: ScenePlacement, to object: inout Object) {
        object.add("placement", "\(placement.placement)")
        object.add("altitudeOffset", placement.altitudeOffset)
    }

    /// A body from a file. Without an address where the file cannot be had.
    static func model(_ symbol: SymbolDescription.Model, _ files: SymbolFiles) -> [UInt8] {
        var object = Object()
        object.add("type", "model")
        if let address = files.models.address(of: symbol.url) { object.add("model", address) }
        object.add("scale", symbol.scale)
        add(symbol.posture, to: &object)
        return object.text
    }

    static func body(_ symbol: SymbolDescription.Body) -> [UInt8] {
        var object = Object()
        object.add("type", "scene-marker")
        object.add("style", "\(symbol.style)")
        object.add("color", symbol.color.description)
        add(symbol.posture, to: &object)
        return object.text
    }

    static func distances(_ ranges: [SymbolDescription.Range], _ files: SymbolFiles) -> [UInt8] {
        var object = Object()
        object.add("type", "distance")
        let parts = ranges.map { range in
            var object = Object()
            object.add("min", range.lowest)
            if range.highest.isFinite { object.add("max", range.highest) }
            object.add("symbol", raw: symbol(range.symbol, files))
            return object.text
        }
        object.add("ranges", raw: array(parts))
        return object.text
    }

    private static func add(_ posture: SymbolDescription.Posture, to object: inout Object) {
        object.add("heading", posture.heading)
        object.add("pitch", posture.pitch)
        object.add("roll", posture.roll)
        object.add("anchor", "\(posture.anchor)")
        if posture.width > 0 { object.add("width", posture.width) }
        if posture.height > 0 { object.add("height", posture.height) }
        if posture.depth > 0 { object.add("depth", posture.depth) }
    }
}
