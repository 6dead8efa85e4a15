# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""The live page in a real browser against a real `vedette demo`, for tests: what they start, hear, see and wait for."""

import os
import re
import shutil
import tempfile
import time
import unittest
from pathlib import Path

from playwright.sync_api import sync_playwright

from demo_server import Server

# Software rendering, the same on every machine; and no name of any other host is found.
CHROMIUM_OPTIONS = [
    "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
# What the browser itself says of a server that is not there.
NO_SERVER = re.compile(r"net::ERR_CONNECTION_|net::ERR_EMPTY_RESPONSE|WebSocket connection to .* failed")


class LivePageCase(unittest.TestCase):
    WINDOW = {"width": 800, "height": 500}
    KNOWS_THE_PAGE = True  # what is said to somebody who sees it for the first time would cover what is looked at

    def setUp(self):
        for name, mend in {"VEDETTE_BINARY": "run script/test", "VEDETTE_ASSETS": "run script/test", "VEDETTE_CHROMIUM": "run script/bootstrap test"}.items():
            if not os.environ.get(name):
                self.fail(f"{name} is not set: {mend}")
        self.console, self.faults, self.foreign, self.server_is_there = [], [], [], True
        self.folder = tempfile.mkdtemp(prefix="vedette-live-page-")
        self.addCleanup(lambda: self.folder and shutil.rmtree(self.folder, ignore_errors=True))
        self.server = None
        self.start_server()
        # The latest is cleaned up first: page and browser go before the server.
        playwright = sync_playwright().start()
        self.addCleanup(playwright.stop)
        browser = playwright.chromium.launch(executable_path=os.environ["VEDETTE_CHROMIUM"], args=CHROMIUM_OPTIONS)
        self.addCleanup(browser.close)
        self.page = browser.new_page(viewport=self.WINDOW, color_scheme="light")
        self.listen()

    def start_server(self, port=0):
        self.server = Server(self.folder, port)
        self.addCleanup(self.server.kill)
        self.origin = f"http://127.0.0.1:{self.server.port}/"

    def listen(self):
        page = self.page
        page.on("console", self.heard)
        page.on("pageerror", lambda error: self.faults.append(f"an error that nobody caught: {error}"))
        page.on("crash", lambda _: self.faults.append("the page crashed"))
        page.context.on("request", lambda request: self.requested(request.url, self.origin))
        page.on("websocket", lambda socket: self.requested(socket.url, self.origin.replace("http", "ws", 1)))
        if self.KNOWS_THE_PAGE:
            page.add_init_script("try { localStorage.setItem('vedette.guided', '1'); } catch {}")
        page.add_init_script("""
            window.violations = [];
            addEventListener("securitypolicyviolation", (event) => violations.push(`${event.violatedDirective}: ${event.blockedURI}`), true);
        """)

    def heard(self, message):
        line = f"{message.type}: {message.text}"
        self.console.append(line)
        if message.type == "error" and not (NO_SERVER.search(line) and not self.server_is_there):
            self.faults.append(f"the console says {line}")
        if message.type == "warning" and message.text.startswith("Vedette:"):
            self.faults.append(f"the page warns: {message.text}")

    def requested(self, url, origin):
        if not url.startswith((origin, f"blob:{origin}")):
            self.foreign.append(url)

    def nothing_went_wrong(self):
        violations = self.page.evaluate("() => violations")
        self.assertEqual(violations, [], "the page violates its security policy")
        self.assertEqual(self.foreign, [], "the page asks other hosts")
        self.assertEqual(self.faults, [])

    # MARK: what is seen

    def state(self):
        return self.page.evaluate("() => window.vedette.state()")

    def places(self):
        """Where each track is displayed in the window: {track: [x, y]}."""
        return self.page.evaluate("""() => Object.fromEntries(vedette.tracks()
            .map(({ source, track }) => [track, vedette.locate(source, track)])
            .filter(([, place]) => place && place[0] > 0 && place[1] > 0 && place[0] < innerWidth && place[1] < innerHeight))""")

    # MARK: waiting

    def wait(self, condition, what, seconds):
        """Waits until a JavaScript function of the page's state is true."""
        # Not wait_for_function: it evaluates text in the page later on, which the page's security policy forbids.
        self.until(lambda: self.page.evaluate(f"() => Boolean(window.vedette && ({condition})(window.vedette.state()))"), what, seconds)

    def until(self, condition, what, seconds):
        end = time.monotonic() + seconds
        while not condition():
            if self.faults:
                self.fail(f"while waiting for the page {what}: {'; '.join(self.faults)}")
            if time.monotonic() > end:
                state = self.page.evaluate("() => window.vedette ? JSON.stringify(window.vedette.state()) : 'no window.vedette'")
                self.fail(f"waited {seconds} s in vain for the page {what}; its state: {state}")
            self.page.wait_for_timeout(80)

    def until_still(self, value, condition, what):
        """Waits until a value is what it should be, and changes no more."""
        seen = []

        def is_still():
            seen.append(value())
            return len(seen) > 3 and len(set(map(str, seen[-4:]))) == 1 and condition(seen[-1])

        self.until(is_still, what, 20)

    def keep_evidence(self):
        """Keeps what a person wants to see after a failure, and says where."""
        folder, self.folder = Path(self.folder), None
        try:
            self.page.screenshot(path=folder / "page.png", timeout=10_000)
        except Exception as error:  # the failure itself matters more
            print(f"There is no picture of the page: {error}")
        print(f"The page as it was, and what the server said: {folder}")
        print("The page's console:", *(self.console or ["(nothing)"]), sep="\n    ")


def distance(a, b):
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5
