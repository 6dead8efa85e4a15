// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// When a ``ServiceFeatureTable`` asks its service.
public enum FeatureRequestMode: Hashable, Sendable {
    /// Each query is a question to the service; nothing is kept.
    case onInteractionNoCache
    /// Queries are answered from what was fetched by `populateFromService(using:clearCache:outFields:)`; without a connection, too.
    case manualCache
}
