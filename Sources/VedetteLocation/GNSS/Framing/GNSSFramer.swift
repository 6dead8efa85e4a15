// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Cuts the bytes of a receiver into packets, wherever the bytes themselves were cut: a core.
struct GNSSFramer: Sendable {
    enum Piece: Sendable {
        /// A packet of the protocol with this index.
        case packet(protocol: Int, ArraySlice<UInt8>)
        case damaged(ArraySlice<UInt8>)
        case tooLong(Int)
        /// So many bytes that are in no packet, white space not counted.
        case skipped(Int)
    }

    private var bytes: [UInt8] = []
    private var start = 0
    /// The beginning of a sentence that another has come into the middle of. It goes on behind that one.
    private var interrupted: [UInt8] = []
    /// The line of the stream at `start`, from 1.
    private var line = 1
    /// A byte that a log marks pauses with; it is no part of the stream.
    private var pauseMark: UInt8?

    mutating func push(_ more: some Collection<UInt8>) {
        if start == bytes.count || start >= 1 << 16 {
            bytes.removeSubrange(..<start)
            start = 0
        }
        if let pauseMark {
            bytes.append(contentsOf: more.lazy.filter { $0 != pauseMark })
        } else {
            bytes.append(contentsOf: more)
        }
    }

    /// Leaves a byte out from here on. Logs of gpsd say so, `# Delay-Cookie: | 0.01`.
    mutating func leaveOut(_ mark: UInt8) {
        pauseMark = mark
        bytes.removeSubrange(..<start)
        start = 0
        bytes.removeAll { $0 == mark }
    }

    /// The next piece, and the line on which it begins; nil where more bytes are needed. `isEnd` says that nothing follows.
    mutating func next(_ protocols: [any GNSSProtocol], isEnd: Bool) -> (piece: Piece, line: Int)? {
        var skipped = 0
        var lineOfSkipped = line
        while start < bytes.count {
            let first = bytes[start]
            var isPartial = false
            for (index, candidate) in protocols.enumerated() where candidate.mayBegin(with: first) {
                let frame = candidate.frame(bytes[start...])
                if frame == .none || (frame == .partial && isEnd) { continue }
                isPartial = frame == .partial
                if isPartial { break }
                let lineOfPacket = line
                return skipped > 0 ? (.skipped(skipped), lineOfSkipped) : (take(frame, index), lineOfPacket)
            }
            if isPartial { break }
            if let length = NMEAFraming.interruptedLength(bytes[start...]) {
                if skipped == 0 { lineOfSkipped = line }
                skipped += interrupted.count
                interrupted = Array(bytes[start..<start + length])
                start += length
                continue
            }
            if skipped == 0 { lineOfSkipped = line }
            skipped += interrupted.count
            interrupted = []
            if first == UInt8(ascii: "\n") { line += 1 }
            if !Self.isWhitespace(first) { skipped += 1 }
            start += 1
        }
        if isEnd {
            skipped += interrupted.count
            interrupted = []
        }
        return skipped > 0 ? (.skipped(skipped), lineOfSkipped) : nil
    }

    private mutating func take(_ frame: GNSSFrame, _ index: Int) -> Piece {
        let length =
            switch frame {
            case .packet(let length), .tooLong(let length): length
            case .damaged(let length): NMEAFraming.lengthUpToSentence(bytes[start..<start + length]) ?? length
            case .none, .partial: 1
            }
        let packet = Array(bytes[start..<start + length])
        start += length
        for byte in packet where byte == UInt8(ascii: "\n") { line += 1 }
        switch frame {
        case .packet:
            if !interrupted.isEmpty, packet.first == UInt8(ascii: "$") {
                // Over what is done with; where that is too short, which depends on how the bytes came, room is made.
                let begin = max(0, start - interrupted.count)
                bytes.replaceSubrange(begin..<start, with: interrupted)
                start = begin
            }
            interrupted = []
            return .packet(protocol: index, packet[...])
        case .damaged: return .damaged(packet[...])
        default: return .tooLong(length)
        }
    }

    private static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == 0x0A || byte == 0x0D || byte == 0x20 || byte == 0x09 || byte == 0
    }
}
