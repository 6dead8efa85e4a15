// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension FeedError.Code {
    /// Observations have geometries that are no points.
    public static let unsupportedGeometryType = FeedError.Code(rawValue: "unsupportedGeometryType")
    /// A filter cannot be used, or a service does not take it.
    public static let invalidFilter = FeedError.Code(rawValue: "invalidFilter")
}

extension FeedIssue.Code {
    /// A service does not take a filter, or the filter cannot be sent.
    public static let invalidFilter = FeedIssue.Code(rawValue: "invalidFilter")
    /// The latest observations cannot be fetched from the archive of a service.
    public static let archiveUnavailable = FeedIssue.Code(rawValue: "archiveUnavailable")
    /// A service says that something is wrong.
    public static let serviceError = FeedIssue.Code(rawValue: "serviceError")
}
