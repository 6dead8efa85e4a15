// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How an element is drawn: the base of all symbols.
///
/// A symbol may be shared by any number of elements and changed at any time, from any thread. Two symbols are equal if they are the same object.
// Sendable by hand, as are its subclasses: what changes is behind locks, and the class is open only inside this module.
public class Symbol: Hashable, @unchecked Sendable {
    package init() {}

    public static func == (lhs: Symbol, rhs: Symbol) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
