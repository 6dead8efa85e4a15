// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What a receiver has said in sentences before, that later ones build on.
struct NMEAState: Sendable {
    /// The latest date and time of day, and nanoseconds of its second. A sentence may bring only one of them.
    var clock = GNSSCalendar()
    var nanoseconds: Int32 = 0

    // MARK: Cycles

    /// Time of day in the latest sentences that have one, in seconds and nanoseconds.
    private var timeOfDay = GNSSTime(seconds: 0, nanoseconds: 0)
    private var timeOfDayBefore = GNSSTime(seconds: 0, nanoseconds: 0)
    /// Whether the sentence has a time of day.
    var hasTime = false
    /// Whether the sentence is of a list that goes on.
    var hasMoreToCome = false
    /// Whether the latest sentence that was read may come after the end of a cycle.
    var continuesCycle = false
    /// The latest kind of sentence with a time of day; 0 before any.
    private var lastTag = 0
    /// By kind of sentence: whether it is the last one of a cycle.
    private var endsCycle = Array(repeating: false, count: NMEASentence.allCases.count + 1)

    /// What the receiver is, where it says so again and again.
    private var version: [[UInt8]] = []

    /// Whether that is news.
    mutating func takeVersion(_ fields: NMEAFields) -> Bool {
        let said = (2...5).map { Array(fields[$0]) }
        defer { version = said }
        return said != version
    }

    // MARK: Lists of satellites

    var lastGGATalker: UInt8 = 0
    var lastGGATime: [UInt8] = []
    /// Whether GGA has come twice with the same time: then GSA is not to be trusted.
    var isFrozen = false
    var lastGSATalker: UInt8 = 0
    var lastGSVTalker: UInt8 = 0
    var endGSVTalker: UInt8 = 0
    /// The satellites in use.
    var used: [Int] = []
    /// Whether a system other than GPS has had a list of used ones, or of ones in view.
    var hasOtherUsed = false
    var hasOtherVisible = false

    /// A sentence that is none of a list ends it.
    mutating func leaveLists(_ fields: NMEAFields) {
        let formatter = fields[0].dropFirst(2)
        if !formatter.starts(with: Array("GSV".utf8)) {
            if lastGSVTalker != 0 { endGSVTalker = lastGSVTalker }
            lastGSVTalker = 0
        }
        if !formatter.starts(with: Array("GSA".utf8)) { lastGSATalker = 0 }
    }

    // MARK: Times

    /// UTC of the latest date and time of day.
    mutating func time(_ context: inout GNSSContext) -> GNSSTime {
        if clock.year == 0, clock.day == 0 { return GNSSTime(seconds: 0, nanoseconds: 0) }
        var seconds = clock.seconds ?? -1
        // Before 2017 a receiver that is at work now has lost a rollover of the GPS week. A log that says when it was written means what it says.
        if !context.isDated, context.leapSeconds > 17, seconds < 1_483_228_800 {
            seconds += 1024 * GNSSContext.secondsPerWeek
            clock = GNSSCalendar(seconds: seconds)
        }
        return GNSSTime(seconds: seconds, nanoseconds: nanoseconds)
    }

    /// Takes a time of day, `hhmmss` and perhaps a fraction; says whether it is one.
    mutating func takeTime(_ text: ArraySlice<UInt8>) -> Bool {
        guard let time = NMEATime(text) else { return false }
        (clock.hour, clock.minute, clock.second, nanoseconds) = (time.hour, time.minute, time.second, time.nanoseconds)
        return true
    }

    /// Takes a date, `ddmmyy`; says whether it is one.
    mutating func takeDate(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count == 6, text.allSatisfy(NMEANumber.isDigit) else { return false }
        let day = NMEATime.pair(text, 0)
        let month = NMEATime.pair(text, 2)
        let year = NMEATime.pair(text, 4)
        guard (1...12).contains(month), (1...31).contains(day) else { return false }
        (clock.year, clock.month, clock.day) = (year < 69 ? 2000 + year : 1900 + year, month, day)
        return true
    }

    /// Forgets date and time.
    mutating func forgetClock() { clock = GNSSCalendar() }

    /// Notes the time of day of the sentence, by which cycles are told apart.
    mutating func register(_ text: ArraySlice<UInt8>) {
        guard let time = NMEATime(text) else { return }
        timeOfDayBefore = timeOfDay
        timeOfDay = GNSSTime(seconds: Int64(time.hour * 3600 + time.minute * 60 + time.second), nanoseconds: time.nanoseconds)
        hasTime = true
    }

    // MARK: The order of sentences

    /// Says whether a sentence begins a cycle or ends one.
    ///
    /// A receiver sends the sentences of a fix in the same order each time: the kind that came before the time of day changed is the last with a
    /// time. Before that has been seen once, fixes are reported as they change.
    mutating func findCycle(_ tag: Int, _ packet: inout GNSSPacket, _ session: inout GNSSSession) {
        if hasMoreToCome { return remember(tag) }
        if hasTime {
            if timeHasMoved {
                packet.parts.insert(.clearsFix)
                if lastTag > 0, !endsCycle[lastTag], !continuesCycle {
                    endsCycle[lastTag] = true
                    session.endsOfCyclesAreKnown = true
                }
            }
        } else {
            // News after the end.
            if endsCycle[lastTag], !packet.parts.isEmpty { packet.parts.insert(.reportsFix) }
            if continuesCycle {
                endsCycle[lastTag] = false
                endsCycle[tag] = true
                session.endsOfCyclesAreKnown = true
            }
        }
        if hasTime || continuesCycle, endsCycle[tag] { packet.parts.insert(.reportsFix) }
        remember(tag)
    }

    /// By more than a hundredth of a second.
    private var timeHasMoved: Bool {
        let seconds = timeOfDay.seconds - timeOfDayBefore.seconds
        return abs(seconds * 1_000_000_000 + Int64(timeOfDay.nanoseconds - timeOfDayBefore.nanoseconds)) > 10_000_000
    }

    private mutating func remember(_ tag: Int) {
        if hasTime { lastTag = tag }
    }
}
