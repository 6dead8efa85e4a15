// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteFences
import VedetteGeometry
import VedetteValues

/// Writes fence events as NDJSON, members in the order that the command line promises; members that do not apply are left out.
///
/// Nothing is allocated for an event.
package struct FenceEventWriter: Sendable {
    private let texts: FenceTexts

    package init(texts: FenceTexts) {
        self.texts = texts
    }

    /// What an event says besides what the engine knows.
    package struct Remarks {
        /// The text of `message`; nil where there is none.
        package var message: String?
        /// What to do, of a message that says so.
        package var actions: [String] = []

        package init(message: String?, actions: [String] = []) {
            (self.message, self.actions) = (message, actions)
        }
    }

    /// Appends an event.
    ///
    /// - Parameters:
    ///   - event: what happened.
    ///   - engine: the one that says so.
    ///   - observation: the id of the deciding fix; empty where it has none of its own.
    ///   - remarks: what a script says of it.
    ///   - output: what it is added to.
    package func append(
        _ event: FenceEvent, of engine: FenceEngine, observation: UnsafeRawBufferPointer, remarks: Remarks? = nil, to output: TextBuffer
    ) {
        output.append(#"{"id":""#)
        engine.id(of: event).write(to: output.room(for: FenceEventID.textLength))
        output.advance(FenceEventID.textLength)
        output.append(Self.type(event.kind))
        engine.withName(ofTrack: event.track) { output.append(quoted: $0) }
        output.append(#","fence":"#)
        texts.appendID(of: event.fence, to: output)
        if case .event(let time) = event.time {
            output.append(#","time":""#)
            output.append(time)
            output.append("\"")
        }
        output.append(#","location":["#)
        output.append(gridSteps: event.position.longitude)
        output.append(",")
        output.append(gridSteps: event.position.latitude)
        output.append("]")
        append(observation, event.observation, to: output)
        if let confirmedAt = event.confirmedAt {
            output.append(#","confirmedAt":""#)
            output.append(confirmedAt)
            output.append("\"")
        }
        if event.cause == .fenceChanged { output.append(#","cause":"fence-changed""#) }
        if let remarks { append(remarks, to: output) }
        texts.appendAttributes(of: event.fence, to: output)
        output.append("}\n")
    }

    private func append(_ id: UnsafeRawBufferPointer, _ ordinal: UInt64?, to output: TextBuffer) {
        if !id.isEmpty {
            output.append(#","observation":"#)
            output.append(quoted: id)
        } else if let ordinal {
            output.append(#","observation":""#)
            output.append(ordinal)
            output.append("\"")
        }
    }

    private func append(_ remarks: Remarks, to output: TextBuffer) {
        func append(_ text: String) {
            var text = text
            text.withUTF8 { output.append(quoted: UnsafeRawBufferPointer($0)) }
        }
        if let message = remarks.message {
            output.append(#","message":"#)
            append(message)
        }
        guard !remarks.actions.isEmpty else { return }
        output.append(#","actions":["#)
        for (place, action) in remarks.actions.enumerated() {
            if place > 0 { output.append(",") }
            append(action)
        }
        output.append("]")
    }

    /// From behind the id to before the track.
    private static func type(_ kind: FenceEvent.Kind) -> StaticString {
        switch kind {
        case .entered: #"","type":"entered","track":"#
        case .exited: #"","type":"exited","track":"#
        case .dwelled: #"","type":"dwelled","track":"#
        case .silent: #"","type":"silent","track":"#
        case .speeding: #"","type":"speeding","track":"#
        case .slow: #"","type":"slow","track":"#
        }
    }
}
