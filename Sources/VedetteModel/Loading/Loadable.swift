// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Something that has to be loaded before it can be used.
public protocol Loadable: AnyObject, Sendable {
    /// How far loading is.
    var loadStatus: LoadStatus { get }

    /// Why loading failed, where it did.
    var loadError: (any Error)? { get }

    /// Loads, or waits for a load under way. Returns at once when loaded; throws again the error of a load that has failed
    /// (``retryLoad()`` tries anew).
    func load() async throws

    /// Tries again after a failure; otherwise as ``load()``.
    func retryLoad() async throws

    /// Ends a load under way: it fails with `CancellationError`.
    func cancelLoad()
}

/// How far loading is.
public enum LoadStatus: Hashable, Sendable {
    case notLoaded
    case loading
    case loaded
    case failed
}
