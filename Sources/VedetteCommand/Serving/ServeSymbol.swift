// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette
import VedetteServer

/// A symbol in the configuration of `vedette serve`.
struct ServeSymbol: Decodable {
    private(set) var symbol: Symbol
    /// The file of a picture, as it is written; where that is, the file that is read knows.
    private(set) var picture: Picture?

    struct Picture {
        var path: String
        var width: Double?
        var height: Double?
        var angle: Double?
    }

    private static let styles: [String: SimpleMarkerSymbol.Style] = [
        "circle": .circle, "cross": .cross, "diamond": .diamond, "square": .square, "triangle": .triangle, "x": .x,
    ]

    init(from decoder: any Decoder) throws {
        let container = try decoder.strictContainer(keyedBy: Keys.self)
        let color = try container.decodeIfPresent(ServeColor.self, forKey: .color)?.color
        let size = try container.decodeIfPresent(Double.self, forKey: .size)
        try container.require(.size, "above 0 and at most 256 points", size.map { $0 > 0 && $0 <= 256 } ?? true)
        let angle = try container.decodeIfPresent(Double.self, forKey: .angle)
        try container.require(.angle, "from -360 to 360 degrees", angle.map { abs($0) <= 360 } ?? true)
        if let path = try container.decodeIfPresent(String.self, forKey: .picture) {
            try Self.refuse([.style, .text, .color, .outline, .size], in: container, with: .picture)
            picture = Picture(
                path: path, width: try container.decodeIfPresent(Double.self, forKey: .width),
                height: try container.decodeIfPresent(Double.self, forKey: .height), angle: angle)
            symbol = SimpleMarkerSymbol()
            return
        }
        try Self.refuse([.width, .height], in: container, with: nil)
        if let text = try container.decodeIfPresent(String.self, forKey: .text) {
            try Self.refuse([.style, .outline], in: container, with: .text)
            let symbol = TextSymbol(text: text, color: color ?? .black, size: size ?? 12)
            (symbol.haloColor, symbol.haloWidth) = (.white, 1.5)
            symbol.angle = Float(angle ?? 0)
            self.symbol = symbol
            return
        }
        let style = try container.decodeIfPresent(String.self, forKey: .style) ?? "circle"
        if let shape = ServeShape(rawValue: style) {
            try Self.refuse([.outline], in: container, with: .style)
            let symbol = shape.symbol(color: color ?? Color(red: 0.04, green: 0.41, blue: 0.8), size: size ?? 26)
            symbol.angle = Float(angle ?? 0)
            self.symbol = symbol
            return
        }
        guard let known = Self.styles[style] else {
            let names = (Self.styles.keys.sorted() + ServeShape.allCases.map(\.rawValue)).joined(separator: ", ")
            throw DecodingError.dataCorruptedError(forKey: .style, in: container, debugDescription: "must be one of \(names)")
        }
        let symbol = SimpleMarkerSymbol(style: known, color: color ?? .black, size: size ?? 8)
        symbol.angle = Float(angle ?? 0)
        symbol.outline = try container.decodeIfPresent(Outline.self, forKey: .outline)?.line
        self.symbol = symbol
    }

    /// Fails where there are keys that another one leaves no use for.
    private static func refuse(_ keys: [Keys], in container: KeyedDecodingContainer<Keys>, with other: Keys?) throws {
        for key in keys where container.contains(key) {
            let reason = other.map { "has no use beside \($0.rawValue)" } ?? "is for pictures"
            throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: reason)
        }
    }

    /// The symbol; a picture is looked for in a folder.
    func resolved(_ resolve: (String) -> String) throws -> Symbol {
        guard let picture else { return symbol }
        let path = resolve(picture.path)
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw CommandFailure(status: CommandFailure.badUsage, "the picture \(picture.path) cannot be read")
        }
        let url = URL(fileURLWithPath: path)
        guard PictureShelf.holdsPicture(url) else {
            throw CommandFailure(
                status: CommandFailure.badUsage,
                "\(picture.path) is no picture that can be shown: it must be PNG, JPEG, GIF, WebP or SVG, of at most \(PictureShelf.maximumLength >> 20) MiB"
            )
        }
        let symbol = PictureMarkerSymbol(url: url)
        (symbol.width, symbol.height) = (picture.width ?? 0, picture.height ?? 0)
        symbol.angle = Float(picture.angle ?? 0)
        return symbol
    }

    /// The line round a marker.
    struct Outline: Decodable {
        var line: SimpleLineSymbol

        init(from decoder: any Decoder) throws {
            let container = try decoder.strictContainer(keyedBy: Keys.self)
            let color = try container.decodeIfPresent(ServeColor.self, forKey: .color)?.color ?? .white
            let width = try container.decodeIfPresent(Double.self, forKey: .width) ?? 1
            try container.require(.width, "from 0 to 32 points", (0...32).contains(width))
            line = SimpleLineSymbol(style: .solid, color: color, width: width)
        }

        enum Keys: String, CodingKey, CaseIterable {
            case color
            case width
        }
    }

    enum Keys: String, CodingKey, CaseIterable {
        case style
        case color
        case size
        case outline
        case picture
        case width
        case height
        case text
        case angle
    }
}

/// A colour as style sheets write it: `#RRGGBB`, or with two digits more for how opaque it is.
struct ServeColor: Decodable {
    var color: Color

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let color = Self.color(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "must be a colour such as \"#C8102E\", in quotes")
        }
        self.color = color
    }

    static func color(_ text: String) -> Color? {
        let digits = text.dropFirst()
        guard text.first == "#", digits.utf8.count == 6 || digits.utf8.count == 8, digits.allSatisfy(\.isHexDigit),
            let bits = UInt32(digits, radix: 16)
        else { return nil }
        let all = digits.utf8.count == 6 ? bits << 8 | 0xFF : bits
        func part(_ shift: UInt32) -> Double { Double(all >> shift & 0xFF) / 255 }
        return Color(red: part(24), green: part(16), blue: part(8), alpha: part(0))
    }
}

/// A shape that points where something goes, drawn from an outline of our own in any colour.
enum ServeShape: String, CaseIterable {
    case aircraft
    case vessel
    case vehicle
    case arrow

    /// In a box of 24 by 24, pointing north: the shapes of the page.
    private var outline: String {
        switch self {
        case .aircraft:
            "M12 1.6c.9 0 1.45 1.3 1.45 2.9v4.7l8.05 4.9v2.2l-8.05-2.5v4.5l2.5 1.95v1.75L12 20.2l-3.95.8v-1.75l2.5-1.95v-4.5L2.5 16.3v-2.2l8.05-4.9V4.5c0-1.6.55-2.9 1.45-2.9Z"
        case .vessel:
            "M12 1.5c3 2.9 4.6 6.1 4.6 9.7V20c0 1.3-.8 2.1-2.1 2.1h-5c-1.3 0-2.1-.8-2.1-2.1v-8.8c0-3.6 1.6-6.8 4.6-9.7Z"
        case .vehicle: "M12 2.5 17 6.8V19.5c0 1.2-.8 2-2 2H9c-1.2 0-2-.8-2-2V6.8l5-4.3Z"
        case .arrow: "M12 2 19.5 21.5 12 17.2 4.5 21.5 12 2Z"
        }
    }

    /// The shape as a picture with a white edge.
    func symbol(color: Color, size: Double) -> PictureMarkerSymbol {
        let picture = """
            <svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="-1 -1 26 26"><path d="\(outline)" fill="\(color.opaque)" \
            fill-opacity="\(color.alpha)" stroke="#FFFFFF" stroke-width="2.6" stroke-linejoin="round" paint-order="stroke"/></svg>
            """
        let address = "data:image/svg+xml;base64," + Data(picture.utf8).base64EncodedString()
        let symbol = PictureMarkerSymbol(url: URL(string: address) ?? URL(fileURLWithPath: "/"))
        (symbol.width, symbol.height) = (size, size)
        return symbol
    }
}

extension Color {
    fileprivate var opaque: String { withAlphaComponent(1).description }
}
