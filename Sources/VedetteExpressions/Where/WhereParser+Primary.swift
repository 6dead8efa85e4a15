// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

extension WhereParser {
    /// Words that a field can be called only between double quotes or brackets.
    private static let reserved: Set<String> = [
        "AND", "OR", "NOT", "IN", "IS", "LIKE", "BETWEEN", "ESCAPE", "CASE", "WHEN", "THEN", "ELSE", "END",
    ]

    /// A value: a literal, a field, a function or something in brackets.
    mutating func primary() throws(ExpressionError) -> WhereSyntax {
        let start = token
        switch start.kind {
        case .integer(let value):
            try advance()
            return WhereSyntax(kind: .literal(.integer(value)), offset: start.offset)
        case .number(let value):
            try advance()
            return WhereSyntax(kind: .literal(.number(value)), offset: start.offset)
        case .text(let text):
            if language == .renderer { throw unexpected(after: "an expression of a renderer has numbers only, not") }
            try advance()
            return WhereSyntax(kind: .literal(.text(text)), offset: start.offset)
        case .delimited(let name, let delimiter):
            try advance()
            return WhereSyntax(kind: .field(name, delimiter: delimiter), offset: start.offset)
        case .parameter(let name):
            let values = try values(of: name)
            guard values.count == 1 else {
                throw ExpressionError(.typeMismatch, "@\(name) is a list; write IN @\(name)", offset: start.offset)
            }
            try advance()
            return WhereSyntax(kind: .literal(values[0]), offset: start.offset)
        case .mark(.open):
            try advance()
            if isKeyword("SELECT") {
                throw ExpressionError(.syntax, "a query inside a where clause is not possible", offset: token.offset)
            }
            let isRenderer = language == .renderer
            let inner = try nested { parser throws(ExpressionError) in isRenderer ? try parser.sum() : try parser.condition() }
            guard try take(.close) else { throw unexpected(after: "the bracket at \(start.offset) is not closed before") }
            return WhereSyntax(kind: inner.kind, offset: start.offset)
        case .word(let word):
            try advance()
            // What is a value by itself costs no depth.
            guard token.kind == .mark(.open) || word.whole.uppercased() == "CASE" else { return try named(word, at: start.offset) }
            return try nested { parser throws(ExpressionError) in try parser.named(word, at: start.offset) }
        case .mark, .end:
            throw unexpected(after: "a value is missing before")
        }
    }

    /// What a word begins: a literal, a function, or else a field.
    private mutating func named(_ written: WhereName, at offset: Int) throws(ExpressionError) -> WhereSyntax {
        func syntax(_ kind: WhereSyntax.Kind) -> WhereSyntax { WhereSyntax(kind: kind, offset: offset) }
        let word = written.whole
        let name = word.uppercased()
        if language == .whereClause {
            switch name {
            case "NULL": return syntax(.literal(.null))
            case "TRUE": return syntax(.literal(.boolean(true)))
            case "FALSE": return syntax(.literal(.boolean(false)))
            case "DATE", "TIME", "TIMESTAMP", "DATETIME":
                if let literal = try dateLiteral(name) { return syntax(.literal(literal)) }
            case "INTERVAL":
                if case .text(let text) = token.kind { return syntax(.literal(try interval(text))) }
            case "CURRENT_DATE": return syntax(.currentTime(try withEmptyBrackets(.date)))
            case "CURRENT_TIME": return syntax(.currentTime(try withEmptyBrackets(.time)))
            case "CURRENT_TIMESTAMP", "LOCALTIMESTAMP": return syntax(.currentTime(try withEmptyBrackets(.timestamp)))
            case "CASE": return syntax(try choose())
            case _ where Self.reserved.contains(name):
                throw ExpressionError(
                    .syntax, "a value is missing before '\(word)'; a field of that name goes between double quotes", offset: offset)
            default: break
            }
        }
        guard token.kind == .mark(.open) else { return syntax(.field(written, delimiter: nil)) }
        return syntax(try call(name, written: word, at: offset))
    }

    private mutating func withEmptyBrackets(_ time: WhereSyntax.CurrentTime) throws(ExpressionError) -> WhereSyntax.CurrentTime {
        if try take(.open) { try expect(.close, after: "'('") }
        return time
    }

    // MARK: Dates

    /// The literal after `DATE`, `TIME` or `TIMESTAMP`; nil where none follows, and the word is a field's name.
    private mutating func dateLiteral(_ keyword: String) throws(ExpressionError) -> WhereLiteral? {
        let text: String
        let offset: Int
        if case .text(let quoted) = token.kind {
            (text, offset) = (quoted, token.offset)
            try advance()
        } else if case .integer = token.kind, keyword != "TIME", let bare = rescannedDate() {
            (text, offset) = bare
            try advance()
        } else {
            return nil
        }
        guard let literal = Self.date(text, keyword) else {
            let forms = keyword == "TIME" ? "'hh:mm:ss'" : "'yyyy-mm-dd' or 'yyyy-mm-dd hh:mm:ss'"
            throw ExpressionError(
                .invalidLiteral, "'\(text.prefix(40))' is not a \(keyword == "TIME" ? "time" : "date") that exists; write \(forms)",
                offset: offset)
        }
        return literal
    }

    private mutating func rescannedDate() -> (text: String, offset: Int)? {
        var rescanned = lexer
        rescanned.rewind(to: token.offset)
        guard let bare = rescanned.takeBareDate() else { return nil }
        lexer = rescanned
        return bare
    }

    static func date(_ text: String, _ keyword: String) -> WhereLiteral? {
        var text = text
        return text.withUTF8 { utf8 in
            let bytes = UnsafeRawBufferPointer(utf8)
            if keyword == "TIME" { return DateText.parseTime(bytes).map { .time($0.microsecondsOfDay) } }
            switch DateText.parse(bytes) {
            case .instant(let instant): return .instant(instant.microsecondsSince1970)
            case .date(let date):
                return keyword == "DATE"
                    ? .date(Int64(date.daysSince1970)) : .instant(Int64(date.daysSince1970) * TimeOnly.microsecondsPerDay)
            case nil: return nil
            }
        }
    }

    private mutating func interval(_ text: String) throws(ExpressionError) -> WhereLiteral {
        let offset = token.offset
        try advance()
        let first = try datePart(after: "INTERVAL and its text")
        if try take(.open) {
            guard case .integer = token.kind else { throw unexpected(after: "a number of digits is missing before") }
            try advance()
            try expect(.close, after: "the number of digits")
        }
        var last: WhereDatePart?
        if try take(keyword: "TO") {
            last = try datePart(after: "TO")
            if try take(.open) {
                guard case .integer = token.kind else { throw unexpected(after: "a number of digits is missing before") }
                try advance()
                try expect(.close, after: "the number of digits")
            }
        }
        guard let interval = WhereInterval(text, from: first, to: last) else {
            let unit = last.map { "\(first.rawValue) TO \($0.rawValue)" } ?? first.rawValue
            throw ExpressionError(
                .invalidLiteral,
                "'\(text.prefix(40))' is no interval of \(unit); write for example INTERVAL '3' DAY, INTERVAL '1 05:30:00' DAY TO SECOND "
                    + "or INTERVAL '2-6' YEAR TO MONTH",
                offset: offset)
        }
        return .interval(interval)
    }

    private mutating func datePart(after place: String) throws(ExpressionError) -> WhereDatePart {
        if case .word(let word) = token.kind, let part = WhereDatePart(rawValue: word.whole.uppercased()) {
            try advance()
            return part
        }
        throw unexpected(after: "after \(place) comes YEAR, MONTH, DAY, HOUR, MINUTE or SECOND, but here is")
    }

    // MARK: Functions

    private mutating func call(_ name: String, written: String, at offset: Int) throws(ExpressionError) -> WhereSyntax.Kind {
        if language == .whereClause {
            switch name {
            case "CAST": return try cast()
            case "EXTRACT": return try extract()
            case "POSITION": return try position()
            case "SUBSTRING": return try substring()
            case "TRIM": return try trim()
            default: break
            }
        }
        guard let function = WhereFunction(named: name, in: language) else {
            let suggestion = NameSuggestion.suffix(for: name, among: WhereFunction.names(in: language))
            throw ExpressionError(.unknownFunction, "there is no function '\(written.prefix(60))'\(suggestion)", offset: offset)
        }
        try advance()
        var arguments: [WhereSyntax] = []
        if try !take(.close) {
            repeat {
                arguments.append(language == .renderer ? try sum() : try condition())
                guard arguments.count <= function.argumentCount.upperBound else { break }
            } while try take(.comma)
            guard arguments.count <= function.argumentCount.upperBound else { throw wrongCount(function, offset) }
            try expect(.close, after: "the arguments of \(function.rawValue)")
        }
        guard function.argumentCount.contains(arguments.count) else { throw wrongCount(function, offset) }
        return .function(function, arguments)
    }

    private func wrongCount(_ function: WhereFunction, _ offset: Int) -> ExpressionError {
        let count = function.argumentCount
        let wanted = count.lowerBound == count.upperBound ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
        return ExpressionError(
            .unknownFunction, "\(function.rawValue) takes \(wanted) argument\(count == 1...1 ? "" : "s")", offset: offset)
    }

    private mutating func extract() throws(ExpressionError) -> WhereSyntax.Kind {
        try expect(.open, after: "EXTRACT")
        let part = try datePart(after: "EXTRACT(")
        try expect(keyword: "FROM", after: "the part of the date")
        let operand = try sum()
        try expect(.close, after: "EXTRACT")
        return .extract(part, operand)
    }

    private mutating func position() throws(ExpressionError) -> WhereSyntax.Kind {
        try expect(.open, after: "POSITION")
        let part = try sum()
        if try !take(.comma) { try expect(keyword: "IN", after: "the text that is sought") }
        let whole = try sum()
        try expect(.close, after: "POSITION")
        return .function(.position, [part, whole])
    }

    private mutating func substring() throws(ExpressionError) -> WhereSyntax.Kind {
        try expect(.open, after: "SUBSTRING")
        var arguments = [try sum()]
        let usesWords = try take(keyword: "FROM")
        if !usesWords { try expect(.comma, after: "the text") }
        arguments.append(try sum())
        if usesWords ? try take(keyword: "FOR") : try take(.comma) { arguments.append(try sum()) }
        try expect(.close, after: "SUBSTRING")
        return .function(.substring, arguments)
    }

    private mutating func trim() throws(ExpressionError) -> WhereSyntax.Kind {
        try expect(.open, after: "TRIM")
        var function = WhereFunction.trim
        var hasSide = true
        if try take(keyword: "LEADING") {
            function = .trimLeading
        } else if try take(keyword: "TRAILING") {
            function = .trimTrailing
        } else {
            hasSide = try take(keyword: "BOTH")
        }
        var arguments: [WhereSyntax] = []
        if hasSide, try take(keyword: "FROM") {
            arguments = [try sum()]
        } else {
            arguments = [try sum()]
            if try take(keyword: "FROM") {
                arguments.append(try sum())
            } else if hasSide, !isClosed {
                throw unexpected(after: "after the characters to trim comes FROM, but here is")
            }
        }
        try expect(.close, after: "TRIM")
        return .function(function, arguments)
    }

    private var isClosed: Bool { token.kind == .mark(.close) }

    private mutating func choose() throws(ExpressionError) -> WhereSyntax.Kind {
        let operand = isKeyword("WHEN") ? nil : try condition()
        var branches: [(condition: WhereSyntax, result: WhereSyntax)] = []
        while try take(keyword: "WHEN") {
            let condition = try condition()
            try expect(keyword: "THEN", after: "WHEN and its condition")
            guard branches.count < Self.maximumListCount else {
                throw ExpressionError(.tooLarge, "more than \(Self.maximumListCount) branches", offset: token.offset)
            }
            branches.append((condition, try self.condition()))
        }
        guard !branches.isEmpty else { throw unexpected(after: "CASE needs WHEN, but here is") }
        let otherwise = try take(keyword: "ELSE") ? try condition() : nil
        try expect(keyword: "END", after: "CASE and its branches")
        return .choose(operand: operand, branches: branches, otherwise: otherwise)
    }

    private mutating func cast() throws(ExpressionError) -> WhereSyntax.Kind {
        try expect(.open, after: "CAST")
        let operand = try condition()
        try expect(keyword: "AS", after: "the value of CAST")
        guard case .word(let word) = token.kind else { throw unexpected(after: "the name of a type is missing before") }
        let offset = token.offset
        try advance()
        let name = word.whole.uppercased()
        if name == "DOUBLE" { _ = try take(keyword: "PRECISION") }
        var sizes: [Int] = []
        if try take(.open) {
            repeat {
                guard case .integer(let size) = token.kind, size >= 0, size <= 1_000_000 else {
                    throw unexpected(after: "the size of a type is a whole number, not")
                }
                sizes.append(Int(size))
                try advance()
            } while try take(.comma)
            try expect(.close, after: "the size of a type")
        }
        guard let type = Self.cast(name, sizes) else {
            throw ExpressionError(
                .syntax,
                "'\(word.whole.prefix(60))' is no type; write SMALLINT, INTEGER, BIGINT, FLOAT, REAL, DOUBLE PRECISION, NUMERIC(p,s), DECIMAL(p,s), CHAR(n), "
                    + "VARCHAR(n), DATE, TIME or TIMESTAMP",
                offset: offset)
        }
        try expect(.close, after: "the type of CAST")
        return .cast(operand, type)
    }

    private static func cast(_ name: String, _ sizes: [Int]) -> WhereCast? {
        switch (name, sizes.count) {
        case ("SMALLINT", 0): .integer(Int64(Int16.min)...Int64(Int16.max))
        case ("INTEGER", 0), ("INT", 0): .integer(Int64(Int32.min)...Int64(Int32.max))
        case ("BIGINT", 0): .integer(.min ... .max)
        case ("FLOAT", 0...1), ("REAL", 0), ("DOUBLE", 0): .number
        case ("NUMERIC", 0), ("DECIMAL", 0): .number
        case ("NUMERIC", 1...2), ("DECIMAL", 1...2): .decimal(precision: sizes[0], scale: sizes.count > 1 ? sizes[1] : 0)
        case ("CHAR", 0...1), ("CHARACTER", 0...1), ("VARCHAR", 0...1), ("NVARCHAR", 0...1): .text(sizes.first)
        case ("DATE", 0): .date
        case ("TIME", 0...1): .time
        case ("TIMESTAMP", 0...1), ("DATETIME", 0): .instant
        default: nil
        }
    }
}
