// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteValues

/// Says whether what a script came to is what a case expects, both as JSON.
struct ArcadeCaseComparison {
    /// How far numbers may lie apart; nil for the last digits of a double.
    var tolerance: Double?
    /// Whether rings may begin anywhere and go round either way.
    var ringsAreFree = false

    func matches(_ expected: OrderedJSON, _ found: OrderedJSON) -> Bool {
        switch (expected, found) {
        case (.null, .null): return true
        case (.boolean(let first), .boolean(let second)): return first == second
        case (.text(let first), .text(let second)): return first == second
        case (.number(let first), .number(let second)): return areClose(first, second)
        case (.array(let first), .array(let second)):
            if ringsAreFree, let ring = Self.ring(first), let other = Self.ring(second) { return isSameRing(ring, other) }
            return first.count == second.count && zip(first, second).allSatisfy(matches)
        case (.array(let numbers), .object):
            // A point, written as its numbers.
            guard let point = Self.position(found) else { return false }
            return numbers.count <= point.count && zip(numbers, point).allSatisfy { matches($0, .number($1)) }
        case (.object(let members), .object(let others)):
            switch expected["type"]?.text?.lowercased() {
            case "date": return found["type"]?.text == "date" && datesMatch(expected, found)
            case "dateonly", "time":
                return expected["type"]?.text?.lowercased() == found["type"]?.text?.lowercased()
                    && expected["iso"]?.text == found["iso"]?.text
            default:
                // What has a type says more than a case asks for.
                guard members.count == others.count || found["type"] != nil else { return false }
                return members.allSatisfy { member in
                    guard let other = others.first(where: { $0.name == member.name })?.value else { return false }
                    if member.name == "type", let type = member.value.text { return type.lowercased() == other.text?.lowercased() }
                    return matches(member.value, other)
                }
            }
        default: return false
        }
    }

    private func areClose(_ first: Double, _ second: Double) -> Bool {
        first == second || abs(first - second) <= tolerance ?? (abs(first) * 1e-14)
    }

    // MARK: Dates

    private func datesMatch(_ expected: OrderedJSON, _ found: OrderedJSON) -> Bool {
        guard let text = found["iso"]?.text else { return false }
        let (local, offset) = Self.parts(text)
        if let zone = expected["zone"]?.text, zone.lowercased() != found["zone"]?.text?.lowercased() { return false }
        if let wanted = expected["local"]?.text, Self.parts(wanted).local != local { return false }
        if let wanted = expected["iso"]?.text {
            let parts = Self.parts(wanted)
            // The same wall time at the same offset is the same instant.
            if parts.local != local || parts.offset != offset { return false }
        }
        return true
    }

    /// The wall time of a date in text, without seconds' decimals where they are zero, and its offset.
    private static func parts(_ text: String) -> (local: String, offset: String) {
        guard let time = text.firstIndex(of: "T") else { return (text, "") }
        let end = text[time...].firstIndex { $0 == "Z" || $0 == "+" || $0 == "-" } ?? text.endIndex
        var local = String(text[..<end])
        if local.contains(".") {
            while local.hasSuffix("0") { local.removeLast() }
            if local.hasSuffix(".") { local.removeLast() }
        }
        let offset = String(text[end...])
        return (local, offset == "Z" ? "+00:00" : offset)
    }

    // MARK: Rings

    private static func position(_ json: OrderedJSON) -> [Double]? {
        if let elements = json.elements {
            let numbers = elements.compactMap(\.number)
            return numbers.count == elements.count && numbers.count >= 2 ? numbers : nil
        }
        guard let x = json["x"]?.number, let y = json["y"]?.number else { return nil }
        return [x, y] + [json["z"]?.number].compactMap { $0 }
    }

    /// The corners of a ring, each once; nil for what is none.
    private static func ring(_ elements: [OrderedJSON]) -> [[Double]]? {
        var corners = elements.compactMap(position)
        guard corners.count == elements.count, corners.count >= 3 else { return nil }
        if corners.first == corners.last { corners.removeLast() }
        return corners
    }

    private func isSameRing(_ first: [[Double]], _ second: [[Double]]) -> Bool {
        guard first.count == second.count else { return false }
        return [second, second.reversed()].contains { corners in
            corners.indices.contains { start in
                zip(first, corners[start...] + corners[..<start]).allSatisfy { ours, theirs in
                    zip(ours, theirs).allSatisfy { areClose($0, $1) }
                }
            }
        }
    }
}
