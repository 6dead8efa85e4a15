// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteDynamicEntities
import VedetteLocation

extension FeedError: ConnectionError {
    /// Whether connecting again can help: not where the feed itself, or what its user says of it, is wrong, and not with a token, a filter or a kind of
    /// stream that was refused.
    public var allowsReconnection: Bool {
        if isFinal { return false }
        return switch code {
        case .missingColumn, .unsupportedSpatialReference, .unauthorized, .invalidFilter, .unsupportedGeometryType: false
        default: true
        }
    }
}

extension FeedError: PollingWish {}
