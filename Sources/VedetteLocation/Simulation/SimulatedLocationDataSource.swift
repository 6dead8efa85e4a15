// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import VedetteGeometry
package import VedetteModel

/// A source that pretends: it tells locations from a list or along a line, one after the other, one a second unless told otherwise.
///
/// The location at ``currentLocationIndex`` is told as soon as the source is started. After the last location it begins anew, unless ``repeats`` is off: then it stays at the last one, started,
/// and goes on when the index is set. A source that is stopped and started again goes on at its index, where it was. Without locations it tells none until it gets some.
///
/// What the locations along a line are is told by ``SimulatedLocations``. A line or parameters of which none can be made fail the start; where the source runs, they become its
/// ``LocationDataSource/error``, and it tells nothing more.
///
// Sendable by hand because its superclass is: its own properties are Sendable and never change.
public final class SimulatedLocationDataSource: LocationDataSource, @unchecked Sendable {
    /// What the driver shares with the source.
    private final class Simulation: Sendable {
        struct State {
            var playback: SimulationPlayback
            /// Why there are no locations.
            var problem: LocationError?
            /// Is resolved when something changes.
            var change = Outcome<Void>()
        }

        let state: Mutex<State>

        init(_ locations: SimulatedLocations) { state = Mutex(State(playback: SimulationPlayback(locations))) }

        func change(_ body: (inout State) -> Void) {
            let old = state.withLock { state in
                body(&state)
                defer { state.change = Outcome() }
                return state.change
            }
            old.resolve(.success(()))
        }

        func run(_ timing: SourceTiming, _ sink: LocationSink) async throws {
            let now = timing.uptime()
            if let problem = state.withLock({ $0.problem }) { throw problem }
            state.withLock { $0.playback.begin(now: now) }
            sink.didStart()
            var told: LocationError?
            while !Task.isCancelled {
                let now = timing.uptime()
                let (location, deadline, change, problem) = state.withLock { state in
                    let location = state.playback.advance(to: now)
                    return (location, state.playback.deadline, state.change, state.problem)
                }
                if problem != told { sink.report(problem) }
                told = problem
                if let location { sink.deliver(location) }
                _ = await timing.wait(for: change, until: deadline)
            }
        }
    }

    private let simulation: Simulation

    /// Makes a source without locations; ``setSimulatedLocations(_:)`` gives it some.
    public override convenience init() {
        self.init(SimulatedLocations([]))
    }

    /// Makes a source that tells locations as they are given, times included.
    public convenience init(locations: [Location]) {
        self.init(SimulatedLocations(locations))
    }

    /// Makes a source that moves along a line.
    ///
    /// - Parameters:
    ///   - polyline: in any spatial reference that PROJ knows; one without is taken to be in WGS 84.
    ///   - parameters: how to move; nil for one location a vertex.
    public convenience init(polyline: Polyline, parameters: SimulationParameters? = nil) {
        self.init()
        setSimulatedLocations(with: polyline, parameters: parameters)
    }

    /// Makes a source that moves along a line: ``init(polyline:parameters:)`` by another name.
    public convenience init(polyline: Polyline, simulationParameters: SimulationParameters?) {
        self.init(polyline: polyline, parameters: simulationParameters)
    }

    package init(_ locations: SimulatedLocations, timing: SourceTiming = .system) {
        let simulation = Simulation(locations)
        self.simulation = simulation
        super.init(driver: LocationDriver { sink in try await simulation.run(timing, sink) })
    }

    /// What is told.
    public var simulatedLocations: SimulatedLocations { simulation.state.withLock { $0.playback.locations } }

    /// Tells these locations as they are given, times included, from the first.
    public func setSimulatedLocations(_ locations: [Location]) {
        set(.success(SimulatedLocations(locations)))
    }

    /// Moves along a line, from its beginning.
    ///
    /// - Parameters:
    ///   - polyline: in any spatial reference that PROJ knows; one without is taken to be in WGS 84.
    ///   - parameters: how to move; nil for one location a vertex.
    public func setSimulatedLocations(with polyline: Polyline, parameters: SimulationParameters? = nil) {
        set(
            Result {
                guard let parameters else { return try SimulatedLocations(atVerticesOf: polyline) }
                return try SimulatedLocations(along: polyline, parameters: parameters)
            })
    }

    /// Moves along a line: ``setSimulatedLocations(with:parameters:)`` by another name.
    public func setSimulatedLocations(with polyline: Polyline, simulationParameters: SimulationParameters?) {
        setSimulatedLocations(with: polyline, parameters: simulationParameters)
    }

    private func set(_ locations: Result<SimulatedLocations, any Error>) {
        simulation.change { state in
            switch locations {
            case .success(let locations):
                state.playback.replace(locations)
                state.problem = nil
            case .failure(let error):
                state.playback.replace(SimulatedLocations([]))
                state.problem = error as? LocationError ?? LocationError(.invalidSimulation, "\(error)")
            }
        }
    }

    /// The index of the location that was told last, or before that, of the one that is told first. One that is set is told next, when it is time, or with the start; numbers below 0 count as 0,
    /// those beyond the last as the last.
    public var currentLocationIndex: Int {
        get { simulation.state.withLock { $0.playback.index } }
        set { simulation.change { $0.playback.index = newValue } }
    }

    /// How many locations are told a second: 2 is twice as fast, 0.5 half as fast; 0, negative numbers and NaN pause. At most 1,000. Times of locations do not change with it.
    public var iterationRate: Double {
        get { simulation.state.withLock { $0.playback.rate } }
        set { simulation.change { $0.playback.rate = newValue } }
    }

    /// Whether the locations begin anew after the last. Times made up for a line go on growing then; those of locations that were given are told again as they are.
    public var repeats: Bool {
        get { simulation.state.withLock { $0.playback.repeats } }
        set { simulation.change { $0.playback.repeats = newValue } }
    }
}
