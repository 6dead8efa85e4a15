// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Words that say something in other languages, and what is written here.
enum ArcadeForeignWord {
    /// What to write in place of a word with which a statement begins, judged by the token behind it; nil where the word may well be a name.
    static func advice(beginning word: String, before next: ArcadeToken) -> String? {
        let beginsOperand =
            switch next.kind {
            case .word, .text, .number, .keyword(.function), .keyword(.null), .keyword(.true), .keyword(.false): true
            default: false
            }
        let opensBlock = next.isMark(.openBrace)
        let opensBracket = next.isMark(.openParenthesis)
        switch word {
        case "let", "const", "dim", "local", "int", "string", "double", "float", "bool":
            return beginsOperand && !next.followsLineBreak ? "declare variables with 'var'" : nil
        case "switch", "select":
            return word == "switch" && opensBracket || beginsOperand && !next.followsLineBreak
                ? "write Decode(value, case, result, …, otherwise), or When(condition, result, …, otherwise)" : nil
        case "case", "default": return beginsOperand || next.isMark(.colon) ? "write Decode(value, case, result, …, otherwise)" : nil
        case "try", "catch", "finally":
            return opensBlock ? "errors cannot be caught; ask before, for example with HasValue or IsEmpty" : nil
        case "throw": return beginsOperand ? "errors cannot be thrown; return a value that says it" : nil
        case "do": return opensBlock ? "write 'while (condition) { … }' or 'for (;;) { … }' with a break" : nil
        case "class", "interface", "struct", "enum":
            return beginsOperand && !next.followsLineBreak ? "write a dictionary, { key: value }" : nil
        case "new": return beginsOperand && !next.followsLineBreak ? "call the function without 'new'" : nil
        case "typeof": return beginsOperand && !next.followsLineBreak ? "write TypeOf(value)" : nil
        case "delete", "void", "await", "yield", "async":
            return beginsOperand && !next.followsLineBreak ? "leave it out" : nil
        case "elseif", "elif", "elsif": return opensBracket || beginsOperand ? "write 'else if'" : nil
        case "then", "begin":
            return (beginsOperand || opensBlock) && !next.followsLineBreak ? "put the statements between '{' and '}'" : nil
        case "def", "func", "fn", "sub": return beginsOperand && !next.followsLineBreak ? "write 'function name(parameter) { … }'" : nil
        case "foreach": return opensBracket ? "write 'for (var name in sequence) { … }'" : nil
        case "end", "endif", "endfor", "wend": return next.isMark(.semicolon) || next.followsLineBreak ? nil : "close blocks with '}'"
        default: return nil
        }
    }

    /// What to write in place of a word that stands where an expression has ended.
    static func advice(behindOperand word: String) -> String? {
        switch word {
        case "and": "write '&&'"
        case "or": "write '||'"
        case "not": "write '!'"
        case "is", "eq", "equals": "write '=='"
        case "ne": "write '!='"
        case "mod": "write '%'"
        case "div": "write '/'"
        case "like": "write Find('part', text) > -1"
        case "contains": "write Includes(array, value), or Find('part', text) > -1"
        case "instanceof": "write TypeOf(value) == 'Text', for example"
        case "then", "begin", "do": "put the statements between '{' and '}'"
        case "as": "cast with Number(value), Text(value) or Date(value)"
        default: nil
        }
    }

    /// What to write in place of a name that nobody has.
    static func advice(for name: String) -> String? {
        switch name {
        case "undefined", "nil", "none", "nothing", "missing": "write null"
        case "math": "functions stand alone, as in Round(x) and Max(a, b)"
        case "json": "write FromJSON(text), or Text(value)"
        case "string", "str", "tostring", "cstr": "write Text(value)"
        case "parseint", "parsefloat", "int", "float", "cdbl", "cint": "write Number(text)"
        case "isnull", "isnullorempty", "isblank": "write IsEmpty(value)"
        case "len", "strlen": "write Count(text)"
        case "print", "alert", "log10": name == "log10" ? "write Log(x) / Log(10)" : "write Console(value)"
        case "substring", "substr": "write Mid(text, start, count)"
        case "ucase", "toupper", "touppercase": "write Upper(text)"
        case "lcase", "tolower", "tolowercase": "write Lower(text)"
        case "coalesce", "nvl", "ifnull": "write DefaultValue(value, otherwise)"
        case "ifelse", "case", "switch": "write IIf(condition, a, b), When or Decode"
        case "concat": "write Concatenate(values), or a + b"
        case "indexof", "contains": nil
        case "try", "catch": "errors cannot be caught; ask before, for example with HasValue or IsEmpty"
        case "foreach": "write 'for (var name in sequence) { … }'"
        case "mod": "write a % b"
        case "e": "write Exp(1)"
        case "require", "include": "a script stands alone"
        default: nil
        }
    }
}
