// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension ServeConfiguration {
    /// How a field is shown.
    struct FieldDisplay: Decodable {
        var name: String
        var alias: String?
        var unit: String?
        var decimals: Int?

        init(from decoder: any Decoder) throws {
            let container = try decoder.strictContainer(keyedBy: Keys.self)
            name = try container.decode(String.self, forKey: .name)
            alias = try container.decodeIfPresent(String.self, forKey: .alias)
            unit = try container.decodeIfPresent(String.self, forKey: .unit)
            decimals = try container.decodeIfPresent(Int.self, forKey: .decimals)
            try container.require(.decimals, "from 0 to 12", decimals.map { (0...12).contains($0) } ?? true)
        }

        enum Keys: String, CodingKey, CaseIterable {
            case name
            case alias
            case unit
            case decimals
        }
    }

    /// A file of fences that are watched.
    struct Fences: Decodable {
        var file: String
        var source: String?
        var name: String?
        var rule: FenceCommand.Rule?
        var idField: String?

        init(from decoder: any Decoder) throws {
            let container = try decoder.strictContainer(keyedBy: Keys.self)
            file = try container.decode(String.self, forKey: .file)
            source = try container.decodeIfPresent(String.self, forKey: .source)
            name = try container.decodeIfPresent(String.self, forKey: .name)
            rule = try container.decodeIfPresent(FenceCommand.Rule.self, forKey: .rule)
            idField = try container.decodeIfPresent(String.self, forKey: .idField)
        }

        enum Keys: String, CodingKey, CaseIterable {
            case file
            case source
            case name
            case rule
            case idField = "id-field"
        }
    }
}
