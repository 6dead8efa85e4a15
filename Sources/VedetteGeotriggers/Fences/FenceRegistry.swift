// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteFences
import VedetteGeometry
import VedetteModel

/// The fences of a monitor, by what they stand for and by id: a value without lock or task.
struct FenceRegistry: Sendable {
    private struct Entry: Sendable {
        let id: String
        var element: any GeoElement
        /// The change that was carried out last: an older one comes too late.
        var ticket: UInt64
        /// nil where the element is no fence.
        var fence: GeotriggerFence?
    }

    /// An element with its area, as a thread has made it outside of any lock.
    struct Prepared: Sendable {
        let element: FenceElement
        let geometry: Geometry?
        let shape: Result<FenceShape, FenceShapeError>
    }

    private var entries: [FenceKey: Entry] = [:]
    private var keys: [String: FenceKey] = [:]
    private var nextNumber = 0
    /// What is wrong with elements that are no fences, by their ids.
    private(set) var errors: [String: FenceShapeError] = [:]
    /// How many elements are fences.
    private(set) var fenceCount = 0
    private let bufferDistance: Double
    private var hasNewProblem = true

    init(bufferDistance: Double) {
        self.bufferDistance = bufferDistance
    }

    func fence(withID id: String) -> GeotriggerFence? { keys[id].flatMap { entries[$0]?.fence } }

    func element(of key: FenceKey) -> FenceElement? { entries[key].map { FenceElement(key: key, element: $0.element) } }

    /// The fence of an element; nil where it is none.
    func fence(of key: FenceKey) -> GeotriggerFence? { entries[key]?.fence }

    /// All fences, in the order of their ids.
    var fences: [GeotriggerFence] {
        entries.values.compactMap(\.fence).sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    }

    /// Puts an element in, or gives it another area.
    ///
    /// - Parameters:
    ///   - prepared: the element and its area.
    ///   - isAddition: whether it may be new; where not, and it is not there, nothing is done.
    ///   - ticket: the place of the change among all.
    /// - Returns: what the engine has to do; nil for nothing.
    mutating func put(_ prepared: Prepared, isAddition: Bool, ticket: UInt64) -> FenceEdit? {
        let key = prepared.element.key
        if let entry = entries[key], entry.ticket > ticket { return nil }
        guard isAddition || entries[key] != nil else { return nil }
        var entry: Entry
        if let known = entries[key] {
            entry = known
        } else {
            entry = Entry(id: makeID(for: prepared.element), element: prepared.element.element, ticket: ticket)
        }
        let before = entry.fence
        (entry.element, entry.ticket) = (prepared.element.element, ticket)
        keys[entry.id] = key
        defer { entries[key] = entry }
        switch prepared.shape {
        case .success(let shape):
            if errors.removeValue(forKey: entry.id) != nil { hasNewProblem = true }
            entry.fence = GeotriggerFence(
                id: entry.id, key: key, element: entry.element, shape: shape, source: prepared.geometry, bufferDistance: bufferDistance)
            if before == nil { count(1) }
            return before?.shape == shape ? nil : .put(FenceDefinition(id: entry.id, shape: shape))
        case .failure(let error):
            errors[entry.id] = error
            hasNewProblem = true
            entry.fence = nil
            guard before != nil else { return nil }
            count(-1)
            return .remove(id: entry.id)
        }
    }

    /// Takes note that the engine has no room for a fence.
    mutating func refuse(_ refusal: FenceRefusal) {
        guard let key = keys[refusal.id], entries[key]?.fence != nil else { return }
        entries[key]?.fence = nil
        errors[refusal.id] = FenceShapeError(.noRoom, refusal.error.description)
        hasNewProblem = true
        count(-1)
    }

    /// Takes an element out.
    mutating func remove(_ key: FenceKey) -> FenceEdit? {
        guard let entry = entries.removeValue(forKey: key) else { return nil }
        keys[entry.id] = nil
        if errors.removeValue(forKey: entry.id) != nil { hasNewProblem = true }
        guard entry.fence != nil else { return nil }
        count(-1)
        return .remove(id: entry.id)
    }

    /// The id that an element gets, for a list of ids alone.
    mutating func reserveID(for element: FenceElement) -> String {
        let id = makeID(for: element)
        keys[id] = element.key
        return id
    }

    private mutating func count(_ difference: Int) {
        // With the first fence and the last one, what the warning says is another thing.
        if fenceCount == 0 || fenceCount + difference == 0 { hasNewProblem = true }
        fenceCount += difference
    }

    /// The id that an element wants where it is free, else the number in which it came.
    private mutating func makeID(for element: FenceElement) -> String {
        if let wanted = element.preferredID, keys[wanted] == nil { return wanted }
        while true {
            defer { nextNumber += 1 }
            if keys[String(nextNumber)] == nil { return String(nextNumber) }
        }
    }

    // MARK: Faults

    /// The most fences that a warning names.
    private static let namedCount = 100

    /// What is wrong with the fences, where that is another thing than when it was asked last.
    mutating func newProblem() -> GeotriggerError?? {
        guard hasNewProblem else { return nil }
        hasNewProblem = false
        return .some(problem)
    }

    /// What is wrong with the fences; nil where nothing is.
    private var problem: GeotriggerError? {
        guard !errors.isEmpty else {
            return fenceCount > 0
                ? nil : GeotriggerError(.noFences, "there are no fences; add an element with an area, or give the parameters a buffer")
        }
        let ids = errors.count <= Self.namedCount ? Array(errors.keys) : Self.first(Self.namedCount, of: errors.keys)
        let named = ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let first = named.first.flatMap { id in errors[id].map { "fence \(id): \($0.message)" } } ?? ""
        let message = first + (errors.count > 1 ? "; and \(errors.count - 1) more" : "")
        let faults = Dictionary(uniqueKeysWithValues: named.compactMap { id in errors[id].map { (id, $0) } })
        return GeotriggerError(fenceCount > 0 ? .invalidFences : .noFences, message, fences: faults)
    }

    /// The first ids in their order, in one pass.
    private static func first(_ count: Int, of ids: Dictionary<String, FenceShapeError>.Keys) -> [String] {
        var result: [String] = []
        for id in ids {
            if result.count < count {
                result.append(id)
                if result.count == count { result.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
            } else if let last = result.last, id.utf8.lexicographicallyPrecedes(last.utf8) {
                result.removeLast()
                let place = result.firstIndex { id.utf8.lexicographicallyPrecedes($0.utf8) } ?? result.endIndex
                result.insert(id, at: place)
            }
        }
        return result
    }
}
