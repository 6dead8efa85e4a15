// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteMapping

extension LiveMessages {
    private static func numbers(_ numbers: [Double]) -> [UInt8] {
        array(
            numbers.map { number in
                var output: [UInt8] = []
                JSONWriter.append(number, to: &output)
                return output
            })
    }

    /// Who moves the camera of a scene, and where it is.
    static func cameraController(_ situation: CameraSituation, sequence: Int) -> [UInt8] {
        var object = Object()
        object.add("type", "camera-controller")
        object.add("sequence", sequence)
        object.add("kind", situation.kind.rawValue)
        if let target = situation.target { object.add("target", raw: self.target(target)) }
        object.add("duration", situation.duration)
        if let orbit = situation.orbit { add(orbit, situation, to: &object) }
        if situation.kind == .globe { object.add("camera", raw: camera(situation.camera, seconds: situation.cameraSeconds)) }
        return object.text
    }

    private static func add(_ orbit: CameraOrbit, _ situation: CameraSituation, to object: inout Object) {
        let seconds = situation.seconds
        object.add("view", raw: view(orbit.view(at: seconds)))
        object.add("settings", raw: settings(orbit.settings))
        let offsets = orbit.targetOffsets(at: seconds)
        object.add("targetOffsets", raw: numbers([offsets.x, offsets.y, offsets.z]))
        let (viewWay, offsetWay) = (orbit.viewOnItsWay(at: seconds), orbit.targetOffsetsOnTheirWay(at: seconds))
        if let rest = viewWay?.seconds ?? offsetWay?.seconds {
            var animation = Object()
            animation.add("duration", rest)
            if let viewWay { animation.add("view", raw: view(viewWay.end)) }
            if let offsetWay {
                animation.add("targetOffsets", raw: numbers([offsetWay.end.x, offsetWay.end.y, offsetWay.end.z]))
                if offsetWay.seconds != rest { animation.add("targetOffsetsDuration", offsetWay.seconds) }
            }
            object.add("animation", raw: animation.text)
        }
        if orbit.easedChanges > 0 {
            var easing = Object()
            easing.add("count", orbit.easedChanges)
            easing.add("duration", orbit.easingSeconds)
            object.add("easing", raw: easing.text)
        }
        guard situation.kind == .orbitGeoElement else { return }
        object.add("smoothing", raw: situation.smoothing.map(smoothing) ?? Array("null".utf8))
    }

    private static func target(_ target: CameraSituation.Target) -> [UInt8] {
        var object = Object()
        switch target {
        case .entity(let source, let track):
            object.add("source", source)
            object.add("track", track)
        case .graphic(let overlay, let number):
            object.add("overlay", overlay)
            object.add("graphic", number)
        case .place(let longitude, let latitude, let altitude): object.add("location", raw: numbers([longitude, latitude, altitude]))
        }
        return object.text
    }

    private static func view(_ view: OrbitView) -> [UInt8] {
        var object = Object()
        object.add("distance", view.distance)
        object.add("headingOffset", view.headingOffset)
        object.add("pitchOffset", view.pitchOffset)
        return object.text
    }

    private static func settings(_ settings: OrbitSettings) -> [UInt8] {
        var object = Object()
        object.add("minCameraDistance", settings.distances.lowest)
        if settings.distances.highest.isFinite {
            object.add("maxCameraDistance", settings.distances.highest)
        } else {
            object.add("maxCameraDistance", raw: Array("null".utf8))
        }
        object.add("minCameraHeadingOffset", settings.headings.lowest)
        object.add("maxCameraHeadingOffset", settings.headings.highest)
        object.add("minCameraPitchOffset", settings.pitches.lowest)
        object.add("maxCameraPitchOffset", settings.pitches.highest)
        object.add("autoHeading", settings.autoHeadingIsEnabled)
        object.add("autoPitch", settings.autoPitchIsEnabled)
        object.add("autoRoll", settings.autoRollIsEnabled)
        object.add("distanceIsInteractive", settings.distanceIsInteractive)
        object.add("headingIsInteractive", settings.headingIsInteractive)
        object.add("pitchIsInteractive", settings.pitchIsInteractive)
        object.add("verticalScreenFactor", settings.verticalScreenFactor)
        return object.text
    }

    private static func smoothing(_ smoothing: TargetSmoothing) -> [UInt8] {
        var object = Object()
        object.add("delay", smoothing.delay)
        object.add("horizon", smoothing.horizon)
        object.add("correction", smoothing.correction)
        object.add("absorbsLag", smoothing.absorbsLag)
        return object.text
    }

    private static func camera(_ camera: Camera, seconds: Double) -> [UInt8] {
        var object = Object()
        object.add("location", raw: numbers([camera.location.x, camera.location.y, camera.location.z ?? 0]))
        object.add("heading", camera.heading)
        object.add("pitch", camera.pitch)
        object.add("roll", camera.roll)
        object.add("duration", seconds)
        return object.text
    }
}
