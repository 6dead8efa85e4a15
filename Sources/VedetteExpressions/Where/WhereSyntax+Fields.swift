// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension WhereSyntax {
    /// The field names in it, each once whatever its case, in the order in which they come.
    var fieldNames: [String] {
        var names: [String] = []
        var known: Set<String> = []
        visitFields { name in
            if known.insert(name.whole.lowercased()).inserted { names.append(name.whole) }
        }
        return names
    }

    /// The field names in it, each spelling once.
    var spelledFieldNames: [String] {
        var names: [String] = []
        var known: Set<String> = []
        visitFields { name in
            if known.insert(name.whole).inserted { names.append(name.whole) }
        }
        return names
    }

    private func visitFields(_ body: (WhereName) -> Void) {
        switch kind {
        case .field(let name, _): body(name)
        case .literal, .currentTime: break
        case .negate(let operand), .not(let operand), .isNull(let operand, _), .cast(let operand, _), .extract(_, let operand):
            operand.visitFields(body)
        case .chain(let first, let rest):
            first.visitFields(body)
            for link in rest { link.operand.visitFields(body) }
        case .compare(_, let first, let second), .like(let first, let second, _, _):
            first.visitFields(body)
            second.visitFields(body)
        case .between(let operand, let low, let high, _):
            for operand in [operand, low, high] { operand.visitFields(body) }
        case .inList(let operand, let items, _):
            operand.visitFields(body)
            for item in items { item.visitFields(body) }
        case .and(let operands), .or(let operands), .function(_, let operands):
            for operand in operands { operand.visitFields(body) }
        case .choose(let operand, let branches, let otherwise):
            operand?.visitFields(body)
            for branch in branches {
                branch.condition.visitFields(body)
                branch.result.visitFields(body)
            }
            otherwise?.visitFields(body)
        }
    }
}
