// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry

@testable import VedetteLocation

@Suite("Simulated locations: which when")
struct SimulationPlaybackTests {
    private func playback(_ count: Int, at now: Duration = .zero) -> SimulationPlayback {
        var playback = SimulationPlayback(SimulatedLocations((0..<count).map { placed(Double($0)) }))
        playback.begin(now: now)
        return playback
    }

    /// What is told from one time to another, and when.
    private func run(_ playback: inout SimulationPlayback, to end: Duration) -> [String] {
        var told: [String] = []
        while let deadline = playback.deadline, deadline <= end {
            guard let location = playback.advance(to: deadline) else { break }
            told.append("\(Int(location.position.x))@\(deadline / .seconds(1))")
        }
        return told
    }

    @Test("the first at once, then one a second, and from the beginning again")
    func loops() {
        var playback = playback(3)
        #expect(playback.index == 0)
        #expect(run(&playback, to: .seconds(4)) == ["0@0.0", "1@1.0", "2@2.0", "0@3.0", "1@4.0"])
        #expect(playback.index == 1 && playback.deadline == .seconds(5))
        #expect(playback.advance(to: .seconds(4.5)) == nil)
    }

    @Test("without repetition it stays at the last until the index is set")
    func holds() {
        var playback = playback(3)
        playback.repeats = false
        #expect(run(&playback, to: .seconds(100)) == ["0@0.0", "1@1.0", "2@2.0"])
        #expect(playback.deadline == nil && playback.index == 2)
        playback.index = 1
        #expect(playback.advance(to: .seconds(200))?.position.x == 1)
        #expect(playback.advance(to: .seconds(201))?.position.x == 2)
        #expect(playback.deadline == nil)
        playback.repeats = true
        #expect(playback.advance(to: .seconds(202))?.position.x == 0)
    }

    @Test("the rate makes it faster, slower, or pauses it")
    func rates() {
        var playback = playback(100)
        playback.rate = 2
        playback.begin(now: .zero)
        #expect(run(&playback, to: .seconds(1)) == ["0@0.0", "1@0.5", "2@1.0"])
        playback.rate = 0.5
        #expect(run(&playback, to: .seconds(5)) == ["3@3.0", "4@5.0"])
        for rate in [0, -1, .nan] as [Double] {
            playback.rate = rate
            #expect(playback.deadline == nil && playback.advance(to: .seconds(1e9)) == nil)
        }
        playback.rate = .infinity
        #expect(abs((playback.deadline ?? .zero) / .seconds(1) - 5.001) < 1e-9)
        playback.rate = 1e-300
        #expect(playback.deadline == nil)
    }

    @Test("an index that is set is told when it is time; one beyond counts as the nearest")
    func jumps() {
        var playback = playback(5)
        #expect(run(&playback, to: .seconds(1)) == ["0@0.0", "1@1.0"])
        playback.index = 4
        #expect(playback.index == 4)
        #expect(run(&playback, to: .seconds(3)) == ["4@2.0", "0@3.0"])
        playback.index = -7
        #expect(playback.index == 0)
        playback.index = 70
        #expect(playback.index == 4)
        #expect(run(&playback, to: .seconds(4)) == ["4@4.0"])
    }

    @Test("one that begins again goes on where it was")
    func resumes() {
        var playback = playback(5)
        #expect(run(&playback, to: .seconds(2)) == ["0@0.0", "1@1.0", "2@2.0"])
        playback.begin(now: .seconds(60))
        #expect(run(&playback, to: .seconds(61)) == ["2@60.0", "3@61.0"])
    }

    @Test("one that could not keep up tells one location and goes on from there")
    func late() {
        var playback = playback(100)
        #expect(playback.advance(to: .zero) != nil)
        #expect(playback.advance(to: .seconds(50))?.position.x == 1)
        #expect(playback.advance(to: .seconds(50)) == nil)
        #expect(playback.deadline == .seconds(51))
        // A little late is made up for.
        #expect(playback.advance(to: .seconds(51.3))?.position.x == 2)
        #expect(playback.deadline == .seconds(52))
    }

    @Test("none, and one")
    func few() {
        var none = playback(0)
        #expect(none.deadline == nil && none.index == 0 && none.advance(to: .seconds(9)) == nil)
        none.index = 3
        none.replace(SimulatedLocations([placed(7)]))
        #expect(none.index == 0)
        #expect(run(&none, to: .seconds(2)) == ["7@0.0", "7@1.0", "7@2.0"])
    }

    @Test("made-up times go on growing from round to round; given ones do not, nor does the rate change any")
    func times() throws {
        let noon = Date(timeIntervalSince1970: 1_777_636_800)
        let line = Polyline(points: [Point(latitude: 0, longitude: 0), Point(latitude: 0, longitude: 0.0002)])
        let along = try SimulatedLocations(along: line, parameters: SimulationParameters(startDate: noon, speed: 10))
        for locations in [along, try SimulatedLocations(atVerticesOf: line, startDate: noon)] {
            var playback = SimulationPlayback(locations)
            playback.rate = 4
            playback.begin(now: .zero)
            for index in 0..<10 {
                #expect(playback.advance(to: .seconds(index))?.timestamp == noon + Double(index), "\(index)")
            }
        }
        var given = SimulationPlayback(SimulatedLocations(Array(along)))
        given.begin(now: .zero)
        #expect(along.count == 3)
        for index in 0..<6 { #expect(given.advance(to: .seconds(index))?.timestamp == noon + Double(index % 3)) }
    }
}
