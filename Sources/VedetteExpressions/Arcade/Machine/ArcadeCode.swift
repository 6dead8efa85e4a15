// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A compiled script: instructions and the tables that they refer to.
///
/// `@unchecked Sendable`: nothing in it changes after it was made, and the values among its constants are null, Booleans, numbers and texts.
final class ArcadeCode: @unchecked Sendable {
    let source: String
    let instructions: UnsafeMutablePointer<ArcadeInstruction>
    /// Where each instruction comes from, in bytes of UTF-8.
    let ranges: [Range<Int32>]
    let constants: UnsafeMutablePointer<ArcadeValue>
    private let constantCount: Int
    let names: UnsafeMutablePointer<ArcadeName>
    private let nameCount: Int
    let routines: UnsafeMutablePointer<ArcadeRoutine>
    let routineNames: [String]
    /// What each function of the script closes over.
    let captures: [ArcadeCapture]
    let builtIns: UnsafeMutablePointer<ArcadeFunctionDefinition>
    private let builtInCount: Int
    let failures: [ArcadeCodeFailure]
    let variableNames: [String]
    /// The variables of each routine by name in lower case.
    let variablePlaces: [[String: ArcadeScopes.Place]]

    init(_ parts: ArcadeCodeParts) {
        (source, variableNames, failures) = (parts.source, parts.variableNames, parts.failures)
        (ranges, routineNames, captures, variablePlaces) = (parts.ranges, parts.routineNames, parts.captures, parts.variablePlaces)
        instructions = Self.buffer(parts.instructions)
        constants = Self.buffer(parts.constants)
        names = Self.buffer(parts.names)
        routines = Self.buffer(parts.routines)
        builtIns = Self.buffer(parts.builtIns)
        (constantCount, nameCount, builtInCount) = (parts.constants.count, parts.names.count, parts.builtIns.count)
    }

    /// The part of the script there.
    func text(in range: Range<Int>) -> String {
        String(decoding: source.utf8.dropFirst(range.lowerBound).prefix(range.count).prefix(80), as: UTF8.self)
    }

    // MARK: Runs

    /// A run that nobody uses, owned; making one costs more than most scripts.
    private let idleRun = Atomic<UnsafeMutableRawPointer?>(nil)

    /// A run of this code for one evaluation, owned: it must be given back.
    func run(_ context: UnsafePointer<ArcadeContext>) -> Unmanaged<ArcadeRun> {
        guard let idle = idleRun.exchange(nil, ordering: .acquiring) else { return .passRetained(ArcadeRun(code: self, context: context)) }
        return .fromOpaque(idle)
    }

    /// Takes back a run that is finished.
    func giveBack(_ run: Unmanaged<ArcadeRun>) {
        if let other = idleRun.exchange(run.toOpaque(), ordering: .acquiringAndReleasing) {
            Unmanaged<ArcadeRun>.fromOpaque(other).release()
        }
    }

    deinit {
        if let idle = idleRun.load(ordering: .acquiring) { Unmanaged<ArcadeRun>.fromOpaque(idle).release() }
        instructions.deallocate()
        constants.deinitialize(count: constantCount).deallocate()
        names.deinitialize(count: nameCount).deallocate()
        routines.deallocate()
        builtIns.deinitialize(count: builtInCount).deallocate()
    }

    private static func buffer<Element>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
        let buffer = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
        for (index, element) in elements.enumerated() { (buffer + index).initialize(to: element) }
        return buffer
    }
}

/// What the compiler fills.
struct ArcadeCodeParts {
    var source: String
    var instructions: [ArcadeInstruction] = []
    var ranges: [Range<Int32>] = []
    var constants: [ArcadeValue] = []
    var names: [ArcadeName] = []
    var routines: [ArcadeRoutine] = []
    var routineNames: [String] = []
    var captures: [ArcadeCapture] = []
    var builtIns: [ArcadeFunctionDefinition] = []
    var failures: [ArcadeCodeFailure] = []
    var variableNames: [String] = []
    var variablePlaces: [[String: ArcadeScopes.Place]] = []
}

/// A function of the script, or the script itself: the first one.
struct ArcadeRoutine {
    /// The first instruction.
    var entry: Int
    var parameterCount: Int
    /// With parameters.
    var localCount: Int
    /// Locals, and how deep the stack grows on top of them.
    var frameSize: Int
    /// Which of ``ArcadeCode/captures`` are its.
    var firstCapture: Int
    var captureCount: Int
}

/// Where a function finds a variable that it closes over when it is made.
struct ArcadeCapture {
    /// In a box of the function around it; otherwise among what that one closes over.
    var isLocal: Bool
    var index: Int
}

/// A fault that is known when the script is compiled and told when it is reached.
struct ArcadeCodeFailure {
    var code: ArcadeError.Code
    var message: String
}
