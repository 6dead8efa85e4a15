// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How much an evaluation may use. What goes beyond ends it with ``ArcadeError/Code/limitExceeded``.
public struct ArcadeLimits: Hashable, Sendable {
    /// Steps of the machine, and of functions for each element or 64 bytes that they touch. 100,000.
    public var steps = 100_000
    /// Calls inside calls. 64.
    public var callDepth = 64
    /// Bytes of one text, and 16 for each element of an array or entry of a dictionary. 1 MiB.
    public var valueSize = 1 << 20
    /// Bytes made in the whole evaluation, also those let go of since. 16 MiB.
    public var memory = 16 << 20

    public init() {}

    /// How long a script may be, in bytes of UTF-8. Published attribute rules have up to 27 KiB.
    public static let maximumSourceLength = 64 << 10

    /// How deep a script may be nested.
    public static let maximumNesting = 256
}
