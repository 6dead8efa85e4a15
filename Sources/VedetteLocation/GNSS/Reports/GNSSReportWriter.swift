// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes reports as gpsd's JSON protocol has them, TPV and SKY, with its digits: a `diff` with gpsd's own output shows what differs.
///
/// Left out are members that are not of the fix: device, ECEF accuracies, datum, baseline, antenna, wind, temperature.
package enum GNSSReportWriter {
    /// One line, without a line feed.
    package static func line(_ report: GNSSReport) -> String {
        switch report {
        case .fix(let fix, _): position(fix)
        case .sky(let sky): self.sky(sky)
        }
    }

    /// `yyyy-mm-ddThh:mm:ss.sssZ`, rounded to milliseconds.
    package static func time(_ time: GNSSTime) -> String {
        let milliseconds = (Int(time.nanoseconds) + 500_000) / 1_000_000
        let date = GNSSCalendar(seconds: time.seconds + Int64(milliseconds / 1000))
        return String(
            format: "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", date.year, date.month, date.day, date.hour, date.minute, date.second,
            milliseconds % 1000)
    }

    /// A number with so many decimals, as C's `printf` has it.
    package static func number(_ value: Double, _ decimals: Int) -> String { String(format: "%.\(decimals)f", value) }

    private static func position(_ fix: GNSSFix) -> String {
        var text = "{\"class\":\"TPV\""
        let members = fix.members
        for member in members.prefix(while: { $0.name == "status" || $0.name == "mode" }) where member.name == "mode" || member.value >= 2 {
            append(member, to: &text)
        }
        if let time = fix.time, time.seconds > 0 { text += ",\"time\":\"\(self.time(time))\"" }
        for member in members.drop(while: { $0.name == "status" || $0.name == "mode" }) { append(member, to: &text) }
        return text + "}"
    }

    private static func append(_ member: GNSSMember, to text: inout String) {
        if member.value.isFinite { text += ",\"\(member.name)\":\(number(member.value, member.decimals))" }
    }

    private static func sky(_ sky: GNSSSky) -> String {
        var text = "{\"class\":\"SKY\""
        if let time = sky.time, time.seconds > 0 { text += ",\"time\":\"\(self.time(time))\"" }
        for member in sky.members { append(member, to: &text) }
        if !sky.satellites.isEmpty { text += ",\"satellites\":[" + sky.satellites.map(satellite).joined(separator: ",") + "]" }
        return text + "}"
    }

    private static func satellite(_ satellite: NMEASatelliteInfo) -> String {
        var text = "{\"PRN\":\(satellite.id)"
        append(GNSSMember("az", satellite.azimuth < 360 ? satellite.azimuth : .nan, 1), to: &text)
        append(GNSSMember("el", satellite.elevation, 1), to: &text)
        append(GNSSMember("ss", satellite.signalToNoiseRatio, 1), to: &text)
        return text + ",\"used\":\(satellite.isInUse)}"
    }
}
