// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Vedette

/// Runs a subcommand and turns what it throws into an exit status: 0 done, 1 the work failed, 2 bad usage or configuration, 130 interrupted.
@main
struct Main {
    static func main() async {
        StandardStreams.openClosed()
        do {
            var command = try VedetteCommand.parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch is StandardOutput.ClosedPipe {
            // As every filter ends. What reads from the network has had the signal ignored.
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        } catch let failure as CommandFailure {
            Diagnostics.write(failure.message)
            exit(failure.status)
        } catch let error as FeedError {
            let failure = CommandFailure(error, source: nil)
            Diagnostics.write(failure.message)
            exit(failure.status)
        } catch {
            exitWithParserMessage(error)
        }
    }

    /// Prints help, the version or what is wrong with the arguments as the argument parser words it.
    private static func exitWithParserMessage(_ error: any Error) -> Never {
        let code = VedetteCommand.exitCode(for: error)
        let message = VedetteCommand.fullMessage(for: error)
        if code.isSuccess {
            if !message.isEmpty { print(message) }
            exit(0)
        }
        if !message.isEmpty { Diagnostics.write(message) }
        // The parser says 64 for bad usage; our contract says 2.
        exit(code == .validationFailure ? CommandFailure.badUsage : code.rawValue)
    }
}
