// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A function as a value: one of the language, or one of the script.
package final class ArcadeFunction {
    package enum Body {
        case builtIn(ArcadeFunctionDefinition)
        /// What the machine makes of a function of the script, with the variables that it closes over.
        case script(AnyObject)
    }

    package let name: String
    package let body: Body

    package init(name: String, body: Body) {
        (self.name, self.body) = (name, body)
    }
}
