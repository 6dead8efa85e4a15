# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""One process of the load of script/bench streams. Says "ready" when it is connected; ends at the end of its standard input.

usage: python3 streams_load.py write PORT PATH RATE PADDING      sends observations at a fixed rate, each with the time of its sending
       python3 streams_load.py read PORT PATH COUNT FILE         COUNT subscribers that read; writes times of sending and receipt to FILE
       python3 streams_load.py turn PORT PATH COUNT BYTES        COUNT subscribers that read until a line comes in, then BYTES a second, or nothing
"""

import array
import json
import select
import sys
import time

from streams_sockets import CLOSE, PING, PONG, TEXT, connect, frames, masked

SENT = b'"sent":'
# What a subscriber that will be silent lets the operating system keep for it, so that it is seen to be silent soon.
SMALL_BUFFER = 4_096


def main():
    mode, port, path = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    if mode == "write":
        write(port, path, float(sys.argv[4]), int(sys.argv[5]))
    elif mode == "read":
        read(port, path, int(sys.argv[4]), sys.argv[5])
    else:
        turn(port, path, int(sys.argv[4]), int(sys.argv[5]))


def is_ended(seconds=0.0):
    """Whether standard input has ended, waiting so long for it."""
    return bool(select.select([sys.stdin], [], [], max(0, seconds))[0]) and not sys.stdin.readline()


def ready():
    print("ready", flush=True)


def write(port, path, rate, padding):
    connection, _ = connect(port, path)
    ready()
    number, due = 0, time.monotonic()
    while not is_ended(due - time.monotonic()):
        if (now := time.monotonic()) < due:
            continue
        due = max(due, now - 1) + 1 / rate
        place = {"x": -112 + number % 100 / 1_000, "y": 33 + number % 97 / 1_000, "spatialReference": {"wkid": 4326}}
        attributes = {"id": f"v{number % 500}", "t": time.time_ns() // 1_000_000, "padding": "p" * padding, "sent": time.monotonic_ns() // 1_000}
        connection.sendall(masked(TEXT, json.dumps({"geometry": place, "attributes": attributes}).encode()))
        number += 1
        # What the server says is an error; there is nothing else to say to a writer but pings.
        while select.select([connection], [], [], 0)[0]:
            answer = connection.recv(65_536)
            if not answer:
                raise SystemExit("error: the server has closed the writer's connection")
            for opcode, start, end in frames(answer)[0]:
                if opcode == PING:
                    connection.sendall(masked(PONG, answer[start:end]))
                else:
                    print(f"the server to the writer: {answer[start:end][:200]!r}", file=sys.stderr, flush=True)


def read(port, path, count, file):
    sockets, rests, times = {}, {}, array.array("q")
    watch = select.epoll()
    for _ in range(count):
        connection, rest = connect(port, path)
        connection.setblocking(False)
        sockets[connection.fileno()], rests[connection.fileno()] = connection, rest
        watch.register(connection, select.EPOLLIN)
    watch.register(0, select.EPOLLIN)
    ready()
    closed = 0
    while True:
        for number, _ in watch.poll():
            if number == 0:
                if is_ended():
                    with open(file, "wb") as output:
                        times.tofile(output)
                    print(closed, flush=True)
                    return
                continue
            try:
                data = sockets[number].recv(262_144)
            except OSError:
                data = b""
            now = time.monotonic_ns() // 1_000
            if not data:
                watch.unregister(number)
                closed += 1
                continue
            if rests[number]:
                data = rests[number] + data
            found, end = frames(data)
            rests[number] = data[end:]
            for opcode, start, end in found:
                if opcode == TEXT:
                    while (place := data.find(SENT, start, end)) >= 0:
                        start = place + len(SENT)
                        times.extend((int(float(data[start : start + 24].lstrip().replace(b"}", b",").split(b",")[0])), now))
                elif opcode == PING:
                    sockets[number].send(masked(PONG, data[start:end]))
                elif opcode == CLOSE:
                    print("a reader was closed", data[start:end], file=sys.stderr, flush=True)


def turn(port, path, count, bytes_a_second):
    """Reads and answers pings at first, as any subscriber does."""
    sockets, rests = {}, {}
    watch = select.epoll()
    for _ in range(count):
        connection, rest = connect(port, path, SMALL_BUFFER)
        connection.setblocking(False)
        sockets[connection.fileno()], rests[connection.fileno()] = connection, rest
        watch.register(connection, select.EPOLLIN)
    watch.register(0, select.EPOLLIN)
    ready()
    while True:
        for number, _ in watch.poll():
            if number == 0:
                if not sys.stdin.readline():
                    return
                return hold(list(sockets.values()), bytes_a_second)
            data = rests[number] + sockets[number].recv(65_536)
            found, end = frames(data)
            rests[number] = data[end:]
            for opcode, start, end in found:
                if opcode == PING:
                    sockets[number].send(masked(PONG, data[start:end]))


def hold(connections, bytes_a_second):
    while not is_ended(1):
        for connection in connections if bytes_a_second else []:
            try:
                connection.recv(bytes_a_second)
            except OSError:
                pass


if __name__ == "__main__":
    main()
