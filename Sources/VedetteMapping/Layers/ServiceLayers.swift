// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Tiles of pictures of an ArcGIS map service, or of a file of such tiles. They are fetched by whoever draws the layer.
public final class ArcGISTiledLayer: Layer, @unchecked Sendable {
    public let url: URL

    public init(url: URL) {
        self.url = url
        super.init()
    }
}

/// Tiles of shapes of an ArcGIS vector tile service, or of a file of such tiles. They are fetched by whoever draws the layer.
public final class ArcGISVectorTiledLayer: Layer, @unchecked Sendable {
    public let url: URL

    public init(url: URL) {
        self.url = url
        super.init()
    }
}

/// Tiles of pictures at addresses with a level, a column and a row: `https://example.org/{level}/{col}/{row}.png`. They are fetched by whoever
/// draws the layer.
public final class WebTiledLayer: Layer, @unchecked Sendable {
    public let urlTemplate: String

    public init(urlTemplate: String) {
        self.urlTemplate = urlTemplate
        super.init()
    }

    /// Sets who is to be named where the layer is shown.
    public func setAttribution(_ attribution: String) { self.attribution = attribution }
}

/// The tiles of OpenStreetMap. They are fetched by whoever draws the layer.
public final class OpenStreetMapLayer: Layer, @unchecked Sendable {
    public init() {
        super.init()
        attribution = "© OpenStreetMap contributors"
    }
}
