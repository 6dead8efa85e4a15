// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// In what unit an angle is said.
enum ArcadeAngleType {
    case degrees
    /// Degrees, minutes and seconds.
    case dms
    case radians
    /// 400 to a circle; also called gradians.
    case gons

    /// How much a whole circle is.
    var circle: Double {
        switch self {
        case .degrees, .dms: 360
        case .radians: 2 * .pi
        case .gons: 400
        }
    }

    init?(name: String) {
        switch name {
        case "DEGREES": self = .degrees
        case "DMS": self = .dms
        case "RADIANS": self = .radians
        case "GONS", "GRADIANS": self = .gons
        default: return nil
        }
    }
}

/// From where, and which way round, a direction is measured.
enum ArcadeDirectionType {
    /// Clockwise from north.
    case north
    /// Clockwise from south.
    case south
    /// Counter-clockwise from east.
    case polar
    /// From north or south towards east or west.
    case quadrant

    init?(name: String) {
        switch name {
        case "NORTH": self = .north
        case "SOUTH": self = .south
        case "POLAR": self = .polar
        case "QUADRANT": self = .quadrant
        default: return nil
        }
    }
}

/// What `ConvertDirection` is told of a direction. Without a word of it, an angle is in degrees and measured from north.
struct ArcadeDirectionSpecification {
    var angleType = ArcadeAngleType.degrees
    var directionType = ArcadeDirectionType.north
    /// Whether words are wanted; also where there is a format and no output type.
    var isText = false
    var format: String?

    init(_ value: ArcadeValue, place: String, _ run: ArcadeRun) throws(ArcadeFailure) {
        guard case .dictionary(let dictionary) = value else {
            throw ArcadeFailure(
                .type,
                "ConvertDirection takes a dictionary with angleType and directionType as its \(place) argument, not "
                    + ArcadeArrayFunctions.named(value))
        }
        if let name = try Self.text("angleType", in: dictionary, run) {
            guard let type = ArcadeAngleType(name: name.uppercased()) else {
                throw ArcadeFailure(
                    .invalidArgument,
                    "ConvertDirection takes DEGREES, DMS, RADIANS, GONS or GRADIANS as angleType, not “\(name.prefix(40))”")
            }
            angleType = type
        }
        if let name = try Self.text("directionType", in: dictionary, run) {
            guard let type = ArcadeDirectionType(name: name.uppercased()) else {
                throw ArcadeFailure(
                    .invalidArgument, "ConvertDirection takes NORTH, SOUTH, POLAR or QUADRANT as directionType, not “\(name.prefix(40))”")
            }
            directionType = type
        }
        format = try Self.text("format", in: dictionary, run)
        isText = format != nil
        if let name = try Self.text("outputType", in: dictionary, run) {
            switch name.uppercased() {
            case "VALUE": isText = false
            case "TEXT": isText = true
            default:
                throw ArcadeFailure(.invalidArgument, "ConvertDirection takes value or text as outputType, not “\(name.prefix(40))”")
            }
        }
    }

    /// nil where there is none, or null.
    private static func text(_ key: String, in dictionary: ArcadeDictionary, _ run: ArcadeRun) throws(ArcadeFailure) -> String? {
        switch dictionary[key] {
        case nil, .null: return nil
        case let value?:
            let text = try run.text(value)
            try run.charge(text.utf8.count >> 4)
            return text
        }
    }
}
