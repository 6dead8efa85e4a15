// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// Where the values of a column lie, while a scan holds them still.
enum WhereColumn {
    case absent
    /// Words of a column: whole numbers, or moments, dates or times. No row is null where `presence` is nil.
    case words(Kind, UnsafePointer<Int64>, presence: UnsafePointer<UInt8>?)
    case numbers(UnsafePointer<Double>)
    case texts(UnsafePointer<TextColumn.Entry>, bytes: UnsafeRawBufferPointer)
    case mixed(UnsafePointer<AttributeValue>)
    case packed(PackedColumn)

    enum Kind {
        case integer
        case instant
        case date
        case time
    }
}

extension WhereColumn.Kind {
    func value(_ word: Int64) -> WhereValue {
        switch self {
        case .integer: .integer(word)
        case .instant: .instant(word)
        case .date: .date(word)
        case .time: .time(word)
        }
    }
}

/// One row of columns.
struct WhereColumnsRow: WhereRow {
    let columns: UnsafeBufferPointer<WhereColumn>
    let arena: TextArena
    var row = 0

    func value(column: Int) -> WhereValue {
        switch columns[column] {
        case .absent: return .null
        case .words(let kind, let words, let presence):
            if let presence, presence[row] == 0 { return .null }
            return kind.value(words[row])
        case .numbers(let numbers): return WhereValue(number: numbers[row])
        case .texts(let entries, let bytes):
            let entry = entries[row]
            return entry.count < 0 ? .null : .text(entry.text(in: bytes))
        case .mixed(let values): return WhereValue(values[row], arena: arena)
        case .packed(let column): return column.value(row, arena: arena)
        }
    }
}

extension TextColumn.Entry {
    @inline(__always)
    func text(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: bytes.baseAddress.map { $0 + start }, count: Int(count))
    }
}

extension WhereValue {
    /// Text is copied into the arena.
    init(_ value: AttributeValue, arena: TextArena) {
        switch value {
        case .null, .data: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .number(let value): self = WhereValue(number: value)
        case .text(let value): self = arena.copy(value).map { .text($0) } ?? .null
        case .instant(let value): self = .instant(value.microsecondsSince1970)
        case .date(let value): self = .date(Int64(value.daysSince1970))
        case .time(let value): self = .time(value.microsecondsOfDay)
        }
    }
}

extension AttributeColumns {
    /// Runs `body` with the places of those columns that `needed` names.
    func withColumns<Result>(_ needed: [Int], _ body: (UnsafeBufferPointer<WhereColumn>) -> Result) -> Result {
        var places = Array(repeating: WhereColumn.absent, count: columns.count)
        return withColumns(needed[...], &places) { $0.withUnsafeBufferPointer(body) }
    }

    private func withColumns<Result>(
        _ needed: ArraySlice<Int>, _ places: inout [WhereColumn], _ body: ([WhereColumn]) -> Result
    ) -> Result {
        guard let index = needed.first else { return body(places) }
        let column = columns[index]
        let rest = needed.dropFirst()
        func words(_ kind: WhereColumn.Kind) -> Result {
            column.integers.withUnsafeBufferPointer { words in
                column.presence.withUnsafeBufferPointer { presence in
                    if let words = words.baseAddress {
                        places[index] = .words(kind, words, presence: column.nullCount > 0 ? presence.baseAddress : nil)
                    }
                    return withColumns(rest, &places, body)
                }
            }
        }
        switch column.kind {
        case .integer: return words(.integer)
        case .instant: return words(.instant)
        case .date: return words(.date)
        case .time: return words(.time)
        case .number:
            return column.numbers.withUnsafeBufferPointer { numbers in
                if let numbers = numbers.baseAddress { places[index] = .numbers(numbers) }
                return withColumns(rest, &places, body)
            }
        case .text:
            return column.texts.entries.withUnsafeBufferPointer { entries in
                column.texts.bytes.withUnsafeBytes { bytes in
                    if let entries = entries.baseAddress { places[index] = .texts(entries, bytes: bytes) }
                    return withColumns(rest, &places, body)
                }
            }
        case .mixed:
            return column.mixed.withUnsafeBufferPointer { values in
                if let values = values.baseAddress { places[index] = .mixed(values) }
                return withColumns(rest, &places, body)
            }
        }
    }
}
