// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Where services differ in what a where clause means.
public struct WhereOptions: Hashable, Sendable {
    /// Whether `LIKE` tells `a` from `A`; it does unless set otherwise.
    public var likeIsCaseSensitive = true

    /// Whether a value that is a code of a field's coded-value domain also stands for its name. Off unless set: rows hold codes.
    ///
    /// Some services store the names and are asked with the codes.
    public var translatesCodedValues = false

    public init() {}
}
