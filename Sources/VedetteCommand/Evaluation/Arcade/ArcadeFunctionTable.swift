// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteExpressions

/// The table of functions as Markdown, made from the catalogue, so that it cannot say what is not so.
enum ArcadeFunctionTable {
    static var markdown: String { "" }
}
