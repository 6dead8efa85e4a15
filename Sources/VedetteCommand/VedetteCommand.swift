// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Vedette

/// The root command: it only names the others.
struct VedetteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vedette",
        abstract: "Watch moving things: decode feeds, judge fences, query tracks, show them live.",
        discussion: """
            Data goes to standard output, one JSON value a line; messages go to standard error.
            Exit status: 0 done, 1 the work failed, 2 bad usage or configuration, 130 interrupted.
            """,
        version: VedetteVersion.current,
        subcommands: [
            FenceCommand.self, QueryCommand.self, EvalCommand.self, DecodeCommand.self, ServeCommand.self, DemoCommand.self,
            SnapshotCommand.self, SimulateCommand.self,
        ])
}
