// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteDynamicEntities
package import VedetteFences
import VedetteGeometry
import VedetteModel

/// Writes fence events as NDJSON, members in the order that the command line promises; members that do not apply are left out.
package struct FenceEventWriter: Sendable {
    private let fences: FenceSet

    package init(fences: FenceSet) {
        self.fences = fences
    }

    package func append(_ event: FenceEvent, id: FenceEventID, of batch: borrowing ObservationBatch, to output: inout [UInt8]) {
        output.append(contentsOf: #"{"id":""#.utf8)
        id.append(to: &output)
        output.append(contentsOf: event.kind == .entered ? #"","type":"entered","track":"#.utf8 : #"","type":"exited","track":"#.utf8)
        batch.withBytes(batch.trackRanges[event.row]) { JSONWriter.append($0, to: &output) }
        output.append(contentsOf: #","fence":"#.utf8)
        JSONWriter.append(fences.index.ids[Int(event.fence)], to: &output)
        if case .event(let time) = event.time {
            output.append(contentsOf: #","time":""#.utf8)
            RFC3339.append(time, to: &output)
            output.append(UInt8(ascii: "\""))
        }
        output.append(contentsOf: #","location":["#.utf8)
        JSONWriter.append(gridSteps: event.position.longitude, to: &output)
        output.append(UInt8(ascii: ","))
        JSONWriter.append(gridSteps: event.position.latitude, to: &output)
        output.append(contentsOf: #"],"observation":""#.utf8)
        let id = batch.idRanges[event.row]
        if id.isEmpty {
            JSONWriter.append(Int64(batch.ordinals[event.row]), to: &output)
            output.append(UInt8(ascii: "\""))
        } else {
            // Without the quote that stands there already.
            output.removeLast()
            batch.withBytes(id) { JSONWriter.append($0, to: &output) }
        }
        let attributes = fences.attributes[Int(event.fence)]
        if !attributes.isEmpty {
            output.append(contentsOf: #","fenceAttributes":"#.utf8)
            output.append(contentsOf: attributes)
        }
        output.append(contentsOf: "}\n".utf8)
    }
}
