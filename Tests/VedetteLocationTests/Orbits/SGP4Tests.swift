// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteModel

@testable import VedetteLocation

/// Elements and positions that were published with *Revisiting Spacetrack Report #3* (files SGP4-VER.TLE and tcppver.out): minutes, km, km/s.
private struct Published: Sendable, CustomTestStringConvertible {
    let elements: String
    let states: [[Double]]
    var testDescription: String { String(elements.prefix(7)) }

    static let all = [
        Published(
            elements: """
                1 00005U 58002B   00179.78495062  .00000023  00000-0  28098-4 0  4753
                2 00005  34.2682 348.7242 1859667 331.7664  19.3264 10.82419157413667
                """,
            states: [
                [0, 7022.46529266, -1400.08296755, 0.03995155, 1.893841015, 6.405893759, 4.534807250],
                [360, -7154.03120202, -3783.17682504, -3536.19412294, 4.741887409, -4.151817765, -2.093935425],
                [4320, -9060.47373569, 4658.70952502, 813.68673153, -2.232832783, -4.110453490, -3.157345433],
            ]),
        Published(
            elements: """
                1 06251U 62025E   06176.82412014  .00008885  00000-0  12808-3 0  3985
                2 06251  58.0579  54.0425 0030035 139.1568 221.1854 15.56387291  6774
                """,
            states: [
                [120, -3935.69800083, 409.10980837, 5471.33577327, -3.374784183, -6.635211043, -1.942056221],
                [2880, 1159.27802897, 5056.60175495, 4353.49418579, -5.968060341, -2.314790406, 4.230722669],
            ]),
        // A perigee below 156 km, and a good deal of drag.
        Published(
            elements: """
                1 28350U 04020A   06167.21788666  .16154492  76267-5  18678-3 0  8894
                2 28350  64.9977 345.6130 0024870 260.7578  99.9590 16.47856722116490
                """,
            states: [
                [0, 6333.08123128, -1580.82852326, 90.69355720, 0.714634423, 3.224246550, 7.083128132],
                [1440, -4527.90871828, -723.29199041, -4527.44608319, 5.121674217, -3.909895427, -4.500218556],
            ]),
        // Almost a circle.
        Published(
            elements: """
                1 28057U 03049A   06177.78615833  .00000060  00000-0  35940-4 0  1836
                2 28057  98.4283 247.6961 0000884  88.1964 271.9322 14.35478080140550
                """,
            states: [[2880, 1788.42334580, 1990.50530957, -6640.59337725, -2.074169091, -6.683381288, -2.562777776]]),
        // On its way down: its perigee is low enough for the simplest form of drag.
        Published(
            elements: """
                1 29141U 85108AA  06170.26783845  .99999999  00000-0  13519-0 0   718
                2 29141  82.4288 273.4882 0015848 277.2124  83.9133 15.93343074  6828
                """,
            states: [[420, -852.93910071, 192.65232023, -6322.47054784, 0.396006194, -7.882964919, -0.289331517]]),
        Published(
            elements: """
                1 29238U 06022G   06177.28732010  .00766286  10823-4  13334-2 0   101
                2 29238  51.5595 213.7903 0202579  95.2503 267.9010 15.73823839  1061
                """,
            states: [[1440, -2629.55011449, 3400.98040158, -5344.38217129, -6.368548448, -3.998963509, 0.577253064]]),
        // The example of Spacetrack Report No. 3.
        Published(
            elements: """
                1 88888U          80275.98708465  .00073094  13844-3  66816-4 0    87
                2 88888  72.8435 115.9689 0086731  52.6988 110.5714 16.05824518  1058
                """,
            states: [
                [0, 2328.96975262, -5995.22051338, 1719.97297192, 2.912073281, -0.983417956, -7.090816210],
                [1440, 2742.55398832, -6079.67009123, -326.39012649, 1.948497651, 1.211072678, -7.356193131],
            ]),
    ]
}

@Suite("SGP4")
struct SGP4Tests {
    @Test("gives the published positions to the last digit", arguments: Published.all)
    private func published(_ sample: Published) throws {
        let orbit = try Orbit(twoLineElements: sample.elements)
        for values in sample.states {
            let (position, velocity) = try orbit.inertialState(at: orbit.elements.epoch.advanced(bySeconds: values[0] * 60))
            for axis in 0..<3 {
                #expect(abs(position[axis] / 1_000 - values[axis + 1]) < 1.1e-8, "\(values[0]) min: \(position)")
                #expect(abs(velocity[axis] / 1_000 - values[axis + 4]) < 1.1e-9, "\(values[0]) min: \(velocity)")
            }
        }
    }

    @Test("a satellite that has come down, and elements that lead nowhere, are errors that say so")
    func ends() throws {
        // The last published place is that after 420 minutes; at the next, after 440, it is below the ground.
        let falling = try Orbit(twoLineElements: Published.all[4].elements)
        let epoch = falling.elements.epoch
        let down = #expect(throws: OrbitError.self) { try falling.state(at: epoch.advanced(bySeconds: 440 * 60)) }
        #expect(down?.code == .decayed && down?.message.contains("give elements of about that time") == true)
        // It does not rise again: the formulas alone would have it two million kilometres away.
        for minutes in [500.0, 1_000, 3_000, 1e6, 1e9] {
            let later = #expect(throws: OrbitError.self) { try falling.state(at: epoch.advanced(bySeconds: minutes * 60)) }
            #expect(later?.code == .decayed)
        }
        // Nor did it come from anywhere in particular.
        let before = #expect(throws: OrbitError.self) { try falling.state(at: epoch.advanced(bySeconds: -1e8)) }
        #expect(before?.code == .tooFarFromEpoch && before?.message.contains("give elements of about that time") == true)
        for time in [Instant(microsecondsSince1970: .min + 1), Instant(microsecondsSince1970: .max)] {
            #expect(throws: OrbitError.self) { try falling.state(at: time) }
        }
    }
}
