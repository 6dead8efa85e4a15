// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// One of the views that a configuration file of `vedette serve` asks for.
struct ServeView: Decodable {
    var path: String
    var title: String?
    /// By name; nil for all.
    var sources: [String]?
    var locations: [String]?
    var fences: [String]?
    var view: ServeConfiguration.View?
    var isReadOnly: Bool
    var sharesViewpoint: Bool
    var fenceFile: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.strictContainer(keyedBy: Keys.self)
        path = try container.decode(String.self, forKey: .path)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        sources = try container.decodeIfPresent([String].self, forKey: .sources)
        locations = try container.decodeIfPresent([String].self, forKey: .locations)
        fences = try container.decodeIfPresent([String].self, forKey: .fences)
        view = try container.decodeIfPresent(ServeConfiguration.View.self, forKey: .view)
        isReadOnly = try container.decodeIfPresent(Bool.self, forKey: .isReadOnly) ?? false
        sharesViewpoint = try container.decodeIfPresent(Bool.self, forKey: .sharesViewpoint) ?? false
        fenceFile = try container.decodeIfPresent(String.self, forKey: .fenceFile)
    }

    enum Keys: String, CodingKey, CaseIterable {
        case path
        case title
        case sources
        case locations
        case fences
        case view
        case isReadOnly = "read-only"
        case sharesViewpoint = "shared-viewpoint"
        case fenceFile = "fence-file"
    }
}
