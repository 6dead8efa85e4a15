// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Why bytes are not JSON, and where.
///
/// A trivial value, so that a scanner can throw one in a hot loop at the price of a register.
package struct JSONSyntaxError: Error, Equatable, Sendable {
    package enum Code: UInt8, Sendable {
        case unexpectedEnd
        case unexpectedCharacter
        case invalidNumber
        case numberOutOfRange
        case controlCharacterInString
        case invalidEscape
        case invalidUTF8
        case tooDeep
        case textAfterValue
        case duplicateMember
    }

    package var code: Code

    /// Offset, in bytes, into the text that was read.
    package var offset: Int

    package init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    package var description: String {
        let what =
            switch code {
            case .unexpectedEnd: "the JSON text ends too early"
            case .unexpectedCharacter: "this is not JSON"
            case .invalidNumber: "not a JSON number"
            case .numberOutOfRange: "a number is too large"
            case .controlCharacterInString: "a control character or line end inside a string"
            case .invalidEscape: "a bad escape in a string"
            case .invalidUTF8: "a string is not UTF-8"
            case .tooDeep: "nested more than \(JSONCursor.maximumDepth) deep"
            case .textAfterValue: "text after the end of the JSON value"
            case .duplicateMember: "a member appears twice"
            }
        return "\(what) (at byte \(offset + 1))"
    }
}
