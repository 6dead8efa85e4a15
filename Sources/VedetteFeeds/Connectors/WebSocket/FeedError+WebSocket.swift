// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension FeedError.Code {
    /// A connection that was open has ended without being asked to.
    public static let connectionLost = FeedError.Code(rawValue: "connectionLost")
}
