// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Something whose elements can have labels: a layer or a graphics overlay.
public protocol Labeled: AnyObject {
    /// Whether labels are drawn; false unless set.
    var labelsAreEnabled: Bool { get set }

    /// The labels. Each element gets those whose where clause it fulfils.
    var labelDefinitions: [LabelDefinition] { get }

    func addLabelDefinitions(_ definitions: some Sequence<LabelDefinition>)

    /// Takes out those of the definitions that are there.
    func removeLabelDefinitions(_ definitions: some Sequence<LabelDefinition>)
}

extension Labeled {
    public func addLabelDefinition(_ definition: LabelDefinition) { addLabelDefinitions([definition]) }
    public func removeLabelDefinition(_ definition: LabelDefinition) { removeLabelDefinitions([definition]) }
    public func removeAllLabelDefinitions() { removeLabelDefinitions(labelDefinitions) }
}
