// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import Synchronization
public import VedetteModel

/// How the state of a view changes: in steps, each of which lets time pass first.
extension SceneView {
    private static let logger = Logger(label: "vedette.scene-view")

    func lookup<Value: Sendable>(_ body: (borrowing State) -> Value) -> Value {
        refreshSmoothing()
        var value: Value?
        change(isTold: false) { value = body($0) }
        // The body has been called.
        return value ?? state.withLock { body($0) }
    }

    /// Changes the state, and tells what has come of it.
    func change(isTold: Bool = true, _ body: (inout State) -> Void) {
        let (now, content) = (timing.now(), content)
        let ended = state.withLock { state -> [(AsyncStream<Bool>.Continuation, Bool)] in
            let seconds = state.seconds(at: state.time ?? now)
            state.rig.advance(to: seconds)
            state.refresh(content)
            body(&state)
            var ended: [(AsyncStream<Bool>.Continuation, Bool)] = []
            for ending in state.rig.takeEndings() {
                if let journey = state.journeys.removeValue(forKey: ending.identifier) { ended.append((journey, ending.isFinished)) }
            }
            // Inside the lock, so that those who follow get the values in their order.
            if isTold || !ended.isEmpty { camera = state.camera }
            return ended
        }
        for (journey, isFinished) in ended {
            journey.yield(isFinished)
            journey.finish()
        }
    }

    // MARK: Viewpoints

    /// Sends the camera to a viewpoint.
    ///
    /// - Returns: whether it got there: false where the viewpoint is none, where a controller holds the camera, and where the camera was sent, or
    ///   moved, somewhere else meanwhile.
    func go(to viewpoint: Viewpoint, seconds wished: Double) async -> Bool {
        // As the rig limits it.
        let seconds = min(wished, 600)
        let (ended, continuation) = AsyncStream.makeStream(of: Bool.self)
        let now = now
        var (isPossible, isHeld, underWay, due) = (false, false, Int?.none, 0.0)
        change { state in
            guard let camera = SceneViewpoints.camera(viewpoint, from: state.rig.pose, state.rig.lens) else { return }
            let outcome = state.go(to: camera, over: seconds)
            (isPossible, isHeld, underWay) = (outcome.isPossible, !outcome.isPossible, outcome.way)
            guard outcome.isPossible else { return }
            state.steer(to: camera, arrival: outcome.way == nil ? nil : now.advanced(bySeconds: seconds))
            if let way = outcome.way { state.journeys[way] = continuation }
            due = state.rig.time + seconds
        }
        if isHeld {
            Self.logger.debug("a viewpoint was ignored: the camera is held by its controller; set a GlobeCameraController first")
        }
        guard isPossible, underWay != nil else { return isPossible }
        let (isTimed, end) = (time == nil, due + 1e-6)
        return await withTaskGroup(of: Bool?.self) { group in
            group.addTask {
                for await hasArrived in ended { return hasArrived }
                return nil
            }
            if isTimed {
                group.addTask { [timing] in
                    // Clocks are coarse: it is there when its time is over.
                    if (try? await timing.sleep(seconds)) != nil { self.change { $0.rig.advance(to: end) } }
                    return nil
                }
            }
            for await result in group {
                guard let result else { continue }
                group.cancelAll()
                return result
            }
            return false
        }
    }
}
