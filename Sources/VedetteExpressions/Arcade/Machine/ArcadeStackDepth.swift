// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How deep the stack of each routine grows, found by following every way through its instructions.
///
/// The machine checks no bounds while it runs: what this finds is the proof that it need not.
struct ArcadeStackDepth {
    private let instructions: [ArcadeInstruction]
    /// Of the stack before each instruction that can be reached.
    private var depths: [Int?]

    init(_ instructions: [ArcadeInstruction]) {
        self.instructions = instructions
        depths = Array(repeating: nil, count: instructions.count)
    }

    /// The greatest depth of the routine that begins at `entry`; nil where two ways to an instruction disagree, or one takes more than there is.
    mutating func greatestDepth(from entry: Int) -> Int? {
        var greatest = 0
        var work: [(instruction: Int, depth: Int)] = [(entry, 0)]
        while let (place, depth) = work.popLast() {
            guard instructions.indices.contains(place) else { return nil }
            if let known = depths[place] {
                if known != depth { return nil }
                continue
            }
            depths[place] = depth
            greatest = max(greatest, depth)
            let instruction = instructions[place]
            guard depth >= instruction.taken else { return nil }
            if let left = instruction.left {
                greatest = max(greatest, depth - instruction.taken + left)
                work.append((place + 1, depth - instruction.taken + left))
            }
            if let left = instruction.leftAtTarget { work.append((Int(instruction.operand), depth - instruction.taken + left)) }
        }
        return greatest
    }
}

extension ArcadeInstruction {
    private var drops: Bool { flag & Self.drops != 0 }

    /// How many values it takes from the stack, those that it puts back included.
    fileprivate var taken: Int {
        switch operation {
        case .pushNull, .pushTrue, .pushFalse, .pushConstant, .loadLocal, .loadGlobal, .loadBox, .loadCapture, .loadVariable,
            .loadVariableMember, .loadBuiltIn, .makeFunction, .makeBox, .incrementLocal, .incrementGlobal, .incrementBox,
            .incrementCapture, .jump, .fail:
            0
        case .storeLocal, .storeGlobal, .storeBox, .storeCapture, .incrementMember, .pop, .duplicate, .plus, .negate, .not, .complement,
            .jumpIfFalse, .andJump, .orJump, .checkBoolean, .getMember, .iterate, .next, .end:
            1
        case .setMember, .incrementIndex, .duplicatePair, .add, .subtract, .multiply, .divide, .remainder, .shiftLeft, .shiftRight,
            .shiftRightUnsigned, .bitAnd, .bitExclusiveOr, .bitOr, .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual,
            .jumpUnlessEqual, .getIndex:
            2
        case .setIndex: 3
        case .joinTexts, .makeArray, .makeDictionary, .callBuiltIn: Int(count)
        case .call: Int(count) + 1
        }
    }

    /// How many values it leaves in their place where the next instruction follows; nil where none does.
    fileprivate var left: Int? {
        switch operation {
        case .jump, .end, .fail: nil
        case .makeBox, .pop, .jumpIfFalse, .andJump, .orJump, .jumpUnlessEqual: 0
        case .storeLocal, .storeGlobal, .storeBox, .storeCapture, .incrementLocal, .incrementGlobal, .incrementBox, .incrementCapture,
            .incrementIndex, .incrementMember:
            drops ? 0 : 1
        case .duplicate, .next: 2
        case .duplicatePair: 4
        default: 1
        }
    }

    /// The same where it goes on at its operand; nil where it never does.
    fileprivate var leftAtTarget: Int? {
        switch operation {
        case .jump, .jumpIfFalse: 0
        case .andJump, .orJump, .jumpUnlessEqual, .next: 1
        default: nil
        }
    }
}
