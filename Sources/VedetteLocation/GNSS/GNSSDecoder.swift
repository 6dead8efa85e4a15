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

    package init(context: GNSSContext = GNSSContext()) {
        session = GNSSSession(context: context)
        protocols = Self.allProtocols
    }

    /// In the order in which they are asked, where several may begin with the same byte.
    private static var allProtocols: [any GNSSProtocol] { [NMEAProtocol(), SiRFProtocol(), UBXProtocol(), TSIPProtocol()] }

    /// The reports that the next bytes make whole.
    package mutating func push(_ bytes: some Collection<UInt8>) -> [GNSSReport] {
        var (reports, notes) = ([GNSSReport](), [GNSSNote]())
        push(bytes, reports: &reports, notes: &notes)
        return reports
    }

    /// Adds the reports that the next bytes make whole, and what is wrong with them.
    package mutating func push(_ bytes: some Collection<UInt8>, reports: inout [GNSSReport], notes: inout [GNSSNote]) {
        framer.push(bytes)
        decode(isEnd: false, &reports, &notes)
    }

    /// Takes it that nothing follows: what had begun and is not whole is damage. A new stream may begin then.
    package mutating func finish(reports: inout [GNSSReport], notes: inout [GNSSNote]) {
        decode(isEnd: true, &reports, &notes)
    }

    private mutating func decode(isEnd: Bool, _ reports: inout [GNSSReport], _ notes: inout [GNSSNote]) {
        while true {
            let line = framer.line
            guard let piece = framer.next(protocols, isEnd: isEnd) else { return }
            switch piece {
            case .packet(let index, let bytes):
                let malformed = session.malformedCount
                switch protocols[index].decode(bytes, in: &session) {
                case .packet(let packet): reports += session.merge(packet)
                case .unknown: damage.unknownPackets += 1
                case .tooLong: lost(\.tooLong, .tooLong, line, "longer than \(NMEAProtocol.maximumLength) characters", bytes, &notes)
                }
                if session.malformedCount != malformed {
                    lost(\.malformed, .malformed, line, "a field cannot be read", bytes, &notes)
                }
            case .damaged(let bytes):
                lost(\.checksumErrors, .checksum, line, "the checksum is wrong or missing", bytes, &notes)
            case .tooLong(let length):
                lost(\.tooLong, .tooLong, line, "\(length) bytes without an end", [], &notes)
            case .skipped(let count):
                damage.skippedBytes += count
            }
        }
    }

    private mutating func lost(
        _ counter: WritableKeyPath<GNSSDamage, Int>, _ kind: GNSSNote.Kind, _ line: Int, _ message: String, _ bytes: ArraySlice<UInt8>,
        _ notes: inout [GNSSNote]
    ) {
        damage[keyPath: counter] += 1
        let text = String(decoding: bytes.prefix(16).prefix { (0x20...0x7E).contains($0) }, as: UTF8.self)
        notes.append(GNSSNote(kind: kind, line: line, message: text.isEmpty ? message : "\(text)…: \(message)"))
    }
}
