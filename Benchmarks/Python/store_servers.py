# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Servers that script/bench store measures against, started on loopback with their files in a temporary folder, stopped by their process id."""

import glob
import os
import shutil
import signal
import socket
import subprocess
import sys
import time


class Unavailable(Exception):
    """A peer is not here; the message says how to get it."""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for_port(port, process, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if process.poll() is not None:
            break
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise Unavailable(f"{process.args[0]} did not start on port {port}")


def stop(process, how=signal.SIGTERM):
    """Ends a process that we started, by its id, and waits for it."""
    if process.poll() is not None:
        return
    process.send_signal(how)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def end_cleanly_when_told():
    """Lets SIGTERM end this program as Ctrl-C does: what it has started is stopped."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


def output_of(command, seconds, environment=None):
    """What a program prints, and its status: None where its time was up. It is not there any more afterwards, come what may."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **(environment or {})})
    try:
        return process.communicate(timeout=seconds)[0], process.returncode
    except subprocess.TimeoutExpired:
        process.kill()
        return process.communicate()[0], None
    except BaseException:
        process.kill()
        process.wait()
        raise


class Redis:
    def __init__(self, folder):
        program = shutil.which("redis-server")
        if not program:
            raise Unavailable("install redis-server")
        self.port = free_port()
        command = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            wait_for_port(self.port, self.process)
        except Unavailable:
            self.stop()
            raise

    def stop(self):
        stop(self.process)


class PostGIS:
    """A private cluster, run as the user postgres where we are root, which it refuses to be."""

    # Nothing is to survive, and one query uses one core, as everybody's do here.
    SETTINGS = {
        "listen_addresses": "127.0.0.1", "shared_buffers": "512MB", "work_mem": "128MB", "maintenance_work_mem": "512MB",
        "max_wal_size": "4GB", "synchronous_commit": "off", "fsync": "off", "full_page_writes": "off", "max_parallel_workers_per_gather": "0",
        "max_parallel_maintenance_workers": "0", "jit": "off",
    }

    def __init__(self, folder):
        programs = os.path.dirname(shutil.which("initdb") or "") or max(glob.glob("/usr/lib/postgresql/*/bin"), default="")
        if not programs or not os.path.exists(f"{programs}/initdb"):
            raise Unavailable("install postgresql and postgis (on Debian 12: postgresql-15-postgis-3)")
        data = os.path.join(folder, "postgres")
        os.mkdir(data)
        self.identity = {}
        if os.getuid() == 0:
            self.identity = {"user": "postgres", "group": "postgres", "extra_groups": []}
            shutil.chown(data, "postgres", "postgres")
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": data, **self.identity}
        made = subprocess.run([f"{programs}/initdb", "-D", data, "-A", "trust", "-E", "UTF8", "-U", "postgres"], **quiet)
        if made.returncode != 0:
            raise Unavailable("initdb made no cluster; try it by hand")
        self.port = free_port()
        settings = [part for name, value in self.SETTINGS.items() for part in ("-c", f"{name}={value}")]
        command = [f"{programs}/postgres", "-D", data, "-p", str(self.port), "-c", f"unix_socket_directories={data}", *settings]
        self.process = subprocess.Popen(command, **quiet)
        self.dsn = f"host=127.0.0.1 port={self.port} user=postgres dbname=postgres"
        try:
            wait_for_port(self.port, self.process)
            self.check()
        except Unavailable:
            self.stop()
            raise

    def check(self):
        import psycopg2

        for _ in range(100):
            try:
                connection = psycopg2.connect(self.dsn)
                break
            except psycopg2.OperationalError:
                time.sleep(0.1)
        else:
            raise Unavailable("PostgreSQL did not come up")
        connection.autocommit = True
        try:
            connection.cursor().execute("CREATE EXTENSION IF NOT EXISTS postgis")
        except psycopg2.Error:
            raise Unavailable("PostgreSQL is here, PostGIS is not: install it (on Debian 12: postgresql-15-postgis-3)") from None
        finally:
            connection.close()

    def stop(self):
        # SIGINT is PostgreSQL's fast shutdown: it ends its sessions.
        stop(self.process, signal.SIGINT)
