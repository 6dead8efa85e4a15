// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A label worked out by a script in Arcade, such as `$feature.NAME + " (" + $feature.PARTY + ")"`.
///
/// The script is kept as it is and evaluated by whoever draws the labels.
public final class ArcadeLabelExpression: LabelExpression, @unchecked Sendable {
    /// The script as it was written.
    public let expression: String

    public init(arcadeString: String) {
        expression = arcadeString
        super.init()
    }
}
