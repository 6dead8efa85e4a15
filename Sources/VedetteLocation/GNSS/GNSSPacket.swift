// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What one sentence or binary message of a receiver says: the parts that it sets, and what is to be done with them. A decoder of one protocol makes it;
/// `GNSSSession` merges packets into fixes, cycle by cycle.
package struct GNSSPacket: Sendable {
    /// What is set, and what follows from the packet.
    package struct Parts: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let time = Parts(rawValue: 1)
        package static let position = Parts(rawValue: 2)
        package static let altitude = Parts(rawValue: 4)
        package static let speed = Parts(rawValue: 8)
        package static let track = Parts(rawValue: 16)
        package static let climb = Parts(rawValue: 32)
        package static let status = Parts(rawValue: 64)
        package static let mode = Parts(rawValue: 128)
        package static let velocity = Parts(rawValue: 256)
        package static let horizontalError = Parts(rawValue: 512)
        package static let verticalError = Parts(rawValue: 1024)
        package static let dilutions = Parts(rawValue: 2048)
        package static let satellites = Parts(rawValue: 4096)
        package static let used = Parts(rawValue: 8192)
        package static let heading = Parts(rawValue: 16384)
        /// The magnetic track, the magnetic variation, or both.
        package static let magneticTrack = Parts(rawValue: 1 << 15)
        package static let timeError = Parts(rawValue: 1 << 16)
        package static let speedError = Parts(rawValue: 1 << 17)
        /// The position, or the velocity, in earth-centred coordinates.
        package static let earthCentred = Parts(rawValue: 1 << 18)
        package static let earthCentredVelocity = Parts(rawValue: 1 << 19)
        /// News that is in no member here, such as wind or the state of an oscillator.
        package static let other = Parts(rawValue: 1 << 22)
        /// The fix so far is of the past: begin a new one before merging.
        package static let clearsFix = Parts(rawValue: 1 << 20)
        /// The fix is whole after merging: report it.
        package static let reportsFix = Parts(rawValue: 1 << 21)
    }

    package var parts: Parts
    package var fix = GNSSFix()
    package var sky = GNSSSky()
    /// Whether the satellites of `sky` are all there are; otherwise the decoder has put them into the session itself.
    package var replacesSatellites = true

    package init(_ parts: Parts = []) {
        self.parts = parts
    }
}

/// What became of the bytes of a packet.
package enum GNSSPacketOutcome: Sendable {
    case packet(GNSSPacket)
    /// Of a kind that is not decoded.
    case unknown
    /// Longer than a packet of its kind may be.
    case tooLong
}

/// What a stream of a receiver turns into.
package enum GNSSReport: Sendable {
    /// A fix, with the sky that was known when it was reported.
    case fix(GNSSFix, GNSSSky)
    /// News of satellites or dilutions. Where the packet says nothing of satellites, the list is empty and `visibleCount` nil.
    case sky(GNSSSky)
}

/// What the bytes of a receiver turn into, in order.
package enum GNSSEvent: Sendable {
    /// A report, and the line of the stream, from 1, with the packet that brought it.
    case report(GNSSReport, line: Int)
    case note(GNSSNote)
}
