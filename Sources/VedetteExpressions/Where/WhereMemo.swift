// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What a condition on one column of packed rows said of the texts there: rows with the same text are asked once.
struct WhereMemo {
    private let column: PackedColumn
    /// By number of the text: 0 where nothing is known, else the truth and one. Zeroed by the system, page by page as it is touched.
    private let truths: UnsafeMutablePointer<UInt8>?

    init(_ column: PackedColumn) {
        self.column = column
        truths = calloc(column.texts.count, 1)?.assumingMemoryBound(to: UInt8.self)
    }

    func release() { free(truths) }

    /// The truth of a row, worked out by `body` where it is not known.
    @inline(__always)
    func truth(_ row: Int, _ body: () -> WhereTruth) -> WhereTruth {
        let value = column.packed(row)
        guard let truths, value.kind == .text else { return body() }
        let number = Int(value.reference)
        if truths[number] != 0 { return truths[number] &- 1 }
        let truth = body()
        truths[number] = truth &+ 1
        return truth
    }
}

extension WhereProgram {
    /// The one column that a node and all its operands look at; nil where there is none, or another.
    func soleColumn(of node: Int32) -> Int? {
        var found: Int?
        return isSole(node, &found) ? found : nil
    }

    private func isSole(_ node: Int32, _ found: inout Int?) -> Bool {
        func all(_ range: Range<Int32>) -> Bool { range.allSatisfy { isSole(operands[Int($0)], &found) } }
        switch nodes[Int(node)] {
        case .constant: return true
        case .column(let column):
            defer { found = Int(column) }
            return found == nil || found == Int(column)
        case .negate(let operand), .isNull(let operand, _), .inConstants(let operand, _, _), .likeConstant(let operand, _, _),
            .not(let operand), .cast(let operand, _), .extract(_, let operand), .identifier(let operand):
            return isSole(operand, &found)
        case .chain(let first, let links):
            return isSole(first, &found) && links.allSatisfy { isSole(self.links[Int($0)].operand, &found) }
        case .compare(_, let first, let second), .like(let first, let second, _, _): return isSole(first, &found) && isSole(second, &found)
        case .between(let operand, let low, let high, _):
            return isSole(operand, &found) && isSole(low, &found) && isSole(high, &found)
        case .inList(let operand, let range, _): return isSole(operand, &found) && all(range)
        case .and(let range), .or(let range), .function(_, let range), .choose(let range), .chooseByValue(let range): return all(range)
        }
    }
}
