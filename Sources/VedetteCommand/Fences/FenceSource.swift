// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette
import VedetteFeeds

/// Where fences come from, as users write it.
enum FenceSource {
    /// GeoJSON.
    case file(FeedAddress)
    /// A table of a GeoPackage; nil for the only one with geometries.
    case geoPackage(path: String, table: String?)
    /// A layer of a feature service.
    case service(URL)

    init(_ text: String) {
        let address = FeedAddress(text)
        if case .url(let url) = address, Self.isLayer(url) {
            self = .service(url)
            return
        }
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        // A file may have a # in its name.
        if case .file = address, !FileManager.default.fileExists(atPath: text), parts.count == 2, Self.isGeoPackage(parts[0]) {
            self = .geoPackage(path: parts[0], table: parts[1].isEmpty ? nil : parts[1])
        } else if case .file = address, Self.isGeoPackage(text) {
            self = .geoPackage(path: text, table: nil)
        } else {
            self = .file(address)
        }
    }

    var name: String {
        switch self {
        case .file(let address): address.name
        case .geoPackage(let path, let table): table.map { "\(path)#\($0)" } ?? path
        case .service(let url): Self.withoutQuery(url)
        }
    }

    private static func isGeoPackage(_ path: String) -> Bool { path.lowercased().hasSuffix(".gpkg") }

    /// Whether it is the address of a layer: `…/FeatureServer/0`.
    private static func isLayer(_ url: URL) -> Bool {
        let parts = url.path.split(separator: "/").suffix(2)
        guard parts.count == 2, let service = parts.first?.lowercased(), let number = parts.last else { return false }
        return (service == "featureserver" || service == "mapserver") && number.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// What stands behind the `?` may be a token.
    private static func withoutQuery(_ url: URL) -> String {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        parts?.query = nil
        return parts?.string ?? "feature service"
    }
}
