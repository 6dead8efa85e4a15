// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension GNSSSky {
    private static let dilutions: [any WritableKeyPath<GNSSSky, Double> & Sendable] = [
        \.gdop, \.hdop, \.pdop, \.tdop, \.vdop, \.xdop, \.ydop,
    ]

    var hasDilutions: Bool { Self.dilutions.contains { self[keyPath: $0].isFinite } }

    mutating func clearDilutions() {
        for member in Self.dilutions { self[keyPath: member] = .nan }
    }

    /// Takes the dilutions that `other` has.
    mutating func mergeDilutions(_ other: GNSSSky) {
        for member in Self.dilutions where other[keyPath: member].isFinite { self[keyPath: member] = other[keyPath: member] }
    }

    /// Computes the dilutions that the receiver has not said, from the directions of the satellites in use: the square roots of the diagonal of
    /// (GᵀG)⁻¹, where a row of G is the unit vector to a satellite (east, north, up) and 1.
    ///
    /// - Returns: whether there are satellites enough, and not in one plane.
    mutating func deriveDilutions() -> Bool {
        var rows: [[Double]] = []
        for satellite in satellites
        where satellite.isInUse && satellite.id >= 1 && (0...359).contains(satellite.azimuth) && abs(satellite.elevation) <= 90 {
            let azimuth = satellite.azimuth * (Double.pi / 180)
            let elevation = satellite.elevation * (Double.pi / 180)
            rows.append([sin(azimuth) * cos(elevation), cos(azimuth) * cos(elevation), sin(elevation), 1])
        }
        guard rows.count >= 4 else { return false }
        var normal = Array(repeating: Array(repeating: 0.0, count: 4), count: 4)
        for row in rows {
            for i in 0..<4 { for j in 0..<4 { normal[i][j] += row[i] * row[j] } }
        }
        let determinant = Self.determinant(normal)
        // Nearly singular: what would come out is rounding.
        guard abs(determinant) >= 0.0001 else { return false }
        let variances = (0..<4).map { Self.minor(normal, $0) / determinant }
        let values: [(WritableKeyPath<GNSSSky, Double>, Double)] = [
            (\.xdop, variances[0]), (\.ydop, variances[1]), (\.hdop, variances[0] + variances[1]), (\.vdop, variances[2]),
            (\.pdop, variances[0] + variances[1] + variances[2]), (\.tdop, variances[3]),
            (\.gdop, variances[0] + variances[1] + variances[2] + variances[3]),
        ]
        for (member, value) in values where !self[keyPath: member].isFinite { self[keyPath: member] = value.squareRoot() }
        return true
    }

    private static func minor(_ matrix: [[Double]], _ index: Int) -> Double {
        let kept = (0..<4).filter { $0 != index }
        return determinant3(kept.map { row in kept.map { matrix[row][$0] } })
    }

    private static func determinant(_ matrix: [[Double]]) -> Double {
        var (sum, sign) = (0.0, 1.0)
        for column in 0..<4 {
            let kept = (0..<4).filter { $0 != column }
            sum += sign * matrix[0][column] * determinant3((1..<4).map { row in kept.map { matrix[row][$0] } })
            sign = -sign
        }
        return sum
    }

    private static func determinant3(_ m: [[Double]]) -> Double {
        m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
            + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    }
}
