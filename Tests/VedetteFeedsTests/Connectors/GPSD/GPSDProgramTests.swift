// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix
import Testing
import VedetteGeometry
import VedetteLocation
import VedetteModel

@testable import VedetteFeeds

/// A real gpsd, to which gpsfake plays the log of a receiver over and over.
private final class FakeReceiver {
    private let process = Process()

    init(log: URL, port: Int) throws {
        process.executableURL = URL(fileURLWithPath: try #require(InstalledProgram.path("gpsfake")))
        // A sentence each twentieth of a second.
        process.arguments = ["-c", "0.05", "-P", "\(port)", log.path]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    var isRunning: Bool { process.isRunning }

    /// Ends gpsfake, and the gpsd that it started: they are a process group of their own. Without asking, for a program that is started from a thread of
    /// Swift's tasks is deaf to most signals.
    func stop() {
        guard process.isRunning else { return }
        let identifier = process.processIdentifier
        kill(getpgid(identifier) == identifier ? -identifier : identifier, SIGKILL)
        // It is gone at once; a test must not wait for ever to be told so.
        for _ in 0..<500 where process.isRunning { usleep(10_000) }
        let socket = FileManager.default.temporaryDirectory.appendingPathComponent("gpsfake-\(identifier).sock")
        try? FileManager.default.removeItem(at: socket)
    }

    deinit {
        stop()
    }
}

@Suite(
    "A real gpsd",
    .enabled(
        if: InstalledProgram.path("gpsfake") != nil && InstalledProgram.path("gpsd") != nil,
        "needs gpsd and gpsfake: apt-get install gpsd gpsd-clients"), .serialized, .timeLimit(.minutes(10)))
struct GPSDProgramTests {
    /// A log of a walk along the equator: RMC and GGA each second.
    private static func ownLog() throws -> URL {
        func sentence(_ body: String) -> String {
            let sum = body.utf8.reduce(0, ^)
            return "$\(body)*\(String(format: "%02X", sum))\r\n"
        }
        var text = ""
        for second in 0..<30 {
            let (time, minutes) = (String(format: "1200%02d.00", second), String(format: "%07.4f", Double(second) / 100))
            text += sentence("GPRMC,\(time),A,0000.0000,N,010\(minutes),E,36.0,90.0,010526,,,A")
            text += sentence("GPGGA,\(time),0000.0000,N,010\(minutes),E,1,08,1.0,12.0,M,17.0,M,,")
            text += sentence("GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.5,1.0,1.1")
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("vedette-\(UUID().uuidString).log")
        try Data(text.utf8).write(to: file)
        return file
    }

    /// A port that was free a moment ago.
    private static func freePort() async throws -> Int {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(channel.localAddress?.port)
        try await channel.close()
        return port
    }

    /// Starts a source as soon as the daemon listens.
    private static func start(_ source: GPSDLocationDataSource, _ receiver: FakeReceiver) async throws {
        while true {
            do {
                return try await source.start()
            } catch let error as FeedError where error.code == .unreachable || error.code == .connectionLost {
                // A program that another test starts at this moment holds the port open that was free, and closes it.
                try #require(receiver.isRunning, "gpsfake ended; run it by hand to see why")
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    /// Follows a daemon, on another port where one attempt comes to nothing: between the moment in which a port is free and that in which the daemon
    /// listens, another test may take it.
    private func follow(_ log: URL, _ isInPlace: @escaping @Sendable (Location) -> Bool) async throws {
        for _ in 0..<3 {
            let isDone = try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    try await self.followOnce(log, isInPlace)
                    return true
                }
                group.addTask {
                    try await Task.sleep(for: .seconds(80))
                    return false
                }
                defer { group.cancelAll() }
                return try await group.next() ?? false
            }
            if isDone { return }
        }
        Issue.record("the daemon could not be followed in three attempts")
    }

    private static func next(_ locations: inout EventStream<Location>.AsyncIterator) async throws -> Location {
        guard let location = await locations.next() else { throw CancellationError() }
        return location
    }

    private func followOnce(_ log: URL, _ isInPlace: @Sendable (Location) -> Bool) async throws {
        let port = try await Self.freePort()
        let source = GPSDLocationDataSource(port: port)
        var locations = source.locations.makeAsyncIterator()
        let first = try FakeReceiver(log: log, port: port)
        defer { first.stop() }
        try await Self.start(source, first)
        for _ in 0..<5 {
            let location = try await Self.next(&locations)
            #expect(isInPlace(location), "\(location.position)")
        }
        #expect(source.status == .started && source.error == nil)
        #expect(source.fixMode == .twoDimensional || source.fixMode == .threeDimensional)

        first.stop()
        while source.error == nil { try await Task.sleep(for: .milliseconds(20)) }
        #expect(source.status == .started && source.fixMode == .unknown)
        let second = try FakeReceiver(log: log, port: port)
        defer { second.stop() }
        while source.error != nil {
            try #require(second.isRunning, "gpsfake ended; run it by hand to see why")
            try await Task.sleep(for: .milliseconds(20))
        }
        // What came before the restart lies in the stream; what comes now is counted by the daemon's reports.
        let count = source.statistics.reportCount
        var isNew = false
        while !isNew {
            let location = try await Self.next(&locations)
            #expect(isInPlace(location), "\(location.position)")
            isNew = source.statistics.reportCount > count + 20
        }
        #expect(source.statistics.lossCount == 1 && source.status == .started && source.error == nil)
        #expect(source.statistics.malformedReportCount == 0)
        await source.stop()
        #expect(source.status == .stopped)
    }

    @Test("a log of ours is followed through a restart of the daemon")
    func ownLog() async throws {
        let log = try Self.ownLog()
        defer { try? FileManager.default.removeItem(at: log) }
        try await follow(log) { location in
            abs(location.position.y) < 1e-6 && (10.0...10.01).contains(location.position.x)
        }
    }

    @Test(
        "a log of gpsd's own tests is followed through a restart of the daemon",
        .enabled(
            if: !ConformanceData.files("nmea", "bu303-moving.log").isEmpty,
            "needs nmea of the conformance data: set VEDETTE_CONFORMANCE_DATA"))
    func logOfOthers() async throws {
        let log = try #require(ConformanceData.files("nmea", "bu303-moving.log").first)
        try await follow(log) { location in
            abs(location.position.y - 46.4983) < 0.05 && abs(location.position.x - 7.5674) < 0.05
        }
    }
}
