// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// An error of a stream that says whether opening the stream again can help.
///
/// What follows an error that does not conform depends on the source: a service is connected again, a ``CustomDynamicEntityFeed`` has failed.
public protocol ConnectionError: Error {
    /// Whether another attempt can help.
    var allowsReconnection: Bool { get }
}
