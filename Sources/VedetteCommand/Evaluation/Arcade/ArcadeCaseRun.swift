// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteExpressions
import VedetteFeeds
import VedetteGeometry

/// Checks the cases of a file: prints a line for each, then how many passed.
struct ArcadeCaseRun {
    /// What every case begins with.
    let task: ArcadeTask

    private struct Counts {
        var (passed, failed, skipped) = (0, 0, 0)
    }

    /// - Throws: where the file cannot be read, has no case, or a case failed.
    func run(_ address: FeedAddress) async throws {
        var counts = Counts()
        try await EvaluationBatch.run(address) { line, output in
            let members: [(name: String, value: OrderedJSON)]
            do {
                members = report(try OrderedJSON(text: line), &counts)
            } catch {
                counts.failed += 1
                members = [("id", .null), ("result", .text("fail")), ("error", .text("the line is not JSON: \(error)"))]
            }
            OrderedJSON.object(members).append(to: &output)
            output.append(UInt8(ascii: "\n"))
        }
        let total = counts.passed + counts.failed + counts.skipped
        Diagnostics.write("\(total) cases: \(counts.passed) passed, \(counts.failed) failed, \(counts.skipped) skipped")
        guard total > 0 else { throw CommandFailure("\(address.name) has no cases") }
        if counts.failed > 0 { throw CommandFailure("\(counts.failed) of \(total) cases failed") }
    }

    /// What is printed of a case.
    private func report(_ json: OrderedJSON, _ counts: inout Counts) -> [(name: String, value: OrderedJSON)] {
        var members: [(name: String, value: OrderedJSON)] = [("id", json["id"] ?? .null)]
        let found = outcome(json)
        let isExpected =
            switch found {
            case .success(let value):
                !Self.expectsError(json) && comparison(json).matches(json["expected"] ?? .null, value)
            case .failure: Self.expectsError(json)
            }
        let why = Self.reasonToSkip(json)
        if why == nil, isExpected {
            counts.passed += 1
            members.append(("result", .text("pass")))
            return members
        }
        if let why {
            counts.skipped += 1
            members += [("result", .text("skipped")), ("why", .text(why)), ("agrees", .boolean(isExpected))]
        } else {
            counts.failed += 1
            members.append(("result", .text("fail")))
        }
        members.append(("expression", json["expr"] ?? json["expression"] ?? .null))
        if Self.expectsError(json) {
            members.append(("expected", .text("an error")))
        } else {
            members.append(("expected", json["expected"] ?? .null))
        }
        switch found {
        case .success(let value): members.append(("value", value))
        case .failure(let error): members.append(("error", .text(error.message)))
        }
        return members
    }

    private struct Failure: Error {
        let message: String
    }

    private func outcome(_ json: OrderedJSON) -> Result<OrderedJSON, Failure> {
        do {
            guard let expression = (json["expr"] ?? json["expression"])?.text else {
                throw Failure(message: #"the case has no text named "expr""#)
            }
            var task = task
            task.expression = expression
            try task.read(line: json)
            let result = try task.evaluate()
            var output: [UInt8] = []
            ArcadeContentWriter(timeZone: task.context.timeZone).append(result.value, to: &output)
            return .success(try output.withUnsafeBytes { try OrderedJSON(text: $0) })
        } catch let fault as ArcadeTask.Fault {
            return .failure(Failure(message: fault.message))
        } catch let failure as Failure {
            return .failure(failure)
        } catch {
            return .failure(Failure(message: "\(error)"))
        }
    }

    private func comparison(_ json: OrderedJSON) -> ArcadeCaseComparison {
        let note = json["note"]?.text?.lowercased() ?? ""
        return ArcadeCaseComparison(
            tolerance: json["tolerance"]?.number,
            ringsAreFree: note.contains("ring") && (note.contains("free") || note.contains("orientation")))
    }

    private static func expectsError(_ json: OrderedJSON) -> Bool {
        (json["expect_error"] ?? json["expectError"])?.boolean ?? false
    }

    /// Why a case does not count: the file says itself that it may be wrong, or that each implementation does as it likes.
    private static func reasonToSkip(_ json: OrderedJSON) -> String? {
        for name in ["suspect", "implementation_specific", "implementationSpecific", "skip"] {
            switch json[name] {
            case .boolean(true): return json["note"]?.text ?? name
            case .text(let text): return text
            default: break
            }
        }
        for text in [json["status"]?.text, json["note"]?.text].compactMap({ $0 }) {
            let words = text.lowercased().replacing("-", with: " ").replacing("_", with: " ")
            if words.contains("suspect") || words.contains("implementation specific") || words.contains("implementation defined") {
                return text
            }
        }
        return nil
    }
}
