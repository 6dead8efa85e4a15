// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension ArcadeRun {
    func getIndex(_ sp: ArcadeStack) throws(ArcadeFailure) -> ArcadeStack {
        let value = try element(of: sp[-2], at: sp[-1])
        return push(value, drop(drop(sp)))
    }

    func getMember(_ name: UnsafePointer<ArcadeName>, _ sp: ArcadeStack) throws(ArcadeFailure) -> ArcadeStack {
        let value = try member(of: sp[-1], named: name.pointee)
        return push(value, drop(sp))
    }

    func setIndex(_ sp: ArcadeStack) throws(ArcadeFailure) -> ArcadeStack {
        try setElement(of: sp[-3], at: sp[-2], to: sp[-1])
        let value = (sp - 1).move()
        return push(value, drop(drop(sp - 1)))
    }

    func setMember(_ name: UnsafePointer<ArcadeName>, _ sp: ArcadeStack) throws(ArcadeFailure) -> ArcadeStack {
        try setMember(of: sp[-2], named: name.pointee, to: sp[-1])
        let value = (sp - 1).move()
        return push(value, drop(sp - 1))
    }

    func makeArray(_ count: Int, _ sp: ArcadeStack) throws(ArcadeFailure) -> ArcadeStack {
        let first = sp - count
        let array = try makeArray(Array(UnsafeBufferPointer(start: first, count: count)))
        first.deinitialize(count: count)
        return push(array, first)
    }

    func makeDictionary(_ code: ArcadeCode, _ instruction: ArcadeInstruction, _ sp: ArcadeStack) throws(ArcadeFailure) -> ArcadeStack {
        let count = Int(instruction.count)
        let first = sp - count
        try chargeValue(bytes: 16 * count)
        let dictionary = try makeDictionary()
        for index in 0..<count { dictionary[code.names[Int(instruction.operand) + index]] = first[index] }
        first.deinitialize(count: count)
        return push(.dictionary(dictionary), first)
    }

    // MARK: Sequences

    /// Begins a loop over what is on top.
    func iterate(_ flag: UInt8, _ sp: ArcadeStack) throws(ArcadeFailure) -> ArcadeStack {
        let iteration = try makeIteration(sp[-1], takesValues: flag & ArcadeInstruction.takesValues != 0)
        let value = ArcadeValue.function(ArcadeFunction(name: "", body: .iteration(iteration)))
        return push(value, drop(sp))
    }

    private func makeIteration(_ sequence: ArcadeValue, takesValues: Bool) throws(ArcadeFailure) -> ArcadeIteration {
        switch sequence {
        case .null: return ArcadeIteration(.count(0))
        case .array(let array):
            return takesValues ? ArcadeIteration(.array(array, array.elements.count)) : ArcadeIteration(.count(array.elements.count))
        case .dictionary(let dictionary):
            try chargeMemory(16 * dictionary.count)
            try charge(dictionary.count)
            var elements: [ArcadeValue] = []
            try dictionary.forEach { key, value throws(ArcadeFailure) in elements.append(takesValues ? value : .text(key)) }
            return ArcadeIteration(.elements(elements))
        case .feature(let feature):
            let names = feature.fieldNames
            try charge(names.count)
            guard takesValues else { return ArcadeIteration(.elements(names.map { .text($0) })) }
            return ArcadeIteration(.elements(names.map { feature.value(named: ArcadeName($0), in: self) ?? .null }))
        case .featureSet(let set): return ArcadeIteration(.rows(try set.rows(in: self)))
        default:
            throw ArcadeFailure(
                .type, "a `for` loop goes over an Array, a Dictionary, a Feature or a FeatureSet, not over \(describe(sequence))")
        }
    }

    /// Pushes the next value of the loop on top; false at its end.
    func next(_ sp: inout ArcadeStack) throws(ArcadeFailure) -> Bool {
        guard case .function(let function) = sp[-1], case .iteration(let iteration) = function.body,
            let value = iteration.next()
        else { return false }
        sp = push(value, sp)
        return true
    }
}

/// How far a loop over a sequence has come. An array that grows meanwhile is gone through up to where it ended at first.
package final class ArcadeIteration {
    enum Sequence {
        /// Numbers from 0.
        case count(Int)
        case array(ArcadeArray, Int)
        case elements([ArcadeValue])
        case rows([any ArcadeRow])
    }

    private let sequence: Sequence
    @exclusivity(unchecked) private var index = 0

    init(_ sequence: Sequence) {
        self.sequence = sequence
    }

    func next() -> ArcadeValue? {
        defer { index += 1 }
        switch sequence {
        case .count(let count): return index < count ? .number(Double(index)) : nil
        case .array(let array, let count): return index < min(count, array.elements.count) ? array.elements[index] : nil
        case .elements(let elements): return index < elements.count ? elements[index] : nil
        case .rows(let rows): return index < rows.count ? .feature(ArcadeFeature(row: rows[index])) : nil
        }
    }
}
