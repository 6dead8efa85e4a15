// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Standard input, output and error as the program was given them.
enum StandardStreams {
    /// Opens those that were closed, as by `<&-`, on nothing: else the next file or socket opened would take their places.
    ///
    /// Input has then ended, and output goes nowhere but is no error.
    static func openClosed() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            // The lowest free descriptor is taken: this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY)
        }
    }
}
