// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// One evaluation as its functions see it: what it may use, and what it has used. Lives in one thread.
///
/// It is the machine, too: see ``execute(entry:base:bottom:)``.
package final class ArcadeRun {
    /// What `Console` said.
    @exclusivity(unchecked) package var console: [String] = []
    /// The zones that the script has named, by what it called them.
    @exclusivity(unchecked) package var timeZones: [String: ArcadeTimeZone] = [:]
    /// The points of the geometry whose points were asked for last.
    @exclusivity(unchecked) var shownPositions: ArcadeShownPositions?
    /// The pattern for numbers that was read last.
    @exclusivity(unchecked) var lastNumberPattern: (text: String, pattern: ArcadeNumberPattern)?
    /// What stands for the variables of a script where none runs.
    package var variables: ((ArcadeName) -> ArcadeValue?)?

    package var context: ArcadeContext {
        @inline(__always) _read { yield contextPointer.pointee }
    }

    /// The caller's while the run lasts; its own where no script runs.
    @exclusivity(unchecked) private var contextPointer: UnsafePointer<ArcadeContext>
    private let ownContext: UnsafeMutablePointer<ArcadeContext>?

    // MARK: The machine

    /// Held by the program whose evaluation this is.
    private let codeReference: Unmanaged<ArcadeCode>?
    /// What was handed in for ``ArcadeCode/variableNames``: the caller's while the run lasts.
    @exclusivity(unchecked) private(set) var inputs = UnsafeBufferPointer<ArcadeContent>(start: nil, count: 0)
    /// The same as values, as far as they were asked for.
    @exclusivity(unchecked) var variableValues: [ArcadeValue?] = []
    /// Where the stack is free.
    @exclusivity(unchecked) var stackTop: UnsafeMutablePointer<ArcadeValue>
    /// The end of the piece of stack in use.
    @exclusivity(unchecked) var stackEnd: UnsafeMutablePointer<ArcadeValue>
    /// The variables of what called the function of the language that runs.
    @exclusivity(unchecked) var callerBase: UnsafeMutablePointer<ArcadeValue>
    /// The first piece of the stack, which begins with the variables of the script.
    let globals: UnsafeMutablePointer<ArcadeValue>
    private let firstStackEnd: UnsafeMutablePointer<ArcadeValue>
    /// Calls that wait for others to end.
    @exclusivity(unchecked) var frames: [ArcadeFrame] = []
    /// Calls inside calls, those of functions of the language that call back included.
    @exclusivity(unchecked) var depth = 0
    /// How often the machine runs inside itself.
    @exclusivity(unchecked) var nativeDepth = 0

    // MARK: Limits

    /// Steps until the clock of the run is looked at again: fewer than 0 when it is time.
    @exclusivity(unchecked) var slice = 0
    /// Steps left beyond these.
    @exclusivity(unchecked) private var reserve = 0
    @exclusivity(unchecked) private var memory = 0
    @exclusivity(unchecked) private var containers: [ArcadeContainer] = []
    @exclusivity(unchecked) private var randomState: UInt64 = 0

    /// After how many steps the run looks whether its task was cancelled.
    private static let sliceLength = 4_096

    /// A run in which functions can be called, without a script.
    package init(context: ArcadeContext) {
        let own = UnsafeMutablePointer<ArcadeContext>.allocate(capacity: 1)
        own.initialize(to: context)
        (ownContext, contextPointer, codeReference) = (own, UnsafePointer(own), nil)
        globals = .allocate(capacity: 1)
        (firstStackEnd, stackTop, stackEnd, callerBase) = (globals, globals, globals, globals)
        begin(UnsafePointer(own), UnsafeBufferPointer(start: nil, count: 0))
    }

    /// A run of a script, to be begun; it can be begun again after it was finished. The context may be any until it begins.
    init(code: ArcadeCode, context: UnsafePointer<ArcadeContext>) {
        (ownContext, contextPointer, codeReference) = (nil, context, Unmanaged.passUnretained(code))
        let capacity = code.routines[0].frameSize + 32
        globals = .allocate(capacity: capacity)
        firstStackEnd = globals + capacity
        (stackTop, stackEnd, callerBase) = (globals, firstStackEnd, globals)
    }

    deinit {
        globals.deallocate()
        ownContext?.deinitialize(count: 1).deallocate()
    }

    var code: ArcadeCode? { codeReference?.takeUnretainedValue() }

    /// Makes ready for an evaluation. Both pointers must be good until ``finish()``.
    func begin(_ context: UnsafePointer<ArcadeContext>, _ inputs: UnsafeBufferPointer<ArcadeContent>) {
        (contextPointer, self.inputs) = (context, inputs)
        let steps = max(0, context.pointee.limits.steps)
        slice = min(steps, Self.sliceLength)
        reserve = steps - slice
        memory = max(0, context.pointee.limits.memory)
        randomState = context.pointee.seed
        (stackTop, stackEnd, callerBase) = (globals, firstStackEnd, globals)
    }

    /// Lets go of everything that the run made, cycles too. Values of the run are empty from here on.
    func finish() {
        if !containers.isEmpty {
            for container in containers { container.removeAll() }
            containers = []
        }
        if !variableValues.isEmpty { variableValues = [] }
        if !console.isEmpty { console = [] }
        if !timeZones.isEmpty { timeZones = [:] }
        if shownPositions != nil { shownPositions = nil }
        if lastNumberPattern != nil { lastNumberPattern = nil }
        (depth, nativeDepth) = (0, 0)
    }

    /// Counts work: one for each element or 64 bytes that a function touches. Call before doing it.
    package func charge(_ count: Int) throws(ArcadeFailure) {
        if count > slice { try refill(count) } else { slice -= max(0, count) }
    }

    /// Counts work where nothing can fail; the next step does if it was too much.
    func chargeSilently(_ count: Int) {
        let (rest, overflows) = reserve.subtractingReportingOverflow(max(0, count))
        if !overflows, count > 0 { (reserve, slice) = (rest &+ slice, 0) }
    }

    /// Takes steps that the slice does not have.
    func refill(_ count: Int) throws(ArcadeFailure) {
        let (left, overflows) = (reserve + slice).subtractingReportingOverflow(count)
        guard !overflows, left >= 0 else {
            (reserve, slice) = (0, 0)
            throw ArcadeFailure(.limitExceeded, "the script takes more than \(context.limits.steps) steps")
        }
        if Task.isCancelled { throw ArcadeFailure(.cancelled, "the evaluation was cancelled") }
        slice = min(left, Self.sliceLength)
        reserve = left - slice
    }

    /// Steps taken so far.
    var stepCount: Int { max(0, context.limits.steps) - max(0, reserve + slice) }

    /// Counts bytes of a value about to be made, and the work to make them.
    package func chargeValue(bytes: Int) throws(ArcadeFailure) {
        guard bytes <= context.limits.valueSize else {
            throw ArcadeFailure(.limitExceeded, "a value is larger than \(context.limits.valueSize) bytes")
        }
        try chargeMemory(bytes)
        try charge(bytes >> 6)
    }

    /// Counts bytes that are made.
    func chargeMemory(_ bytes: Int) throws(ArcadeFailure) {
        memory -= max(0, bytes)
        if memory < 0 {
            memory = 0
            throw ArcadeFailure(.limitExceeded, "the script makes more than \(context.limits.memory) bytes")
        }
    }

    // MARK: Making

    package func makeText(_ text: String) throws(ArcadeFailure) -> ArcadeValue {
        try chargeValue(bytes: text.utf8.count)
        return .text(text)
    }

    package func makeArray(_ elements: [ArcadeValue]) throws(ArcadeFailure) -> ArcadeValue {
        try chargeValue(bytes: elements.count * 16)
        return .array(register(ArcadeArray(elements)))
    }

    /// An empty dictionary. Charge 16 bytes for each entry put into it.
    package func makeDictionary() throws(ArcadeFailure) -> ArcadeDictionary {
        try charge(1)
        return register(ArcadeDictionary())
    }

    package func makeFeature(attributes: ArcadeDictionary, geometry: Geometry?) throws(ArcadeFailure) -> ArcadeFeature {
        try charge(1)
        return ArcadeFeature(attributes: attributes, geometry: geometry)
    }

    /// Remembers what may be part of a cycle until the run is over.
    func register<Container: ArcadeContainer>(_ container: Container) -> Container {
        containers.append(container)
        return container
    }

    // MARK: Chance

    /// The next number of the row that the seed begins: from 0 to below 1 after dividing by 2^64.
    ///
    /// SplitMix64 (Steele, Lea, Flood 2014: “Fast splittable pseudorandom number generators”).
    package func nextRandom() -> UInt64 {
        randomState &+= 0x9E37_79B9_7F4A_7C15
        var bits = randomState
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
