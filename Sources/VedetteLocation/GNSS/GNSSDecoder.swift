// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Turns the bytes of a receiver into reports: NMEA 0183 and the binary protocols, mixed as they come. A core: the same stream gives the same
/// reports, however it was cut into pieces.
package struct GNSSDecoder: Sendable {
    /// What the receiver has said so far.
    package private(set) var session: GNSSSession
    package private(set) var damage = GNSSDamage()
    private var framer = GNSSFramer()
    private var protocols: [any GNSSProtocol]
    /// Bytes passed over since the latest packet, and the line on which they began.
    private var skipped = (count: 0, line: 0)

    package init(context: GNSSContext = GNSSContext()) {
        session = GNSSSession(context: context)
        protocols = Self.allProtocols
    }

    /// In the order in which they are asked, where several may begin with the same byte.
    private static var allProtocols: [any GNSSProtocol] {
        [NMEAProtocol(), SiRFProtocol(), UBXProtocol(), TSIPProtocol(), OncoreProtocol(), CASICProtocol(), RTCMProtocol(), GREISProtocol()]
    }

    /// The reports that the next bytes make whole.
    package mutating func push(_ bytes: some Collection<UInt8>) -> [GNSSReport] {
        var (reports, notes) = ([GNSSReport](), [GNSSNote]())
        push(bytes, reports: &reports, notes: &notes)
        return reports
    }

    /// Adds the reports that the next bytes make whole, and what is wrong with them.
    package mutating func push(_ bytes: some Collection<UInt8>, reports: inout [GNSSReport], notes: inout [GNSSNote]) {
        var events: [GNSSEvent] = []
        push(bytes, events: &events)
        Self.sort(events, &reports, &notes)
    }

    /// Takes it that nothing follows: what had begun and is not whole is damage. A new stream may begin then.
    package mutating func finish(reports: inout [GNSSReport], notes: inout [GNSSNote]) {
        var events: [GNSSEvent] = []
        finish(events: &events)
        Self.sort(events, &reports, &notes)
    }

    /// Adds what the next bytes make whole, in order.
    package mutating func push(_ bytes: some Collection<UInt8>, events: inout [GNSSEvent]) {
        framer.push(bytes)
        decode(isEnd: false, &events)
    }

    /// Takes it that nothing follows: what had begun and is not whole is damage. A new stream may begin then.
    package mutating func finish(events: inout [GNSSEvent]) {
        decode(isEnd: true, &events)
    }

    private static func sort(_ events: [GNSSEvent], _ reports: inout [GNSSReport], _ notes: inout [GNSSNote]) {
        for event in events {
            switch event {
            case .report(let report, _): reports.append(report)
            case .note(let note): notes.append(note)
            }
        }
    }

    /// Whether a packet of a known kind, and not just a comment or a message of ships (AIS), is in the bytes.
    ///
    /// `isEnd` says that nothing follows. Where more does, a packet that is found now is found then too.
    package static func recognizes(_ bytes: some Collection<UInt8>, isEnd: Bool) -> Bool {
        var framer = GNSSFramer()
        framer.push(bytes)
        let protocols = allProtocols
        while let (piece, _) = framer.next(protocols, isEnd: isEnd) {
            if case .packet(_, let packet) = piece, let first = packet.first, !"#!".utf8.contains(first) { return true }
        }
        return false
    }

    private mutating func decode(isEnd: Bool, _ events: inout [GNSSEvent]) {
        while let (piece, line) = framer.next(protocols, isEnd: isEnd) {
            if case .skipped = piece {} else { noteSkipped(&events) }
            switch piece {
            case .packet(let index, let bytes):
                let marker = "# Delay-Cookie: ".utf8
                if bytes.starts(with: marker), let mark = bytes.dropFirst(marker.count).first, mark > 0x20 { framer.leaveOut(mark) }
                let malformed = session.malformedCount
                switch protocols[index].decode(bytes, in: &session) {
                case .packet(let packet):
                    for report in session.merge(packet) { events.append(.report(report, line: line)) }
                case .unknown: damage.unknownPackets += 1
                case .tooLong: lost(\.tooLong, .tooLong, line, "longer than \(NMEAProtocol.maximumLength) characters", bytes, &events)
                }
                if session.malformedCount != malformed {
                    lost(\.malformed, .malformed, line, "a field cannot be read", bytes, &events)
                }
            case .damaged(let bytes):
                lost(\.checksumErrors, .checksum, line, "the checksum is wrong or missing", bytes, &events)
            case .tooLong(let length):
                lost(\.tooLong, .tooLong, line, "\(length) bytes without an end", [], &events)
            case .skipped(let count):
                if skipped.count == 0 { skipped.line = line }
                skipped.count += count
                damage.skippedBytes += count
            }
        }
        if isEnd { noteSkipped(&events) }
    }

    /// Says once, as soon as a packet follows, how many bytes were in none.
    private mutating func noteSkipped(_ events: inout [GNSSEvent]) {
        guard skipped.count > 0 else { return }
        events.append(
            .note(GNSSNote(kind: .skipped, line: skipped.line, message: "\(skipped.count) bytes are in no sentence or message")))
        skipped.count = 0
    }

    private mutating func lost(
        _ counter: WritableKeyPath<GNSSDamage, Int>, _ kind: GNSSNote.Kind, _ line: Int, _ message: String, _ bytes: ArraySlice<UInt8>,
        _ events: inout [GNSSEvent]
    ) {
        damage[keyPath: counter] += 1
        let text = String(decoding: bytes.prefix(16).prefix { (0x20...0x7E).contains($0) }, as: UTF8.self)
        events.append(.note(GNSSNote(kind: kind, line: line, message: text.isEmpty ? message : "\(text)…: \(message)")))
    }
}
