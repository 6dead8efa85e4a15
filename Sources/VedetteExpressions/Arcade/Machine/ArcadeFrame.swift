// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A call that waits for another one to end.
struct ArcadeFrame {
    /// Where it goes on.
    var instruction: UnsafeMutablePointer<ArcadeInstruction>
    /// Its variables.
    var base: UnsafeMutablePointer<ArcadeValue>
    /// The end of its stack, without what the other one was handed.
    var top: UnsafeMutablePointer<ArcadeValue>
    /// The end of the piece of stack that it lies in.
    var stackEnd: UnsafeMutablePointer<ArcadeValue>
    /// The piece that the other one lies in, where that is one of its own.
    var ownStack: UnsafeMutablePointer<ArcadeValue>?
}

extension ArcadeValue {
    /// What a variable holds before it is declared: a number that no arithmetic makes.
    @inline(__always)
    static var undeclared: ArcadeValue { .number(Double(bitPattern: 0x7FFD_A7CA_DE00_0001)) }

    @inline(__always)
    var isUndeclared: Bool {
        if case .number(let value) = self { value.bitPattern == 0x7FFD_A7CA_DE00_0001 } else { false }
    }
}
