// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteFences

/// Why a wish of a viewer about fences is not fulfilled.
struct FenceRefusal: Error, Equatable, Sendable {
    /// Which part of the fence is at fault.
    enum Part: String, Sendable {
        case fence, name, geometry, rule, buffer = "bufferMetres", accuracy = "usesAccuracy", detection, dwell = "dwellSeconds", message,
            source
    }

    var code: String
    var part: Part
    /// What is wrong and how to mend it, in one sentence.
    var message: String
    /// Where in the message expression the fault begins: line and character from 1, bytes of UTF-8 from 0.
    var line: Int?
    var column: Int?
    var offset: Int?

    init(_ code: String, _ part: Part, _ message: String) {
        (self.code, self.part, self.message) = (code, part, message)
    }

    init(_ error: ArcadeError) {
        self.init(error.code.rawValue, .message, error.message)
        (line, column, offset) = (error.line, error.column, error.offset)
    }

    init(_ error: FenceShapeError) {
        self.init(error.code.rawValue, .geometry, error.message)
    }

    static let readOnly = FenceRefusal(
        "read-only", .fence, "fences cannot be drawn here; the server allows it with the configuration fence-editing: shared")
    static let readOnlyView = FenceRefusal("read-only", .fence, LiveMessages.isReadOnly)
    static let gone = FenceRefusal("gone", .fence, "there is no such fence any more; somebody may have deleted it")
}
