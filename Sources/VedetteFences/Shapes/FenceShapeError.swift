// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Why a shape cannot be a fence.
public struct FenceShapeError: Error, Sendable, Hashable {
    /// What kind of thing is wrong. More kinds may come: switch with a default.
    public struct Code: Sendable, Hashable, RawRepresentable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no geometry, or it is empty.
        public static let empty = Code(rawValue: "empty")
        /// A ring crosses itself.
        public static let selfCrossing = Code(rawValue: "selfCrossing")
        /// A ring encloses no area.
        public static let noArea = Code(rawValue: "noArea")
        /// A position is not finite or out of range.
        public static let invalidPosition = Code(rawValue: "invalidPosition")
        /// A point or a line, which are fences only with a buffer.
        public static let needsBuffer = Code(rawValue: "needsBuffer")
        /// A ring goes round a pole more than once, or is wider than the world.
        public static let tooWide = Code(rawValue: "tooWide")
        /// A ring takes too long to check for crossings.
        public static let tooComplex = Code(rawValue: "tooComplex")
        /// A buffer that is negative or no number.
        public static let invalidBuffer = Code(rawValue: "invalidBuffer")
        /// A buffer that reaches round the Earth, or of which no outline can be made.
        public static let bufferTooLarge = Code(rawValue: "bufferTooLarge")
        /// The fences that are watched already leave no room for it.
        public static let noRoom = Code(rawValue: "noRoom")
        /// The geometry has no spatial reference, or one that cannot be projected to WGS 84.
        public static let unknownSpatialReference = Code(rawValue: "unknownSpatialReference")
    }

    public let code: Code

    /// What is wrong and how to mend it, in one sentence.
    public let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension FenceShapeError: CustomStringConvertible {
    public var description: String { message }
}
