// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// What the functions for arrays take, and how much they may make.
extension ArcadeArrayFunctions {
    /// The argument as an array.
    ///
    /// - Throws: `type` with `sentence` where it is none.
    static func requiredArray(_ value: ArcadeValue, _ sentence: @autoclosure () -> String) throws(ArcadeFailure) -> ArcadeArray {
        guard case .array(let array) = value else {
            throw ArcadeFailure(.type, "\(sentence()), not \(ArcadeArrayFunctions.named(value))")
        }
        return array
    }

    /// The argument as a function to call.
    static func requiredFunction(_ value: ArcadeValue, _ sentence: @autoclosure () -> String) throws(ArcadeFailure) -> ArcadeFunction {
        guard case .function(let function) = value else {
            throw ArcadeFailure(.type, "\(sentence()), not \(ArcadeArrayFunctions.named(value))")
        }
        return function
    }

    /// A value as a sentence names it: `a Number`, `null`.
    static func named(_ value: ArcadeValue) -> String {
        let name = value.typeName
        switch value {
        case .null: return "null"
        case .array: return "an Array"
        default: return "a \(name)"
        }
    }

    /// A number as a count or a place, without its fraction; nil for NaN. Numbers beyond any array stay beyond it.
    static func whole(_ number: Double) -> Int? {
        guard !number.isNaN else { return nil }
        return Int(exactly: min(max(number, -1e15), 1e15).rounded(.towardZero))
    }

    /// Where an element of `count` is that a script names by its place from the start, or with a negative number from the end; nil where
    /// there is none.
    static func place(_ number: Double, in count: Int) -> Int? {
        guard let index = whole(number), Double(index) == number else { return nil }
        let place = index < 0 ? index + count : index
        return (0..<count).contains(place) ? place : nil
    }

    /// Counts the work to make an array of `count` elements.
    ///
    /// - Throws: `limitExceeded` where that is more than a value may have.
    static func chargeElements(_ count: Int, in run: ArcadeRun) throws(ArcadeFailure) {
        let limit = run.context.limits.valueSize
        guard count <= limit / 16 else {
            throw ArcadeFailure(.limitExceeded, "a value is larger than \(limit) bytes")
        }
        try run.charge(1 + count >> 3)
    }

    /// Counts elements about to be added to an array that has `count`.
    static func chargeGrowth(from count: Int, by added: Int, in run: ArcadeRun) throws(ArcadeFailure) {
        let limit = run.context.limits.valueSize
        guard added <= limit / 16, count <= limit / 16 - added else {
            throw ArcadeFailure(.limitExceeded, "a value is larger than \(limit) bytes")
        }
        try run.chargeValue(bytes: added * 16)
        try run.charge(1 + added >> 3)
    }

    /// Counts looking for `target` among `count` values.
    static func chargeSearch(for target: ArcadeValue, among count: Int, in run: ArcadeRun) throws(ArcadeFailure) {
        var each = 0
        switch target {
        case .text(let text):
            each = text.utf8.count >> 8
            try run.charge(count >> 3)
        case .geometry(let geometry): each = geometry.runs.reduce(0) { $0 + $1.count } >> 6
        default: break
        }
        try run.charge(1 + count >> 3)
        if each > 0 { try run.charge(min(each, 1 << 20) * count) }
    }
}
