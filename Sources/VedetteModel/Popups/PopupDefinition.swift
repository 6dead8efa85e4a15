// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What a pop-up about an element says: its title, what stands in it, and the scripts whose results may stand there too.
///
/// In the title and in texts, `{name}` stands for the value of a field, in any case, and `{expression/name}` for the result of a script; what is neither stays as
/// it is written. A definition may be changed at any time, from any thread.
// Sendable by hand: what changes is behind locks.
public final class PopupDefinition: Hashable, @unchecked Sendable {
    /// Empty unless set.
    @Synchronized public var title = ""
    /// What stands in the pop-up, from the top down.
    @Synchronized public var elements: [PopupElement] = []
    /// The scripts.
    @Synchronized public var expressions: [PopupExpression] = []

    /// Makes a definition that says nothing.
    public init() {}

    /// Makes a definition that lists all fields of an element.
    ///
    /// The fields are those of its table or source, in their order, called by their aliases; where there is neither, the attributes it has, by name.
    public convenience init(geoElement: any GeoElement) {
        self.init()
        let fields = (geoElement as? any DescribedElement)?.describedFields ?? []
        let known = Set(fields.map { $0.name.lowercased() })
        let others = geoElement.attributes.keys.filter { !known.contains($0.lowercased()) }.sorted()
        elements = [
            FieldsPopupElement(
                fields: fields.map { PopupField(fieldName: $0.name, label: $0.alias) } + others.map { PopupField(fieldName: $0) })
        ]
    }

    public static func == (lhs: PopupDefinition, rhs: PopupDefinition) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What has pop-ups: a layer, an overlay.
public protocol PopupSource: AnyObject, Sendable {
    /// What pop-ups about its elements say; nil, for no pop-ups, unless set.
    var popupDefinition: PopupDefinition? { get set }
    /// Whether there are pop-ups; true unless set.
    var popupIsEnabled: Bool { get set }
}

extension PopupSource {
    /// The pop-ups about elements of it, in their order; none where it has no pop-ups.
    package func popups(about elements: [any GeoElement]) -> [Popup] {
        guard popupIsEnabled, let definition = popupDefinition else { return [] }
        return elements.map { Popup(geoElement: $0, definition: definition) }
    }

    /// Whether there is a pop-up about each of its elements.
    package var hasPopups: Bool { popupIsEnabled && popupDefinition != nil }
}
