// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A viewpoint with a name.
// Sendable by hand: what changes is behind locks.
public final class Bookmark: Hashable, @unchecked Sendable {
    @Synchronized public var name: String
    @Synchronized public var viewpoint: Viewpoint?

    public init(name: String = "", viewpoint: Viewpoint? = nil) {
        (_name, _viewpoint) = (.init(wrappedValue: name), .init(wrappedValue: viewpoint))
    }

    public static func == (lhs: Bookmark, rhs: Bookmark) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
