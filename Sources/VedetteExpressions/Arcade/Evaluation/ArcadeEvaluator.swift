// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
package import VedetteValues

/// Evaluates a script, any number of times, from any thread.
///
/// ```swift
/// let expression = ArcadeExpression(expression: "$feature.name + ' is at ' + Text($feature.speed, '#.0') + ' m/s'")
/// let evaluator = ArcadeEvaluator(expression: expression, profile: .popup)
/// let result = try await evaluator.evaluate(withProfileVariables: ["$feature": entity])
/// let text = result.result(as: .string) as? String
/// ```
///
/// The script is read and checked once, when it is first needed; what is wrong with it is thrown then and each time. A script sees nothing
/// but its variables and ``options``: no file, no network, no clock of its own, and it ends, at the latest when it has taken as many
/// steps as ``ArcadeLimits`` allow or its task is cancelled.
public final class ArcadeEvaluator: Sendable {
    public let expression: ArcadeExpression
    public let profile: ArcadeProfile
    public let options: ArcadeEvaluatorOptions

    /// Whether the script mentions functions of tracks: to make one takes all observations of an entity.
    private let usesTrack: Bool
    private let compiled = Mutex<Result<ArcadeProgram, ArcadeError>?>(nil)
    /// The program where it was read without fault, the address of a ``SoundProgram``, owned: set once, and found
    /// without a lock.
    private let sound = Atomic<UInt>(0)
    /// What ``options`` come to for each evaluation, but for the moment, chance and track.
    private let sharedContext: ArcadeContext

    /// Makes an evaluator; nothing is read yet.
    public init(expression: ArcadeExpression, profile: ArcadeProfile, options: ArcadeEvaluatorOptions = ArcadeEvaluatorOptions()) {
        (self.expression, self.profile, self.options) = (expression, profile, options)
        sharedContext = options.context(track: nil, now: Instant(microsecondsSince1970: 0))
        usesTrack = profile.bundles.contains(.track) && expression.expression.range(of: "track") != nil
    }

    /// Reads and checks the script.
    ///
    /// - Throws: the first fault, with its place.
    public func check() throws(ArcadeError) {
        _ = try program()
    }

    private final class SoundProgram: Sendable {
        let program: ArcadeProgram

        init(_ program: ArcadeProgram) {
            self.program = program
        }
    }

    /// The program, made when first asked for.
    package func program() throws(ArcadeError) -> ArcadeProgram { try soundProgram().program }

    /// How many variables the script mentions.
    package func variableCount() throws(ArcadeError) -> Int { try soundProgram().program.variableNames.count }

    private func soundProgram() throws(ArcadeError) -> SoundProgram {
        if let known = knownProgram { return known.takeUnretainedValue() }
        let result = compiled.withLock { compiled in
            if let compiled { return compiled }
            let made: Result<ArcadeProgram, ArcadeError>
            do throws(ArcadeError) {
                made = .success(try ArcadeProgram(expression.expression, profile: profile))
            } catch {
                made = .failure(error)
            }
            compiled = made
            return made
        }
        let made = SoundProgram(try result.get())
        let reference = Unmanaged.passRetained(made)
        let (isFirst, _) = sound.compareExchange(
            expected: 0, desired: UInt(bitPattern: reference.toOpaque()), ordering: .acquiringAndReleasing)
        if !isFirst { reference.release() }
        return made
    }

    private var knownProgram: Unmanaged<SoundProgram>? {
        UnsafeRawPointer(bitPattern: sound.load(ordering: .acquiring)).map { .fromOpaque($0) }
    }

    deinit { knownProgram?.release() }

    /// What an evaluation takes from the world. `moment` is now unless ``options`` say what is.
    private func context(at moment: Instant?) -> ArcadeContext {
        var context = sharedContext
        context.now = options.now ?? moment ?? Instant(Date())
        if options.seed == nil { context.seed = ArcadeEvaluatorOptions.nextSeed() }
        return context
    }

    /// Evaluates the script, after tables and maps among the variables have been read as far as it mentions them.
    ///
    /// `variables` are the profile's by name, in any case: `$feature`, `$map`. Those that the script does not mention are not
    /// looked at. A value is a `Feature`, `Graphic`, `DynamicEntity`, `DynamicEntityObservation`, `Location`, `FeatureTable`,
    /// `Map`, `Geometry`, `String`, number, `Bool`, `Date`, `Instant`, `DateOnly` or `TimeOnly`, or an array or a dictionary of these.
    ///
    /// - Throws: ``ArcadeError`` where the script cannot be read, stumbles, takes too much or its task is cancelled; what a table says that
    ///   cannot be read.
    public func evaluate(withProfileVariables variables: [String: any Sendable] = [:]) async throws -> ArcadeEvaluationResult {
        let program = try program()
        var loaded = ArcadeVariables(variables)
        for name in program.variableNames {
            guard let value = loaded.value(named: name) as? any ArcadeLoadable else { continue }
            loaded.replace(name, by: try await value.arcadeContent(for: expression.expression))
        }
        return try evaluate(loaded, program)
    }

    /// As ``evaluate(withProfileVariables:)``, at once on this thread: tables are read only where they lie in memory.
    ///
    /// - Throws: ``ArcadeError``.
    public func evaluateNow(withProfileVariables variables: [String: any Sendable] = [:]) throws(ArcadeError) -> ArcadeEvaluationResult {
        try evaluate(ArcadeVariables(variables), try program())
    }

    private func evaluate(_ variables: ArcadeVariables, _ program: ArcadeProgram) throws(ArcadeError) -> ArcadeEvaluationResult {
        var contents: [ArcadeContent] = []
        contents.reserveCapacity(program.variableNames.count)
        var context = context(at: nil)
        if usesTrack { context.track = variables.track }
        for name in program.variableNames { contents.append(try content(of: name, variables, context.timeZone)) }
        let outcome = try program.evaluate(contents, in: context)
        return ArcadeEvaluationResult(outcome, context)
    }

    /// Evaluates with what has been converted before: one for each of the program's variables. `Now()` is `now` unless ``options``
    /// say what it is.
    package func evaluate(_ contents: [ArcadeContent], at now: Instant? = nil) throws(ArcadeError) -> ArcadeContent {
        try soundProgram().program.evaluate(contents, in: context(at: now)).value
    }

    /// As ``evaluate(_:at:)``, with all that came of it.
    package func evaluateResult(_ contents: [ArcadeContent], at now: Instant? = nil) throws(ArcadeError) -> ArcadeEvaluationResult {
        let context = context(at: now)
        return ArcadeEvaluationResult(try soundProgram().program.evaluate(contents, in: context), context)
    }

    private func content(
        of name: String, _ variables: ArcadeVariables, _ zone: ArcadeTimeZone
    ) throws(ArcadeError) -> ArcadeContent {
        if let content = variables.content(named: name, in: zone) { return content }
        guard let value = variables.value(named: name) else {
            throw fault(.unknownVariable, "\(name) has no value; hand one in with the variables of the profile", at: name)
        }
        if value is any ArcadeLoadable {
            throw fault(.type, "\(name) has to be read first; call evaluate(withProfileVariables:), which waits for it", at: name)
        }
        let type = (value as? ArcadeUnknownValue)?.type ?? "\(type(of: value))"
        throw fault(
            .type,
            "\(name) is a \(type.prefix(80)), which scripts cannot take; hand in a feature, geometry, text, number, date, array or dictionary",
            at: name)
    }

    /// An error that shows where the script first mentions a variable.
    private func fault(_ code: ArcadeError.Code, _ message: String, at name: String) -> ArcadeError {
        let source = expression.expression
        let place = source.range(of: name)
        let start = place.map { source.utf8.distance(from: source.startIndex, to: $0.lowerBound) } ?? 0
        return ArcadeError(code, message, range: start..<start + (place == nil ? 0 : name.utf8.count), in: source)
    }
}

extension String {
    /// Where `text`, in lower case, first stands in any case.
    fileprivate func range(of text: String) -> Range<String.Index>? {
        let (bytes, wanted) = (Array(utf8), Array(text.utf8))
        guard !wanted.isEmpty, bytes.count >= wanted.count else { return nil }
        for start in 0...bytes.count - wanted.count {
            let isHere = wanted.indices.allSatisfy { index in
                let byte = bytes[start + index]
                return ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) == wanted[index]
            }
            if isHere { return utf8.index(startIndex, offsetBy: start)..<utf8.index(startIndex, offsetBy: start + wanted.count) }
        }
        return nil
    }
}
