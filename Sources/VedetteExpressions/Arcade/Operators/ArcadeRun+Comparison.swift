// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import VedetteGeometry

extension ArcadeRun {
    /// Whether `==` holds: values of different kinds are not equal, arrays, dictionaries and features only to themselves.
    package func areEqual(_ first: ArcadeValue, _ second: ArcadeValue) -> Bool {
        switch (first, second) {
        case (.null, .null): true
        case (.boolean(let first), .boolean(let second)): first == second
        case (.number(let first), .number(let second)): first == second
        case (.text(let first), .text(let second)): areEqual(first, second)
        case (.date(let first), .date(let second)): order(first, second) == 0
        case (.dateOnly(let first), .dateOnly(let second)): first == second
        case (.time(let first), .time(let second)): first == second
        case (.array(let first), .array(let second)): first === second
        case (.dictionary(let first), .dictionary(let second)): first === second
        case (.feature(let first), .feature(let second)): first === second
        case (.geometry(let first), .geometry(let second)): areEqual(first, second)
        case (.featureSet(let first), .featureSet(let second)): first === second
        case (.featureSetCollection(let first), .featureSetCollection(let second)): first === second
        case (.function(let first), .function(let second)): areEqual(first, second)
        default: false
        }
    }

    /// Texts are compared by code points: no two spellings of one character are equal.
    private func areEqual(_ first: String, _ second: String) -> Bool {
        let count = first.utf8.count
        guard count == second.utf8.count else { return false }
        if count > 64 { chargeSilently(count >> 6) }
        return first.hasSameBytes(as: second)
    }

    private func areEqual(_ first: Geometry, _ second: Geometry) -> Bool {
        if first === second { return true }
        chargeSilently(first.runs.count)
        return first == second
    }

    private func areEqual(_ first: ArcadeFunction, _ second: ArcadeFunction) -> Bool {
        if first === second { return true }
        if case .builtIn(let first) = first.body, case .builtIn(let second) = second.body { return first.name == second.name }
        return false
    }

    /// A date without a zone is read in the execution zone.
    private func order(_ first: ArcadeDate, _ second: ArcadeDate) -> Int {
        let (first, second) = (first.moment(in: context.timeZone), second.moment(in: context.timeZone))
        return first == second ? 0 : first < second ? -1 : 1
    }

    /// The order of two texts by code points, which is that of their bytes in UTF-8.
    package func order(_ first: String, _ second: String) -> Int {
        let (firstCount, secondCount) = (first.utf8.count, second.utf8.count)
        chargeSilently(min(firstCount, secondCount) >> 6)
        var (first, second) = (first, second)
        let order = first.withUTF8 { first in
            second.withUTF8 { second in
                guard let firstBytes = first.baseAddress, let secondBytes = second.baseAddress else { return 0 }
                return Int(memcmp(firstBytes, secondBytes, min(firstCount, secondCount)))
            }
        }
        return order != 0 ? order : firstCount - secondCount
    }

    // MARK: In the loop

    func equal(_ wanted: Bool, _ sp: ArcadeStack) -> ArcadeStack {
        let isEqual = areEqual(sp[-2], sp[-1])
        return push(.boolean(isEqual == wanted), drop(drop(sp)))
    }

    /// Takes what is on top, and what it is compared with too if they are equal.
    func popEqual(_ sp: inout ArcadeStack) -> Bool {
        let isEqual = areEqual(sp[-2], sp[-1])
        sp = drop(sp)
        if isEqual { sp = drop(sp) }
        return isEqual
    }

    @inline(__always)
    func compare(_ operation: ArcadeOperation, _ sp: ArcadeStack) -> ArcadeStack {
        if case .number(let first) = sp[-2], case .number(let second) = sp[-1] {
            (sp - 2).initialize(to: .boolean(Self.result(operation, first, second)))
            return sp - 1
        }
        return compareSlowly(operation, sp)
    }

    private func compareSlowly(_ operation: ArcadeOperation, _ sp: ArcadeStack) -> ArcadeStack {
        let result =
            switch (sp[-2], sp[-1]) {
            case (.text(let first), .text(let second)): Self.result(operation, order(first, second), 0)
            case (.date(let first), .date(let second)): Self.result(operation, order(first, second), 0)
            case (.dateOnly(let first), .dateOnly(let second)): Self.result(operation, first, second)
            case (.time(let first), .time(let second)): Self.result(operation, first, second)
            default: Self.result(operation, number(sp[-2]), number(sp[-1]))
            }
        return push(.boolean(result), drop(drop(sp)))
    }

    @inline(__always)
    private static func result<Value: Comparable>(_ operation: ArcadeOperation, _ first: Value, _ second: Value) -> Bool {
        switch operation {
        case .less: first < second
        case .lessOrEqual: first <= second
        case .greater: first > second
        default: first >= second
        }
    }
}
