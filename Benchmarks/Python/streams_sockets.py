# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""As much of WebSocket as the load of script/bench streams needs, on plain sockets: a thousand of them must cost next to nothing."""

import base64
import os
import socket
import struct

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


def connect(port, path, receive_buffer=None):
    """A connected WebSocket, and what the server sent behind its handshake."""
    connection = socket.socket()
    if receive_buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    connection.settimeout(20)
    connection.connect(("127.0.0.1", port))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    key = base64.b64encode(os.urandom(16)).decode()
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    connection.sendall(f"{request}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
    received = b""
    while b"\r\n\r\n" not in received:
        more = connection.recv(1_024)
        if not more:
            break
        received += more
    head, _, rest = received.partition(b"\r\n\r\n")
    if b" 101 " not in head.split(b"\r\n")[0]:
        raise SystemExit(f"error: the server does not upgrade {path}: {head[:200]!r} {rest[:300]!r}")
    return connection, rest


def masked(opcode, payload):
    """A frame of a client. The mask is 0, which is allowed and costs nothing: what is sent is no secret."""
    count = len(payload)
    length = bytes([0x80 | count]) if count < 126 else struct.pack(">BH", 0xFE, count) if count < 65_536 else struct.pack(">BQ", 0xFF, count)
    return bytes([0x80 | opcode]) + length + b"\0\0\0\0" + payload


def frames(data):
    """The whole frames in data as (opcode, start, end) of their payloads; and where the first that is not whole begins."""
    found, start, count = [], 0, len(data)
    while count - start >= 2:
        length, head = data[start + 1] & 127, 2
        if length == 126:
            if count - start < 4:
                break
            length, head = int.from_bytes(data[start + 2 : start + 4], "big"), 4
        elif length == 127:
            if count - start < 10:
                break
            length, head = int.from_bytes(data[start + 2 : start + 10], "big"), 10
        end = start + head + length
        if end > count:
            break
        found.append((data[start] & 15, start + head, end))
        start = end
    return found, start
