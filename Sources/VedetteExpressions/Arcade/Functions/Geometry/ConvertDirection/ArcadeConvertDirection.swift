// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// `ConvertDirection`: a direction said in another unit, from another zero, or in words.
package enum ArcadeConvertDirection {
    /// The direction, what it is and what it is to become; null where there is no direction to be read.
    package static func convertDirection(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try run.charge(30)
        let input = try ArcadeDirectionSpecification(arguments[1], place: "second", run)
        let output = try ArcadeDirectionSpecification(arguments[2], place: "third", run)
        guard let reading = try ArcadeDirectionReader.read(arguments[0], as: input, run) else { return .null }
        let direction = ArcadeDirection(reading, directionType: input.directionType)
        guard output.isText else { return try values(of: direction, output, run) }
        guard let format = output.format else {
            let values = try values(of: direction, output, run)
            guard case .array(let array) = values else { return try run.makeText(run.text(values)) }
            var words: [String] = []
            for element in array.elements { words.append(try run.text(element)) }
            return try run.makeText(words.joined(separator: " "))
        }
        try run.charge(format.utf8.count >> 1)
        let parts = ArcadeDirectionFormat(format)
        try run.charge(parts.numberCount * 12)
        return try run.makeText(parts.text(of: direction, directionType: output.directionType))
    }

    /// A number, or an array where there are several parts: meridian, degrees, minutes, seconds, side.
    private static func values(
        of direction: ArcadeDirection, _ output: ArcadeDirectionSpecification, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> ArcadeValue {
        let angle = direction.angle(as: output.directionType)
        var values: [ArcadeValue] = []
        if output.angleType == .dms {
            let parts = ArcadeDirectionParts(angle, unit: 1, isCircle: output.directionType != .quadrant)
            values = [parts.degrees, parts.minutes].map { .number(Double($0)) }
            values.append(.number(Double(parts.fractions) / Double(ArcadeDirectionParts.second)))
        } else {
            let circle = output.angleType.circle
            values = [.number(circle == 360 ? angle : angle / 360 * circle)]
        }
        if output.directionType == .quadrant {
            values.insert(.text(direction.isNorth ? "N" : "S"), at: 0)
            values.append(.text(direction.isEast ? "E" : "W"))
        }
        return values.count == 1 ? values[0] : try run.makeArray(values)
    }
}
