// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What a label says: the base of ``SimpleLabelExpression`` and ``ArcadeLabelExpression``.
// Sendable by hand: the class is open only inside this module, and it and its subclasses hold immutable values alone.
public class LabelExpression: @unchecked Sendable {
    init() {}
}
