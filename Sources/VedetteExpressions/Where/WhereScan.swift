// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// Evaluates a condition over columns, a block of rows at a time.
///
/// Conditions on a column and a constant are loops over plain memory that the compiler turns into vector code; whatever is not of that
/// kind is asked row by row of ``WhereEvaluator``, and only for rows that are not decided yet. The truth of a row is a byte, so AND is the
/// smaller of two bytes and OR the larger.
struct WhereScan {
    static let blockSize = 1_024

    private let program: WhereProgram
    private let columns: UnsafeBufferPointer<WhereColumn>
    private var evaluator: WhereEvaluator<WhereColumnsRow>
    private let hasPacked: Bool
    /// What nodes said of texts of packed rows, by node.
    private var memos: [Int32: WhereMemo] = [:]
    /// Blocks of truths that are in use, by nesting.
    private var blocks: [UnsafeMutablePointer<WhereTruth>] = []

    init(_ program: WhereProgram, columns: UnsafeBufferPointer<WhereColumn>) {
        self.program = program
        self.columns = columns
        let arena = TextArena()
        evaluator = WhereEvaluator(program, row: WhereColumnsRow(columns: columns, arena: arena), arena: arena)
        hasPacked = columns.contains { if case .packed = $0 { true } else { false } }
    }

    /// Hands the rows of `0..<count` that meet the condition to `body`, in order, until it answers false.
    mutating func forEachMatch(count: Int, _ body: (Int) -> Bool) {
        defer { release() }
        var start = 0
        while start < count {
            let length = min(Self.blockSize, count - start)
            let truths = block(0)
            evaluate(program.root, start, length, into: truths, live: nil, level: 1)
            for index in 0..<length where truths[index] == .yes {
                guard body(start + index) else { return }
            }
            start += length
        }
    }

    /// How many rows of `0..<count` meet the condition.
    mutating func matchCount(count: Int) -> Int {
        defer { release() }
        var (start, total) = (0, 0)
        while start < count {
            let length = min(Self.blockSize, count - start)
            let truths = block(0)
            evaluate(program.root, start, length, into: truths, live: nil, level: 1)
            var matches: Int32 = 0
            for index in 0..<length { matches &+= Int32(truths[index] >> 1) }
            total += Int(matches)
            start += length
        }
        return total
    }

    private mutating func release() {
        blocks.forEach { $0.deallocate() }
        blocks = []
        memos.values.forEach { $0.release() }
        memos = [:]
    }

    private mutating func block(_ level: Int) -> UnsafeMutablePointer<WhereTruth> {
        while blocks.count <= level {
            blocks.append(.allocate(capacity: Self.blockSize))
            blocks[blocks.count - 1].initialize(repeating: .no, count: Self.blockSize)
        }
        return blocks[level]
    }

    /// Works out a node for `count` rows from `start`. Where `live` is 0 the outcome does not matter.
    private mutating func evaluate(
        _ node: Int32, _ start: Int, _ count: Int, into truths: UnsafeMutablePointer<WhereTruth>, live: UnsafePointer<WhereTruth>?,
        level: Int
    ) {
        switch program.nodes[Int(node)] {
        case .constant(let index):
            truths.update(repeating: WhereTruth(of: program.constants[Int(index)]), count: count)
        case .not(let operand):
            evaluate(operand, start, count, into: truths, live: live, level: level)
            for index in 0..<count { truths[index] = 2 &- truths[index] }
        case .and(let operands): joined(operands, isAnd: true, start, count, into: truths, live: live, level: level)
        case .or(let operands): joined(operands, isAnd: false, start, count, into: truths, live: live, level: level)
        case .compare(let comparison, let first, let second):
            if let (column, constant) = columnAndConstant(first, second),
                WhereKernel.compare(comparison, column, constant, start, count, into: truths)
            {
                return
            }
            if let (column, constant) = columnAndConstant(second, first),
                WhereKernel.compare(comparison.mirrored, column, constant, start, count, into: truths)
            {
                return
            }
            rowByRow(node, start, count, into: truths, live: live)
        case .between(let operand, let low, let high, let isNegated):
            let upper = block(level)
            guard let (column, lower) = columnAndConstant(operand, low), let (_, higher) = columnAndConstant(operand, high),
                WhereKernel.compare(.greaterOrEqual, column, lower, start, count, into: truths),
                WhereKernel.compare(.lessOrEqual, column, higher, start, count, into: upper)
            else {
                rowByRow(node, start, count, into: truths, live: live)
                return
            }
            for index in 0..<count { truths[index] = min(truths[index], upper[index]) }
            if isNegated { for index in 0..<count { truths[index] = 2 &- truths[index] } }
        case .isNull(let operand, let isNegated):
            guard case .column(let index) = program.nodes[Int(operand)] else {
                rowByRow(node, start, count, into: truths, live: live)
                return
            }
            if !WhereKernel.isNull(columns[Int(index)], isNegated, start, count, into: truths) {
                rowByRow(node, start, count, into: truths, live: live)
            }
        case .likeConstant(let operand, let pattern, let isNegated):
            guard program.likeIsCaseSensitive, case .column(let index) = program.nodes[Int(operand)],
                case .texts(let entries, let bytes) = columns[Int(index)]
            else {
                rowByRow(node, start, count, into: truths, live: live)
                return
            }
            WhereKernel.like(
                program.patterns[Int(pattern)], isNegated, entries + start, bytes, count, into: truths, live: live)
        case .inConstants(let operand, let list, let isNegated):
            guard case .column(let index) = program.nodes[Int(operand)],
                WhereKernel.isIn(program.lists[Int(list)], isNegated, columns[Int(index)], start, count, into: truths)
            else {
                rowByRow(node, start, count, into: truths, live: live)
                return
            }
        default: rowByRow(node, start, count, into: truths, live: live)
        }
    }

    private mutating func joined(
        _ operands: Range<Int32>, isAnd: Bool, _ start: Int, _ count: Int, into truths: UnsafeMutablePointer<WhereTruth>,
        live: UnsafePointer<WhereTruth>?, level: Int
    ) {
        var isFirst = true
        // What one operand says, and which rows it need not be asked about.
        let (said, wanted) = (block(level), block(level + 1))
        for index in operands {
            let operand = program.operands[Int(index)]
            if isFirst {
                evaluate(operand, start, count, into: truths, live: live, level: level + 2)
                isFirst = false
                continue
            }
            var isDecided: WhereTruth = 0
            if isAnd {
                for row in 0..<count { wanted[row] = truths[row] }
            } else {
                for row in 0..<count { wanted[row] = 2 &- truths[row] }
            }
            if let live { for row in 0..<count { wanted[row] = min(wanted[row], live[row]) } }
            for row in 0..<count { isDecided |= wanted[row] }
            if isDecided == 0 { return }
            evaluate(operand, start, count, into: said, live: wanted, level: level + 2)
            // A row that is not wanted says nothing that counts: where it is decided, the smaller (larger) is what it was.
            if isAnd {
                for row in 0..<count { truths[row] = min(truths[row], said[row]) }
            } else {
                for row in 0..<count { truths[row] = max(truths[row], said[row]) }
            }
        }
    }

    private mutating func rowByRow(
        _ node: Int32, _ start: Int, _ count: Int, into truths: UnsafeMutablePointer<WhereTruth>, live: UnsafePointer<WhereTruth>?
    ) {
        if let memo = memo(node) {
            for index in 0..<count {
                if let live, live[index] == 0 {
                    truths[index] = .no
                    continue
                }
                truths[index] = memo.truth(start + index) {
                    evaluator.row.row = start + index
                    let truth = evaluator.truth(node)
                    evaluator.arena.reset()
                    return truth
                }
            }
            return
        }
        for index in 0..<count {
            if let live, live[index] == 0 {
                truths[index] = .no
                continue
            }
            evaluator.row.row = start + index
            truths[index] = evaluator.truth(node)
            evaluator.arena.reset()
        }
    }

    /// Where a node looks at nothing but one column of packed rows, what it said of each text there.
    private mutating func memo(_ node: Int32) -> WhereMemo? {
        guard hasPacked else { return nil }
        if let known = memos[node] { return known }
        guard let index = program.soleColumn(of: node), case .packed(let column) = columns[index], column.texts.count > 0 else {
            return nil
        }
        let memo = WhereMemo(column)
        memos[node] = memo
        return memo
    }

    private func columnAndConstant(_ first: Int32, _ second: Int32) -> (WhereColumn, WhereValue)? {
        guard case .column(let column) = program.nodes[Int(first)], case .constant(let constant) = program.nodes[Int(second)] else {
            return nil
        }
        return (columns[Int(column)], program.constants[Int(constant)])
    }
}
