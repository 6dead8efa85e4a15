// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteExpressions
import VedetteGeometry

/// Answers one line of a batch.
struct ArcadeBatchLine {
    /// What the command line says; lines may say otherwise.
    let task: ArcadeTask
    let showsConsole: Bool

    func answer(_ line: UnsafeRawBufferPointer, to output: inout [UInt8]) {
        var id = Array("null".utf8)
        let start = output.count
        do {
            try EvaluationTask.readID(line, &id)
            let json = try OrderedJSON(text: line)
            guard json.members != nil else { throw ArcadeTask.Fault(message: "the line is no JSON object") }
            guard let expression = (json["expression"] ?? json["expr"])?.text else {
                throw ArcadeTask.Fault(message: #"the line has no text named "expression""#)
            }
            var task = task
            task.expression = expression
            try task.read(line: json)
            let result = try task.evaluate()
            if showsConsole { for line in result.console { Diagnostics.write("\(String(decoding: id, as: UTF8.self)): \(line)") } }
            output.append(contentsOf: "{\"id\":".utf8)
            output.append(contentsOf: id)
            output.append(contentsOf: ",\"value\":".utf8)
            ArcadeContentWriter(timeZone: task.context.timeZone).append(result.value, to: &output)
            output.append(contentsOf: "}\n".utf8)
        } catch let error as ArcadeError {
            output.removeSubrange(start...)
            append(id: id, error.message, at: error.offset, of: error, to: &output)
        } catch let fault as ArcadeTask.Fault {
            append(id: id, fault.message, at: 0, of: nil, to: &output)
        } catch let error as JSONSyntaxError {
            append(id: id, "the line is not JSON: \(error)", at: error.offset, of: nil, to: &output)
        } catch {
            append(id: id, "\(error)", at: 0, of: nil, to: &output)
        }
    }

    private func append(id: [UInt8], _ message: String, at offset: Int, of error: ArcadeError?, to output: inout [UInt8]) {
        output.append(contentsOf: "{\"id\":".utf8)
        output.append(contentsOf: id)
        output.append(contentsOf: ",\"error\":".utf8)
        JSONWriter.append(message, to: &output)
        output.append(contentsOf: ",\"at\":\(offset)".utf8)
        if let error {
            output.append(contentsOf: ",\"line\":\(error.line),\"column\":\(error.column),\"code\":".utf8)
            JSONWriter.append(error.code.rawValue, to: &output)
        }
        output.append(contentsOf: "}\n".utf8)
    }
}
