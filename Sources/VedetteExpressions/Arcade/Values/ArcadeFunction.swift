// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A function as a value: one of the language, or one of the script.
package final class ArcadeFunction {
    package enum Body {
        case builtIn(ArcadeFunctionDefinition)
        /// A function of the script, with the variables that it closes over.
        case script(ArcadeClosure)
        /// No function: how far a loop over a sequence has come, on the machine's stack. A script never sees it.
        case iteration(ArcadeIteration)
    }

    package let name: String
    package let body: Body

    package init(name: String, body: Body) {
        (self.name, self.body) = (name, body)
    }
}

/// A function of a script in a run.
package final class ArcadeClosure {
    /// Its place among the routines of the program.
    let routine: Int
    /// The variables of functions around it that it uses: each an array of one element, which they share.
    let captures: [ArcadeArray]

    init(routine: Int, captures: [ArcadeArray]) {
        (self.routine, self.captures) = (routine, captures)
    }
}
