// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import VedetteMapping

/// A rig, and the record of what it was told and what it answered: one line of JSON a step, which the rig of the page repeats
/// (`Tests/Browser/rig-vectors.mjs` says what each step is).
struct RigScript {
    let name: String
    private(set) var rig: CameraRig
    private(set) var steps: [String] = []
    private let beginning: String

    init(
        _ name: String, from camera: Camera = Camera(latitude: 46, longitude: 9, altitude: 8_000, heading: 10, pitch: 60, roll: 0),
        fieldOfView: Double = 45, width: Double = 1_600, height: Double = 900
    ) {
        self.name = name
        rig = CameraRig(camera: camera, lens: CameraLens(horizontalFieldOfView: fieldOfView, width: width, height: height))
        beginning = "\"camera\":\(Self.list(camera.numbers)),\"lens\":\(Self.list([fieldOfView, width, height]))"
    }

    /// The whole scenario on one line.
    var text: String { "{\"name\":\"\(name)\",\(beginning),\"steps\":[\(steps.joined(separator: ","))]}" }

    var time: Double { rig.time }

    // MARK: What it is told

    /// What a rig can follow.
    enum Target {
        case plain
        case smoothed(TargetSmoothing)
        case fixed(EllipsoidPosition)
    }

    mutating func follow(_ kind: OrbitSettings.Kind, distance: Double, _ target: Target, over seconds: Double = 0) {
        let (followed, told) =
            switch target {
            case .plain: (SmoothedTarget(smoothing: nil), "null")
            case .smoothed(let smoothing):
                (
                    SmoothedTarget(smoothing: smoothing),
                    "{\"delay\":\(Self.exact(smoothing.delay)),\"horizon\":\(Self.exact(smoothing.horizon)),"
                        + "\"correction\":\(Self.exact(smoothing.correction)),\"absorbsLag\":\(smoothing.absorbsLag)}"
                )
            case .fixed(let place): (SmoothedTarget(fixedAt: place), Self.list([place.longitude, place.latitude, place.altitude]))
            }
        rig.follow(CameraOrbit(kind: kind, distance: distance), followed, over: seconds)
        add("follow", kind == .location ? "\"location\"" : "\"geoElement\"", Self.exact(distance), told, Self.exact(seconds))
    }

    mutating func receive(_ pose: TargetPose, from time: Double) {
        rig.receive(pose, from: time)
        add("receive", Self.list(pose.numbers), Self.exact(time))
    }

    /// Fixes in even steps, all told now.
    mutating func receiveRow(_ count: Int, from time: Double, every step: Double, _ first: [Double], _ change: [Double]) {
        for index in 0..<count {
            let numbers = zip(first, change).map { $0 + Double(index) * $1 }
            rig.receive(TargetPose(numbers), from: time + Double(index) * step)
        }
        add("row", String(count), Self.exact(time), Self.exact(step), Self.list(first), Self.list(change))
    }

    mutating func advance(to time: Double) {
        rig.advance(to: time)
        add("advance", Self.exact(time))
    }

    mutating func lens(fieldOfView: Double, width: Double, height: Double) {
        rig.lens = CameraLens(horizontalFieldOfView: fieldOfView, width: width, height: height)
        add("lens", Self.exact(fieldOfView), Self.exact(width), Self.exact(height))
    }

    /// A limit or factor by its name in the protocol; nil for no greatest distance.
    mutating func set(_ name: String, _ number: Double?) {
        change {
            $0.set { settings in
                switch name {
                case "minCameraDistance": settings.setMinimumDistance(number ?? 0)
                case "maxCameraDistance": settings.setMaximumDistance(number ?? .infinity)
                case "minCameraHeadingOffset": settings.setMinimumHeading(number ?? 0)
                case "maxCameraHeadingOffset": settings.setMaximumHeading(number ?? 0)
                case "minCameraPitchOffset": settings.setMinimumPitch(number ?? 0)
                case "maxCameraPitchOffset": settings.setMaximumPitch(number ?? 0)
                case "verticalScreenFactor": settings.setVerticalScreenFactor(number ?? 0)
                default: fatalError("there is no setting \(name)")
                }
            }
        }
        add("set", "{\"\(name)\":\(number.map(Self.exact) ?? "null")}")
    }

    /// A switch by its name in the protocol.
    mutating func set(_ name: String, _ isOn: Bool) {
        let paths: [String: WritableKeyPath<OrbitSettings, Bool>] = [
            "autoHeading": \.autoHeadingIsEnabled, "autoPitch": \.autoPitchIsEnabled, "autoRoll": \.autoRollIsEnabled,
            "distanceIsInteractive": \.distanceIsInteractive, "headingIsInteractive": \.headingIsInteractive,
            "pitchIsInteractive": \.pitchIsInteractive,
        ]
        guard let path = paths[name] else { fatalError("there is no switch \(name)") }
        change { $0.set { $0[keyPath: path] = isOn } }
        add("set", "{\"\(name)\":\(isOn)}")
    }

    mutating func view(distance: Double? = nil, heading: Double? = nil, pitch: Double? = nil) {
        let now = time
        change {
            $0.setView(at: now) { view in
                view = OrbitView(
                    distance: distance ?? view.distance, headingOffset: heading ?? view.headingOffset,
                    pitchOffset: pitch ?? view.pitchOffset)
            }
        }
        let members = [("distance", distance), ("headingOffset", heading), ("pitchOffset", pitch)].compactMap { name, number in
            number.map { "\"\(name)\":\(Self.exact($0))" }
        }
        add("view", "{\(members.joined(separator: ","))}")
    }

    mutating func offsets(_ offsets: Vector3) {
        let now = time
        change { $0.setTargetOffsets(at: now) { $0 = offsets } }
        add("offsets", Self.list(offsets.numbers))
    }

    mutating func moveCamera(distance: Double = 0, heading: Double = 0, pitch: Double = 0, over seconds: Double) {
        let now = time
        var way: Int?
        change { way = $0.moveCamera(distanceDelta: distance, headingDelta: heading, pitchDelta: pitch, over: seconds, at: now) }
        add("moveCamera", Self.exact(distance), Self.exact(heading), Self.exact(pitch), Self.exact(seconds), way.map(String.init) ?? "null")
    }

    mutating func moveOffsets(_ offsets: Vector3, over seconds: Double) {
        let now = time
        var way: Int?
        change { way = $0.moveTargetOffsets(to: offsets, over: seconds, at: now) }
        add("moveOffsets", Self.list(offsets.numbers), Self.exact(seconds), way.map(String.init) ?? "null")
    }

    mutating func chase(distance: Double, over seconds: Double) {
        let now = time
        change { _ = $0.go(to: .chase(distance: distance), over: seconds, at: now) }
        add("chase", Self.exact(distance), Self.exact(seconds))
    }

    mutating func cockpit(_ offsets: Vector3, over seconds: Double) {
        let now = time
        change { _ = $0.go(to: .cockpit(at: offsets), over: seconds, at: now) }
        add("cockpit", Self.list(offsets.numbers), Self.exact(seconds))
    }

    mutating func end(_ identifier: Int, isFinished: Bool) {
        let now = time
        change { $0.end(identifier, isFinished: isFinished, at: now) }
        add("end", String(identifier), String(isFinished))
    }

    mutating func input(distance: Double = 1, heading: Double = 0, pitch: Double = 0, right: Double = 0, up: Double = 0) {
        let isObeyed = rig.apply(
            CameraInput(distanceFactor: distance, headingDelta: heading, pitchDelta: pitch, panRight: right, panUp: up))
        let members = [
            ("distanceFactor", distance, 1), ("headingDelta", heading, 0), ("pitchDelta", pitch, 0), ("panRight", right, 0),
            ("panUp", up, 0),
        ].filter { $0.1 != $0.2 }.map { "\"\($0.0)\":\(Self.exact($0.1))" }
        add("input", "{\(members.joined(separator: ","))}", String(isObeyed))
    }

    mutating func go(to camera: Camera, over seconds: Double = 0) {
        let result = rig.go(to: camera, over: seconds)
        add("setCamera", Self.list(camera.numbers), Self.exact(seconds), String(result.isPossible), result.way.map(String.init) ?? "null")
    }

    mutating func release(over seconds: Double) {
        rig.release(over: seconds)
        add("release", Self.exact(seconds))
    }

    mutating func keepClear(_ clearance: Double?, ground: Double = 0, over seconds: Double = 0.5) {
        rig.keepClear(clearance, ground: ground, over: seconds)
        add("keepClear", clearance.map(Self.exact) ?? "null", Self.exact(ground), Self.exact(seconds))
    }

    // MARK: What it answers

    mutating func pose() { add("pose", Self.results(rig.pose)) }

    /// Where the camera is going to be.
    mutating func pose(after seconds: Double) {
        add("ahead", Self.exact(seconds), Self.results(rig.pose(at: time + seconds)))
    }

    /// The angles, where they are not all one.
    mutating func camera() {
        let camera = Camera(rig.pose)
        guard abs(camera.place.latitude) < 89.9, camera.pitch > 0.01, camera.pitch < 179.99 else { return }
        add("camera", Self.results(camera.numbers, decimals: 11))
    }

    mutating func orbit() {
        guard let orbit = rig.orbit else { return }
        add(
            "orbit", Self.results(orbit.view(at: time).numbers, decimals: 11),
            Self.results(orbit.targetOffsets(at: time).numbers, decimals: 11))
    }

    mutating func target() {
        guard let state = rig.target else { return add("noTarget") }
        let pose = state.pose
        add(
            "target", Self.results(CameraPose(position: state.position, orientation: state.body)),
            Self.results(abs(pose.place.latitude) < 89.9 ? pose.numbers : [], decimals: 11))
    }

    mutating func endings() {
        let now = time
        var ended: [CameraOrbit.Ending] = []
        change { ended = $0.advance(to: now) }
        let ways = rig.takeEndings()
        func told(_ endings: [CameraOrbit.Ending]) -> String {
            "[" + endings.map { "[\($0.identifier),\($0.isFinished)]" }.joined(separator: ",") + "]"
        }
        add("endings", told(ended), told(ways), String(rig.isFree), String(rig.isHandingOver), String(rig.ignoredViewpointCount))
    }

    /// Poses at even steps up to a time.
    mutating func run(to end: Double, every step: Double = 0.2) {
        var next = time + step
        while next < end - 1e-9 {
            advance(to: (next * 1e6).rounded() / 1e6)
            pose()
            next += step
        }
        advance(to: end)
        pose()
    }

    // MARK: Writing

    private mutating func change(_ body: (inout CameraOrbit) -> Void) {
        guard var orbit = rig.orbit else { return }
        body(&orbit)
        rig.update(orbit)
    }

    private mutating func add(_ verb: String, _ parts: String...) {
        steps.append("[" + (["\"\(verb)\""] + parts).joined(separator: ",") + "]")
    }

    /// A number just as it is.
    private static func exact(_ number: Double) -> String {
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func list(_ numbers: [Double]) -> String { "[" + numbers.map(exact).joined(separator: ",") + "]" }

    /// Hundredths of a micrometre; parts of a turn to 1e-13.
    private static func results(_ pose: CameraPose) -> String {
        let turn = pose.orientation
        return results(pose.position.numbers, decimals: 8) + "," + results([turn.w, turn.x, turn.y, turn.z], decimals: 13)
    }

    private static func results(_ numbers: [Double], decimals: Int) -> String {
        let texts = numbers.map { number in
            let text = String(format: "%.\(decimals)f", number)
            let short = String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
            return short.isEmpty || short == "-" || short == "-0" ? "0" : short
        }
        return "[" + texts.joined(separator: ",") + "]"
    }
}

extension Vector3 {
    fileprivate var numbers: [Double] { [x, y, z] }
}

extension Camera {
    fileprivate var numbers: [Double] { [place.longitude, place.latitude, place.altitude, heading, pitch, roll] }
}

extension TargetPose {
    fileprivate var numbers: [Double] { [place.longitude, place.latitude, place.altitude, heading, pitch, roll] }

    init(_ numbers: [Double]) {
        self.init(
            EllipsoidPosition(longitude: numbers[0], latitude: numbers[1], altitude: numbers[2]), heading: numbers[3], pitch: numbers[4],
            roll: numbers[5])
    }
}
