// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension FeedError {
    /// Whether connecting again can help: not where the feed itself, or what its user says of it, is wrong.
    public var allowsReconnection: Bool {
        if isFinal { return false }
        return switch code {
        case .missingColumn, .unsupportedSpatialReference, .unauthorized: false
        default: true
        }
    }
}
