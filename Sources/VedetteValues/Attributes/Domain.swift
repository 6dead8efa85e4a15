// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The values that a field should have: a ``CodedValueDomain`` or a ``RangeDomain``.
// Sendable by hand: the class is open only inside this module, and it and its subclasses hold immutable values alone.
public class Domain: Hashable, @unchecked Sendable {
    public let name: String

    fileprivate init(name: String) {
        self.name = name
    }

    public static func == (lhs: Domain, rhs: Domain) -> Bool { lhs === rhs || lhs.isEqual(to: rhs) }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    fileprivate func isEqual(to other: Domain) -> Bool { false }
}

/// A list of values, each with a name for people.
public final class CodedValueDomain: Domain, @unchecked Sendable {
    public let codedValues: [CodedValue]

    public init(name: String, codedValues: [CodedValue]) {
        self.codedValues = codedValues
        super.init(name: name)
    }

    fileprivate override func isEqual(to other: Domain) -> Bool {
        guard let other = other as? CodedValueDomain else { return false }
        return name == other.name && codedValues == other.codedValues
    }
}

/// A value of a ``CodedValueDomain`` and its name.
public struct CodedValue: Hashable, Sendable {
    /// What people read.
    public let name: String

    /// What the field holds: `String`, `Double`, `Int64` and the like.
    public var code: (any Sendable)? { value.sendable }

    package let value: AttributeValue

    public init(name: String, code: (any Sendable)?) {
        self.name = name
        value = AttributeValue(code)
    }
}

/// All values between two.
public final class RangeDomain: Domain, @unchecked Sendable {
    private let bounds: [AttributeValue]

    /// The smallest value.
    public var minValue: (any Sendable)? { bounds[0].sendable }
    /// The largest value.
    public var maxValue: (any Sendable)? { bounds[1].sendable }

    public init(name: String, minValue: (any Sendable)?, maxValue: (any Sendable)?) {
        bounds = [AttributeValue(minValue), AttributeValue(maxValue)]
        super.init(name: name)
    }

    fileprivate override func isEqual(to other: Domain) -> Bool {
        guard let other = other as? RangeDomain else { return false }
        return name == other.name && bounds == other.bounds
    }
}
