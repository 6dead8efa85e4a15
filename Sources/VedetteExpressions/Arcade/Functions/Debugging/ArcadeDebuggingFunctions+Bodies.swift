// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// What the functions for debugging do.
extension ArcadeDebuggingFunctions {
    /// Adds a line to what the evaluation says beside its result: the texts of the values, with a space between them.
    static func console(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        var line = ""
        for index in 0..<arguments.count {
            if index > 0 { line += " " }
            let text = if case .null = arguments[index] { "null" } else { try run.text(arguments[index]) }
            try run.chargeValue(bytes: line.utf8.count + text.utf8.count)
            line += text
        }
        // A line takes memory even where it is empty.
        try run.chargeValue(bytes: 16)
        run.console.append(line)
        return .null
    }

    /// What the script runs in.
    static func getEnvironment(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try run.charge(20)
        try run.chargeValue(bytes: 16 * 8)
        let environment = try run.makeDictionary()
        environment["version"] = .text("1.24")
        environment["engine"] = .text("native")
        environment["engineVersion"] = .text("1.0")
        environment["application"] = .text("Vedette")
        environment["locale"] = .text("en-US")
        environment["spatialReference"] = .null
        if let wkid = run.context.spatialReference?.wkid {
            let spatialReference = try run.makeDictionary()
            spatialReference["wkid"] = .number(Double(wkid.rawValue))
            environment["spatialReference"] = .dictionary(spatialReference)
        }
        environment["timeZone"] = .text(run.context.timeZone.name)
        return .dictionary(environment)
    }
}
