// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteModel

@testable import VedetteLocation

private struct Unreachable: Error, Equatable {}

private struct Busy: PollingWish {
    let secondsToWait: Double?
}

@Suite("Location polling: when to ask, what to tell")
struct LocationPollingCoreTests {
    private let noon = Date(timeIntervalSince1970: 1_777_636_800)

    private func fix(_ seconds: Double, _ longitude: Double = 0) -> Location {
        Location(position: Point(latitude: 0, longitude: longitude), timestamp: noon + seconds)
    }

    /// What is done, in words.
    private func words(_ actions: [LocationPollingCore.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .request: "request"
            case .cancelRequest: "cancel"
            case .tell(let location): location.isLastKnown ? "tell old" : "tell"
            case .report(let error?): "report \((error as? LocationError)?.code.rawValue ?? "\(type(of: error))")"
            case .report(nil): "well"
            }
        }
    }

    private func begun(_ options: LocationPollingOptions = .init()) -> LocationPollingCore {
        var core = LocationPollingCore(options)
        core.begin(now: .zero)
        #expect(words(core.advance(to: .zero, chance: 0)) == ["request"])
        return core
    }

    @Test("requests begin an interval apart, also when answers take a while; a slow one is followed at once")
    func intervals() {
        var core = begun()
        #expect(core.deadline == .seconds(10))
        #expect(core.advance(to: .seconds(2), chance: 0).isEmpty)
        #expect(words(core.end(.success(fix(0)), at: .seconds(2), date: noon, chance: 0)) == ["tell old"])
        #expect(core.deadline == .seconds(5))
        #expect(core.advance(to: .seconds(4.9), chance: 0).isEmpty)
        #expect(words(core.advance(to: .seconds(5), chance: 0)) == ["request"])
        #expect(words(core.end(.success(fix(5, 0.001)), at: .seconds(12), date: noon, chance: 0)) == ["tell"])
        #expect(words(core.advance(to: .seconds(12), chance: 0)) == ["request"])
        #expect(core.statistics.requestCount == 3 && core.statistics.answerCount == 2)
    }

    @Test(
        "a request that takes too long is cancelled and reported, and waited for before the next begins; its answer is passed over and counted"
    )
    func timeout() {
        var core = begun()
        #expect(core.advance(to: .seconds(9.9), chance: 0).isEmpty)
        #expect(words(core.advance(to: .seconds(10), chance: 0)) == ["cancel", "report requestTimedOut"])
        #expect(core.deadline == nil)
        #expect(core.advance(to: .seconds(500), chance: 0).isEmpty)
        #expect(core.end(.success(fix(0)), at: .seconds(600), date: noon, chance: 0).isEmpty)
        #expect(words(core.advance(to: .seconds(600), chance: 0)) == ["request"])
        #expect(words(core.end(.success(fix(600)), at: .seconds(601), date: noon, chance: 0)) == ["well", "tell old"])
        let counts = core.statistics
        #expect(counts.timeoutCount == 1 && counts.lateAnswerCount == 1 && counts.failureCount == 1 && counts.consecutiveFailureCount == 0)
    }

    @Test("pauses after failures double up to the longest, each shortened by chance; a server's wish is followed; a good answer ends them")
    func backOff() {
        var core = begun(LocationPollingOptions(maximumPause: 60))
        var now = Duration.zero
        var pauses: [Double] = []
        for chance in [0, 0, 0, 0, 0, 0.5] {
            #expect(words(core.end(.failure(Unreachable()), at: now, date: noon, chance: chance)) == ["report Unreachable"])
            let due = core.deadline ?? .zero
            pauses.append((due - now) / .seconds(1))
            #expect(core.advance(to: due - .milliseconds(1), chance: 0).isEmpty)
            #expect(words(core.advance(to: due, chance: 0)) == ["request"])
            now = due
        }
        #expect(pauses == [5, 10, 20, 40, 60, 52.5])
        #expect(core.statistics.consecutiveFailureCount == 6 && core.statistics.lastError is Unreachable)
        _ = core.end(.failure(Busy(secondsToWait: 1_000)), at: now, date: noon, chance: 0)
        #expect(core.deadline == now + .seconds(1_000))
        now += .seconds(1_000)
        #expect(words(core.advance(to: now, chance: 0)) == ["request"])
        #expect(words(core.end(.success(fix(0)), at: now, date: noon, chance: 0)) == ["well", "tell old"])
        #expect(core.deadline == now + .seconds(5))
        #expect(core.statistics.lastError == nil)
    }

    @Test("without a new fix the last one is told again, once, as last known; an answer without a location does not make it fresher")
    func staleness() {
        var core = begun()
        _ = core.end(.success(fix(0)), at: .zero, date: noon, chance: 0)
        _ = core.advance(to: .seconds(5), chance: 0)
        #expect(words(core.end(.success(fix(5, 0.001)), at: .seconds(5), date: noon, chance: 0)) == ["tell"])
        for second in [10, 15] {
            #expect(words(core.advance(to: .seconds(second), chance: 0)) == ["request"])
            #expect(core.end(.success(nil), at: .seconds(second), date: noon, chance: 0).isEmpty)
        }
        #expect(core.deadline == .seconds(20))
        #expect(words(core.advance(to: .seconds(20), chance: 0)) == ["tell old", "request"])
        // While a request is under way, too, and no second time.
        #expect(core.advance(to: .seconds(29), chance: 0).isEmpty)
        #expect(core.statistics.staleCount == 1 && core.statistics.emptyAnswerCount == 2)
        #expect(words(core.end(.success(fix(25, 0.002)), at: .seconds(29.5), date: noon, chance: 0)) == ["tell"])
        #expect(words(core.advance(to: .seconds(44.5), chance: 0)).contains("tell old"))
    }

    @Test("the same fix again is told, but gets old; for ever is possible")
    func repetition() {
        var core = begun(LocationPollingOptions(interval: 10, staleAfter: 25))
        _ = core.end(.success(fix(0)), at: .zero, date: noon, chance: 0)
        for second in [10, 20] {
            _ = core.advance(to: .seconds(second), chance: 0)
            #expect(words(core.end(.success(fix(10, 0.001)), at: .seconds(second), date: noon, chance: 0)) == ["tell"])
        }
        _ = core.advance(to: .seconds(30), chance: 0)
        _ = core.end(.success(fix(10, 0.001)), at: .seconds(30), date: noon, chance: 0)
        #expect(words(core.advance(to: .seconds(35), chance: 0)) == ["tell old"])
        _ = core.advance(to: .seconds(40), chance: 0)
        #expect(words(core.end(.success(fix(10, 0.001)), at: .seconds(40), date: noon, chance: 0)) == ["tell old"])
        #expect(core.statistics.repeatedFixCount == 3)
        var patient = begun(LocationPollingOptions(staleAfter: .infinity))
        _ = patient.end(.success(fix(0)), at: .zero, date: noon, chance: 0)
        #expect(patient.deadline == .seconds(5))
        #expect(words(patient.advance(to: .seconds(1e6), chance: 0)) == ["request"])
    }

    @Test("an answer that is no place is a failure")
    func noPlace() {
        var core = begun()
        for (x, y) in [(Double.nan, 0.0), (0, .infinity)] {
            let answer = Location(position: Point(x: x, y: y, spatialReference: .wgs84))
            #expect(words(core.end(.success(answer), at: .zero, date: noon, chance: 0)) == ["report noPlace"])
            _ = core.advance(to: core.deadline ?? .zero, chance: 0)
        }
    }

    @Test("a run that begins anew waits for the request of the one before, and passes its answer over")
    func restart() {
        var core = begun()
        core.begin(now: .seconds(3))
        #expect(core.advance(to: .seconds(3), chance: 0).isEmpty && core.deadline == nil)
        #expect(core.end(.success(fix(0)), at: .seconds(4), date: noon, chance: 0).isEmpty)
        #expect(words(core.advance(to: .seconds(4), chance: 0)) == ["request"])
        #expect(core.statistics.lateAnswerCount == 1)
    }

    @Test("options that are none count as the nearest that are")
    func strangeOptions() {
        for timeout in [0, -1, Double.nan] {
            var core = begun(LocationPollingOptions(interval: timeout, timeout: timeout, maximumPause: timeout, staleAfter: timeout))
            #expect(core.deadline == .seconds(0.05))
            #expect(words(core.advance(to: .seconds(0.05), chance: 0)) == ["cancel", "report requestTimedOut"])
        }
        let options = LocationPollingOptions(interval: .infinity, timeout: .infinity, maximumPause: .infinity, staleAfter: 1e300)
        #expect(begun(options).deadline == .seconds(604_800))
    }
}
