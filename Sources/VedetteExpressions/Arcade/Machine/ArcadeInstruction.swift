// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// One step of the machine: what to do, and with what.
struct ArcadeInstruction {
    var operation: ArcadeOperation
    var flag: UInt8 = 0
    /// How many values it takes from the stack, where that differs.
    var count: UInt16 = 0
    /// A slot, a place in a table of the code, or the instruction to go on with.
    var operand: Int32 = 0
}

/// What the machine can do. The comments say what is on the stack before and after, the top to the right.
enum ArcadeOperation: UInt8 {
    // MARK: Constants: … → … value
    case pushNull, pushTrue, pushFalse, pushConstant

    // MARK: Variables: … → … value
    /// With the flag ``ArcadeInstruction/toleratesUndeclared``, one that was not declared yet is null.
    case loadLocal, loadGlobal, loadBox, loadCapture
    /// A variable of the profile.
    case loadVariable
    /// A member of a variable of the profile: `count` is the variable, `operand` the name.
    case loadVariableMember
    /// A function of the language as a value.
    case loadBuiltIn
    /// A function of the script, with what it closes over.
    case makeFunction

    // MARK: Assignment: … value → … value, or … with the flag `drops`
    case storeLocal, storeGlobal, storeBox, storeCapture
    /// Puts a local variable into a box that functions inside share.
    case makeBox
    /// … base index value → … value
    case setIndex
    /// … base value → … value
    case setMember
    /// `++` and `--` of a variable: … → … value
    case incrementLocal, incrementGlobal, incrementBox, incrementCapture
    /// … base index → … value
    case incrementIndex
    /// … base → … value
    case incrementMember

    // MARK: Stack
    case pop
    /// … a → … a a
    case duplicate
    /// … a b → … a b a b
    case duplicatePair

    // MARK: Operators: … a b → … value
    case add, subtract, multiply, divide, remainder
    case shiftLeft, shiftRight, shiftRightUnsigned, bitAnd, bitExclusiveOr, bitOr
    case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual
    /// … a → … value
    case plus, negate, not, complement
    /// … a1 … aN → … text
    case joinTexts

    // MARK: Jumps
    case jump
    /// … condition → …
    case jumpIfFalse
    /// … condition → … false, and goes on elsewhere; or … where it is true.
    case andJump
    /// … condition → … true, and goes on elsewhere; or … where it is false.
    case orJump
    /// The last operand of `&&` and `||`, which must be a Boolean: … value → … value
    case checkBoolean
    /// `Decode`: … value compared → …, and goes on, where they are equal; else … value, and goes on elsewhere.
    case jumpUnlessEqual

    // MARK: Parts
    /// … base index → … value
    case getIndex
    /// … base → … value
    case getMember
    /// … v1 … vN → … array
    case makeArray
    /// … v1 … vN → … dictionary; the names begin at `operand`.
    case makeDictionary

    // MARK: Sequences
    /// … sequence → … iteration. The flag says that values are wanted in place of keys.
    case iterate
    /// … iteration → … iteration value; or goes on elsewhere at the end.
    case next

    // MARK: Calls
    /// … function a1 … aN → … value. `operand` is one more than the function of the language to call where there is no function; 0 for none.
    case call
    /// … a1 … aN → … value
    case callBuiltIn
    /// … value →
    case end
    /// Fails; the message is at `operand`.
    case fail
}

extension ArcadeInstruction {
    /// Of loads: does not fail for a variable that was not declared yet.
    static let toleratesUndeclared: UInt8 = 1
    /// Of stores: the variable is declared by it.
    static let declares: UInt8 = 1
    /// Of stores and increments: leaves no value.
    static let drops: UInt8 = 2
    /// Of increments: adds −1 and not 1.
    static let decrements: UInt8 = 1
    /// Of increments: leaves the new value and not the old one.
    static let isPrefix: UInt8 = 4
    /// Of `iterate`.
    static let takesValues: UInt8 = 1
}

/// What asks for a Boolean, as messages name it.
enum ArcadeCondition: UInt8 {
    case ifStatement, loop, and, or, iif, when

    var name: String {
        switch self {
        case .ifStatement: "the condition of `if`"
        case .loop: "the condition of a loop"
        case .and: "each side of `&&`"
        case .or: "each side of `||`"
        case .iif: "the condition of IIf"
        case .when: "each condition of When"
        }
    }
}
