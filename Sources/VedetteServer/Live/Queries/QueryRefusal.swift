// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Why a query of a viewer is not run.
struct QueryRefusal: Error, Equatable, Sendable {
    /// Which part of the query is at fault.
    enum Part: String, Sendable {
        case query
        case whereClause = "where"
        case geometry
        case relationship
        case trackIDs = "trackIds"
        case nearest
        case parameter
    }

    var code: String
    var part: Part
    /// What is wrong and how to mend it, in one sentence.
    var message: String
    /// Where the fault begins: bytes of UTF-8 into the where clause.
    var offset: Int?

    init(_ code: String, _ part: Part, _ message: String, offset: Int? = nil) {
        (self.code, self.part, self.message, self.offset) = (code, part, message, offset)
    }

    static func tooLarge(_ part: Part, _ message: String) -> QueryRefusal {
        QueryRefusal("too-large", part, message)
    }
}
