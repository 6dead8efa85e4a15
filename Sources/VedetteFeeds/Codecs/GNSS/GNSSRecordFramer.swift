// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteLocation

/// Cuts the bytes of a GNSS receiver into fixes. A fix is what many sentences say together, in their order: so it is decoded here, and each record
/// brings what it says along.
package struct GNSSRecordFramer: RecordFramer {
    package private(set) var recordCount: UInt64 = 0
    private var decoder = GNSSDecoder()

    package init() {}

    package var damage: GNSSDamage { decoder.damage }

    package mutating func frame(
        _ bytes: UnsafeRawBufferPointer, isEnd: Bool, records: inout [FeedRecord], issues: inout [FeedIssue]
    ) throws(FeedError) -> Int {
        var events: [GNSSEvent] = []
        decoder.push(bytes, events: &events)
        if isEnd { decoder.finish(events: &events) }
        for event in events {
            switch event {
            case .report(.fix(let fix, let sky), let line):
                records.append(FeedRecord(range: 0..<0, line: line, ordinal: recordCount, content: GNSSContent(fix: fix, sky: sky)))
                recordCount += 1
            case .report(.sky, _): break
            case .note(let note): issues.append(FeedIssue(note))
            }
        }
        return bytes.count
    }
}

/// What a record of a GNSS feed says.
final class GNSSContent: FeedRecordContent {
    let fix: GNSSFix
    let sky: GNSSSky

    init(fix: GNSSFix, sky: GNSSSky) {
        (self.fix, self.sky) = (fix, sky)
    }
}

extension FeedIssue {
    fileprivate init(_ note: GNSSNote) {
        let code: Code =
            switch note.kind {
            case .checksum: .invalidChecksum
            case .malformed: .unreadableField
            case .tooLong: .tooLong
            case .skipped: .unknownBytes
            }
        self.init(line: note.line, code, note.message)
    }
}
