// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A part of a pop-up: a ``FieldsPopupElement`` or a ``TextPopupElement``.
// Sendable by hand, as are its subclasses: the class is open only inside this module, and what changes is behind locks.
public class PopupElement: Hashable, @unchecked Sendable {
    init() {}

    /// The same part with everything in it worked out for an element.
    func evaluated(in context: PopupContext) -> PopupElement { self }

    public static func == (lhs: PopupElement, rhs: PopupElement) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A table of fields and their values.
public final class FieldsPopupElement: PopupElement, @unchecked Sendable {
    /// Above the table; empty unless set.
    @Synchronized public var title = ""
    /// Below the title; empty unless set.
    @Synchronized public var description = ""
    /// The rows. A field whose name is `expression/NAME` has the result of a script.
    public let fields: [PopupField]
    /// What the rows of an evaluated element are called, without those that are hidden; empty before.
    public let labels: [String]
    /// The values of the rows of an evaluated element, as texts, one for each of ``labels``; empty before.
    public let formattedValues: [String]

    public convenience init(fields: [PopupField]) { self.init(fields: fields, labels: [], formattedValues: []) }

    private init(fields: [PopupField], labels: [String], formattedValues: [String]) {
        (self.fields, self.labels, self.formattedValues) = (fields, labels, formattedValues)
        super.init()
    }

    override func evaluated(in context: PopupContext) -> PopupElement {
        let rows = fields.filter(\.isVisible)
        let made = FieldsPopupElement(fields: fields, labels: rows.map(context.label), formattedValues: rows.map(context.text))
        (made.title, made.description) = (context.filled(title), context.filled(description))
        return made
    }
}

/// A text, in which fields are named as in the title of a pop-up. It is handed out as it is written, HTML included; whoever shows it sees to it that nothing in
/// it runs.
public final class TextPopupElement: PopupElement, @unchecked Sendable {
    public let text: String

    public init(text: String) {
        self.text = text
        super.init()
    }

    override func evaluated(in context: PopupContext) -> PopupElement { TextPopupElement(text: context.filled(text)) }
}

/// A row of a ``FieldsPopupElement``.
public struct PopupField: Hashable, Sendable {
    /// The name of the field, in any case, or `expression/NAME`.
    public var fieldName: String
    /// What the row is called; where it is empty, the alias of the field, the title of the script, or the name.
    public var label: String
    /// Whether the row is shown.
    public var isVisible: Bool
    /// How numbers are written; nil for as they are.
    public var format: PopupFieldFormat?

    public init(fieldName: String, label: String = "", isVisible: Bool = true, format: PopupFieldFormat? = nil) {
        (self.fieldName, self.label, self.isVisible, self.format) = (fieldName, label, isVisible, format)
    }
}

/// How numbers are written.
public struct PopupFieldFormat: Hashable, Sendable {
    /// Digits behind the point, 0 to 15; others count as the nearest.
    public var decimalPlaces: Int
    /// Whether thousands are kept apart by commas.
    public var usesThousandsSeparator: Bool

    public init(decimalPlaces: Int = 0, usesThousandsSeparator: Bool = false) {
        (self.decimalPlaces, self.usesThousandsSeparator) = (decimalPlaces, usesThousandsSeparator)
    }
}
