// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension FenceEngineOptions {
    /// Each option by the name that a person knows it by, and as text: equal texts for equal options.
    private var texts: [(name: String, value: String)] {
        var result = [("trigger id", triggerID)]
        switch detection {
        case .fixes: result += [("detection", "fixes"), ("maximum gap", "none"), ("maximum speed", "none")]
        case .path(let path):
            result += [("detection", "path"), ("maximum gap", seconds(path.maximumGap)), ("maximum speed", speed(path.maximumSpeed))]
        }
        result += [
            ("accuracy mode", usesAccuracy ? "\(relationship)" : "none"), ("allowed lateness", seconds(allowedLateness)),
            ("dwell time", seconds(rules.dwell)), ("minimum time in", seconds(rules.minimumIn)),
            ("minimum time out", seconds(rules.minimumOut)), ("time of silence", seconds(rules.silence)),
            ("upper speed limit", speed(rules.speedAbove)), ("lower speed limit", speed(rules.speedBelow)),
        ]
        let hasSpeed = rules.speedAbove != nil || rules.speedBelow != nil
        result.append(("hysteresis of speed", speed(hasSpeed ? rules.speedHysteresis : nil)))
        return result
    }

    private func seconds(_ microseconds: Int64?) -> String { microseconds.map { "\(Double($0) / 1e6) s" } ?? "none" }

    private func speed(_ speed: Double?) -> String { speed.map { "\($0) m/s" } ?? "none" }

    func write(to writer: inout SnapshotWriter) {
        let texts = texts
        writer.append(count: texts.count)
        for text in texts { writer.append(text.value) }
    }

    /// - Throws: where a snapshot was taken with other options, naming those that differ.
    func compare(with reader: inout SnapshotReader) throws(FenceSnapshotError) {
        let texts = texts
        guard try reader.count(ofSize: 1) == texts.count else { throw FenceSnapshotError.damaged }
        var differences: [String] = []
        for text in texts {
            let other = try reader.text()
            if other != text.value { differences.append("\(text.name) (\(other) then, \(text.value) now)") }
        }
        guard differences.isEmpty else {
            let list = differences.joined(separator: ", ")
            throw FenceSnapshotError(
                code: .options, message: "the snapshot was taken with another \(list); go on with the options of then, or begin without it")
        }
    }
}
