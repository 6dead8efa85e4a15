// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// An error of a stream that says whether opening the stream again can help.
///
/// A feed of your own may throw one: where ``allowsReconnection`` is false, the source does not try again and is `failed` at once, for instance because a
/// sign-in was refused. Errors that do not conform allow reconnection.
public protocol ConnectionError: Error {
    /// Whether another attempt can help.
    var allowsReconnection: Bool { get }
}
