// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteModel

/// Says when to ask for a location, what to tell of the answers, and when they have become old: a core, which is handed time and chance.
struct LocationPollingCore: Sendable {
    enum Action {
        /// Begin a request.
        case request
        /// Cancel the request that is under way. It stays under way until it has ended.
        case cancelRequest
        case tell(Location)
        /// Say what is wrong; nil where all is well again.
        case report((any Error)?)
    }

    private struct Request {
        var deadline: Duration
        var began: Duration
        var isOverdue = false
    }

    private let options: LocationPollingOptions
    private var schedule: PollingSchedule
    private var motion: LocationMotion
    private var request: Request?
    /// The location that was told last.
    private var latest: Location?
    /// When it becomes old; nil once it is.
    private var staleAt: Duration?
    private(set) var statistics = LocationPollingStatistics()

    init(_ options: LocationPollingOptions) {
        self.options = options
        schedule = PollingSchedule(interval: options.interval, maximumPause: options.maximumPause)
        motion = LocationMotion(derives: options.derivesMotion, interval: options.effectiveInterval)
    }

    /// When ``advance(to:chance:)`` is to be called next, if no request ends before; nil for not before one has.
    var deadline: Duration? {
        let next = request.map { $0.isOverdue ? nil : $0.deadline } ?? schedule.due
        return [next, staleAt].compactMap { $0 }.min()
    }

    /// Begins, or begins anew: asks at once. A request that is still under way stays so, and is waited for; the time that has passed meanwhile does not
    /// count. What was known is kept, and has become old.
    mutating func begin(now: Duration) {
        schedule.reset(now: now)
        request?.isOverdue = true
        staleAt = nil
    }

    /// What is to be done at a time; `chance` is from 0 to below 1.
    mutating func advance(to now: Duration, chance: Double) -> [Action] {
        var actions: [Action] = []
        if let staleAt, staleAt <= now, let latest {
            self.staleAt = nil
            let old = latest.asLastKnown
            self.latest = old
            statistics.staleCount += 1
            actions.append(.tell(old))
        }
        if let request {
            if !request.isOverdue, request.deadline <= now {
                self.request?.isOverdue = true
                statistics.timeoutCount += 1
                let seconds = options.effectiveTimeout
                let error = LocationError(.requestTimedOut, "no answer within \(seconds) s; ask a nearer server, or raise the timeout")
                actions += [.cancelRequest] + fail(error, ended: now, wish: nil, chance: chance)
            }
        } else if schedule.due <= now {
            request = Request(deadline: now + .seconds(options.effectiveTimeout), began: now)
            statistics.requestCount += 1
            actions.append(.request)
        }
        return actions
    }

    /// The request has ended.
    ///
    /// - Parameters:
    ///   - answer: a location, or none, or why there is no answer.
    ///   - now: when.
    ///   - date: what a clock on the wall says then: the time of fixes that have none.
    ///   - chance: from 0 to below 1.
    /// - Returns: what is to be done.
    mutating func end(_ answer: Result<Location?, any Error>, at now: Duration, date: Date, chance: Double) -> [Action] {
        guard let request else { return [] }
        self.request = nil
        guard !request.isOverdue else {
            if case .success = answer { statistics.lateAnswerCount += 1 }
            return []
        }
        switch answer {
        case .failure(let error):
            return fail(error, ended: now, wish: (error as? any PollingWish)?.secondsToWait, chance: chance)
        case .success(let fix?) where !fix.hasPlace:
            let error = LocationError(.noPlace, "the answer's position is empty or not finite; ask for one that is a place")
            return fail(error, ended: now, wish: nil, chance: chance)
        case .success(let fix):
            schedule.succeed(began: request.began, ended: now)
            let isRecovery = statistics.lastError != nil
            (statistics.consecutiveFailureCount, statistics.lastError) = (0, nil)
            let actions = fix.map { take($0, now, date) } ?? []
            if fix == nil { statistics.emptyAnswerCount += 1 } else { statistics.answerCount += 1 }
            return (isRecovery ? [.report(nil)] : []) + actions
        }
    }

    private mutating func take(_ fix: Location, _ now: Duration, _ date: Date) -> [Action] {
        switch motion.take(fix, now: date) {
        case .new(let location):
            latest = location
            staleAt = options.effectiveStaleness.map { now + .seconds($0) }
            return [.tell(location)]
        case .repeated(let location):
            statistics.repeatedFixCount += 1
            // What has become old stays so.
            let location = staleAt == nil && options.effectiveStaleness != nil ? location.asLastKnown : location
            latest = location
            return [.tell(location)]
        case .outOfOrder:
            statistics.outOfOrderFixCount += 1
            return []
        }
    }

    private mutating func fail(_ error: any Error, ended: Duration, wish: Double?, chance: Double) -> [Action] {
        schedule.fail(ended: ended, wish: wish, chance: chance)
        statistics.failureCount += 1
        statistics.consecutiveFailureCount += 1
        statistics.lastError = error
        return [.report(error)]
    }
}

/// An error by which a server says for how long it wants to be left alone.
package protocol PollingWish: Error {
    /// In seconds.
    var secondsToWait: Double? { get }
}
