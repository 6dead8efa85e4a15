# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Fence events with paths, event time and rules, by brute force: a state machine for each track and fence, written from the page about fence semantics.

`events_of_track` judges one track at a time: tracks do not know of each other.
"""

from dataclasses import dataclass, field

from fence_ways_oracle import crossings, earth_metres, rounded

# Of timers that are due at one moment; 4 and 5 are dwelled and silent of a stay that is only told at that moment.
RANKS = {"dwelled": 0, "silent": 1, "exited": 2, "entered": 3}
SECOND = 1_000_000


@dataclass
class Options:
    """Times in microseconds, None where there is no such rule."""

    path: bool = False
    maximum_gap: int = 600 * SECOND
    accuracy: bool = False
    relationship: str = "enter-intersects-exit-does-not-intersect"
    lateness: int = 0
    dwell: int | None = None
    minimum_in: int | None = None
    minimum_out: int | None = None
    silence: int | None = None

    def arguments(self):
        """As the command takes them."""
        result = ["--allowed-lateness", str(self.lateness / SECOND)]
        if self.path:
            result += ["--detection", "path", "--maximum-gap", str(self.maximum_gap / SECOND)]
        if self.accuracy:
            result += ["--accuracy", "geometry-with-accuracy", "--relationship", self.relationship]
        for name in ("dwell", "minimum_in", "minimum_out", "silence"):
            if getattr(self, name) is not None:
                result += ["--" + name.replace("_", "-"), str(getattr(self, name) / SECOND)]
        return result


@dataclass
class Fix:
    observation: str
    time: int
    x: int
    y: int
    accuracy: float = 0.0


@dataclass
class Stay:
    is_in: bool = False
    is_told: bool = False
    pending: tuple | None = None
    entry: int | None = None
    crossed: int | None = None
    may_dwell: bool = False
    is_silence_told: bool = False


@dataclass
class Track:
    name: str
    fences: list
    options: Options
    stays: dict = field(default_factory=dict)
    last: Fix | None = None
    events: list = field(default_factory=list)

    def tell(self, kind, fence, time, x, y, observation, confirmed=None):
        event = {"type": kind, "track": self.name, "fence": fence, "place": [x, y], "time": time}
        if observation is not None:
            event["observation"] = observation
        if confirmed is not None:
            event["confirmedAt"] = confirmed
        self.events.append(event)

    def turn(self, fence, is_in, time, x, y, observation):
        stay = self.stays.setdefault(fence, Stay())
        if stay.is_in == is_in:
            return
        stay.is_in, stay.crossed = is_in, time
        if stay.pending:
            # Back too soon: nothing has happened.
            stay.pending = None
            if not is_in:
                self.stays[fence] = Stay()
            return
        if is_in:
            stay = self.stays[fence] = Stay(is_in=True, entry=time, crossed=time, may_dwell=self.options.dwell is not None)
        kind, minimum = ("entered", self.options.minimum_in) if is_in else ("exited", self.options.minimum_out)
        if minimum is not None:
            stay.pending = (time + minimum, kind, time, x, y, observation)
        else:
            stay.is_told = is_in
            self.tell(kind, fence, time, x, y, observation)

    def timers(self):
        """(due, rank, fence, kind) of all that waits."""
        for fence, stay in self.stays.items():
            if stay.is_in and stay.is_told:
                # Nothing of a stay is told before the stay itself.
                waits, told = self.options.minimum_in is not None, stay.entry + (self.options.minimum_in or 0)
                if stay.may_dwell:
                    due = stay.entry + self.options.dwell
                    yield (told, 4, fence, "dwelled") if waits and due <= told else (due, 0, fence, "dwelled")
                if not stay.is_silence_told and self.options.silence is not None:
                    due = self.last.time + self.options.silence
                    # Silent is who was in, and known to be, before the time was up.
                    if stay.crossed < due and told <= due:
                        yield due, 5 if waits and due == told else 1, fence, "silent"
            if stay.pending:
                yield stay.pending[0], RANKS[stay.pending[1]], fence, stay.pending[1]

    def fire(self, now):
        while (first := min(self.timers(), default=None)) and first[0] <= now:
            due, _, fence, kind = first
            stay = self.stays[fence]
            if kind == "dwelled":
                stay.may_dwell = False
                self.tell(kind, fence, stay.entry + self.options.dwell, self.last.x, self.last.y, None)
            elif kind == "silent":
                stay.is_silence_told = True
                self.tell(kind, fence, due, self.last.x, self.last.y, None)
            else:
                _, _, time, x, y, crossing = stay.pending
                stay.pending = None
                stay.is_told = stay.is_in
                self.tell(kind, fence, time, x, y, crossing, confirmed=due)
                if not stay.is_in:
                    self.stays[fence] = Stay()

    def is_inside(self, fence, fix):
        holds = fence.holds(fix.x, fix.y)
        if not self.options.accuracy or not fix.accuracy > 0:
            return holds
        distance = earth_metres(fence, fix.x, fix.y, fix.accuracy)
        meets, contained = holds or distance <= fix.accuracy, holds and distance >= fix.accuracy
        if self.options.relationship == "enter-intersects-exit-does-not-intersect":
            return meets
        if self.options.relationship == "enter-contains-exit-does-not-contain":
            return contained
        was_in = fence.name in self.stays and self.stays[fence.name].is_in
        return meets if was_in else contained

    def decide(self, fix):
        last = self.last
        if last and self.options.path and fix.time - last.time <= self.options.maximum_gap:
            found = []
            for fence in self.fences:
                for number, (part, is_entry) in enumerate(crossings(fence, (last.x, last.y), (fix.x, fix.y))):
                    found.append((part, fence.name, number, is_entry))
            # At one place exits first, then by id; of one fence as the way has them.
            found.sort(key=lambda crossing: (crossing[0], crossing[3], crossing[1], crossing[2]))
            for part, fence, _, is_entry in self.alternating(found):
                time = rounded(last.time + (fix.time - last.time) * part)
                x, y = self.between(last, fix, part)
                self.fire(time)
                self.turn(fence, is_entry, time, x, y, fix.observation)
                # Back before the minimum time out, it may have dwelled meanwhile.
                self.fire(time)
            self.fire(fix.time)
        else:
            self.fire(fix.time)
            now = {fence.name: self.is_inside(fence, fix) for fence in self.fences}
            for fence in sorted(name for name, stay in self.stays.items() if stay.pending and now[name]):
                self.turn(fence, True, fix.time, fix.x, fix.y, fix.observation)
            self.fire(fix.time)
            for is_in in (False, True):
                for fence in sorted(name for name, inside in now.items() if inside == is_in):
                    self.turn(fence, is_in, fix.time, fix.x, fix.y, fix.observation)
        self.last = fix
        for stay in self.stays.values():
            stay.is_silence_told = False

    def alternating(self, found):
        """A fence whose entry and exit are at one place has them in the order that its state asks for."""
        waiting = list(found)
        state = {name: stay.is_in for name, stay in self.stays.items()}
        while waiting:
            place = next(index for index, crossing in enumerate(waiting) if state.get(crossing[1], False) != crossing[3])
            crossing = waiting.pop(place)
            state[crossing[1]] = crossing[3]
            yield crossing

    @staticmethod
    def between(last, fix, part):
        world = 3_600_000_000
        dx = (fix.x - last.x + world // 2) % world - world // 2
        if fix.x - last.x == world // 2:
            dx = world // 2
        x = rounded(last.x + dx * part)
        return (x - world if x > world // 2 else x + world if x < -world // 2 else x), rounded(last.y + (fix.y - last.y) * part)


def events_of_track(name, fences, fixes, options):
    """The events of a track whose fixes come in this order, and how many of them are late."""
    track = Track(name, fences, options)
    newest, late, waiting = None, 0, []
    for number, fix in enumerate(fixes):
        if newest is not None and fix.time < newest - options.lateness:
            late += 1
            continue
        newest = fix.time if newest is None else max(newest, fix.time)
        waiting.append((fix.time, number, fix))
        waiting.sort(key=lambda entry: entry[:2])
        while waiting and waiting[0][0] <= newest - options.lateness:
            track.decide(waiting.pop(0)[2])
    for _, _, fix in waiting:
        track.decide(fix)
    return track.events, late
