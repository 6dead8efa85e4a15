// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteModel

/// A satellite's orbit at one moment as mean elements of the SGP4 model: what a set of two-line elements says.
///
/// Any numbers can be written here; ``Orbit/init(_:)`` judges them.
public struct OrbitalElements: Hashable, Sendable {
    /// What the satellite is called; empty where not said.
    public var name: String
    /// Its number in the satellite catalogue, 0…339999; 0 where it has none.
    public var catalogNumber: Int
    /// Year, number and piece of its launch, such as `98067A`; empty where not said.
    public var internationalDesignator: String
    /// When the elements hold, UTC.
    public var epoch: Instant
    /// Degrees between the planes of the orbit and of the equator, 0…180.
    public var inclination: Double
    /// Degrees east from the mean equinox to where the satellite crosses the equator northward.
    public var rightAscensionOfAscendingNode: Double
    /// 0 for a circle, below 1.
    public var eccentricity: Double
    /// Degrees from that crossing to the point next to the Earth, along the orbit.
    public var argumentOfPerigee: Double
    /// Degrees from that point to the satellite, as if it moved evenly.
    public var meanAnomaly: Double
    /// Revolutions a day, as two-line elements have it (after Kozai).
    public var meanMotion: Double
    /// The drag term B\*, per Earth radius; 0 for none.
    public var dragTerm: Double

    public init(
        name: String = "", catalogNumber: Int = 0, internationalDesignator: String = "", epoch: Instant, inclination: Double,
        rightAscensionOfAscendingNode: Double, eccentricity: Double, argumentOfPerigee: Double, meanAnomaly: Double, meanMotion: Double,
        dragTerm: Double = 0
    ) {
        self.name = name
        self.catalogNumber = catalogNumber
        self.internationalDesignator = internationalDesignator
        self.epoch = epoch
        self.inclination = inclination
        self.rightAscensionOfAscendingNode = rightAscensionOfAscendingNode
        self.eccentricity = eccentricity
        self.argumentOfPerigee = argumentOfPerigee
        self.meanAnomaly = meanAnomaly
        self.meanMotion = meanMotion
        self.dragTerm = dragTerm
    }

    /// Reads two-line elements, with or without a line with the name before them.
    ///
    /// Read as strictly as the format is described (CelesTrak, *NORAD Two-Line Element Set Format*; Space-Track, *Alpha-5*): every column, every blank
    /// between columns, and the checksums. White space behind a line, blank lines and any line ends are taken. Satellite numbers may be Alpha-5
    /// (`T0000` is 270000). Years 57…99 are 1957…1999, and 00…56 are 2000…2056. Derivatives of the mean motion are checked, and left alone as SGP4 does
    /// not use them. Elements for SGP4-XP (ephemeris type 4) are refused: they mean something else.
    ///
    /// - Throws: ``OrbitError`` that names line and columns.
    public init(twoLineElements text: String) throws(OrbitError) {
        self = try TwoLineElementsReader.elements(text)
    }
}
