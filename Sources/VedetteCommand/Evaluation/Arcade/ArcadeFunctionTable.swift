// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteExpressions

/// The table of functions as Markdown, made from the catalogue, so that it cannot say what is not so.
enum ArcadeFunctionTable {
    static var markdown: String {
        let definitions = ArcadeFunctionCatalogue.definitions
        let refused = definitions.count { if case .unavailable = $0.state { true } else { false } }
        var lines = [
            "# Functions of Arcade", "",
            "Made by `script/generate-arcade-functions` from the catalogue that scripts run on; do not edit. "
                + "There are \(definitions.count) functions: \(definitions.count - refused) can be called, \(refused) are known by name and say why not.",
            "",
        ]
        lines += profiles
        for group in ArcadeFunctionGroup.allCases {
            let members = definitions.filter { $0.group == group }.sorted { $0.name.lowercased() < $1.name.lowercased() }
            guard !members.isEmpty else { continue }
            lines += ["## \(title(group))", "", "| function | bundle | since | state |", "|---|---|---|---|"]
            for member in members { lines.append("| `\(member.name)` | \(member.bundle.rawValue) | \(member.since) | \(state(member)) |") }
            lines += ["", "```"]
            lines += members.flatMap(\.signatures)
            lines += ["```", ""]
        }
        return lines.dropLast().joined(separator: "\n") + "\n"
    }

    /// Which profile has which variables and bundles.
    private static var profiles: [String] {
        var lines = ["## Profiles", "", "| profile | variables | bundles |", "|---|---|---|"]
        for profile in ArcadeProfile.all {
            let variables = profile.takesAnyVariable ? "any" : profile.variables.sorted().map { "`\($0)`" }.joined(separator: " ")
            let bundles = ArcadeBundle.allCases.filter(profile.bundles.contains).map(\.rawValue).joined(separator: ", ")
            lines.append("| `\(profile.name)` | \(variables.isEmpty ? "none" : variables) | \(bundles) |")
        }
        return lines + [""]
    }

    private static func title(_ group: ArcadeFunctionGroup) -> String {
        switch group {
        case .featureSet: "Feature sets"
        case .knowledgeGraph: "Knowledge graphs"
        default: group.rawValue.prefix(1).uppercased() + group.rawValue.dropFirst()
        }
    }

    private static func state(_ definition: ArcadeFunctionDefinition) -> String {
        switch definition.state {
        case .available: "available"
        case .unavailable(let reason): "not available: \(reason.replacing("|", with: "\\|"))"
        }
    }
}
