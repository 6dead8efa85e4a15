# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""The page shows 5,000 moving entities for long, and its memory stays as it is after a minute. By night only: VEDETTE_BROWSER_MINUTES says how long."""

import json
import math
import os
import unittest
from pathlib import Path

from demo_server import Server
from live_page import LivePageCase

MINUTES = float(os.environ.get("VEDETTE_BROWSER_MINUTES") or 0)
ENTITIES, ROUND = 5_000, 40  # seconds of a circle that each of them flies again and again
MOST_GROWTH = 0.1

CONFIGURATION = {
    "title": "Long", "view": {"center": [10, 47], "zoom": 5.5},
    "sources": [{"name": "Traffic", "feed": "feed.ndjson", "format": "geojson", "track-field": "id", "rate": ENTITIES, "repeat": True, "many": "flights", "symbol": "aircraft", "heading-field": "heading",
                 "queries": [{"name": "Fast", "where": "speed > 150"}],
                 "display": {"renderer": {"kind": "simple", "symbol": {"style": "aircraft", "color": "#0A69CC", "size": 14}, "rotation": "heading"},
                             "labels": [{"text": "[id]", "min-scale": 5_000_000}], "track": {"line": True, "maximum-observations": 20}}}],
    "fences": [{"file": "fences.geojson"}],
}


def observation(n, step):
    angle = 2 * math.pi * (step / ROUND + n * 0.37 % 1)
    x, y = 2 + n % 100 * 0.16, 42 + n // 100 * 0.2
    place = [round(x + 0.3 * math.cos(angle), 5), round(y + 0.2 * math.sin(angle), 5)]
    properties = {"id": f"F{n}", "heading": round(math.degrees(-angle) % 360, 1), "speed": 100 + n % 100 + round(20 * math.sin(angle)), "step": step}
    return {"type": "Feature", "properties": properties, "geometry": {"type": "Point", "coordinates": place}}


def fence(n):
    x, y = 3 + n % 5 * 3, 43 + n // 5 * 2
    return {"type": "Feature", "id": f"f{n}", "properties": {"name": f"Fence {n}"}, "geometry": {"type": "Polygon", "coordinates": [[[x, y], [x + 0.4, y], [x + 0.4, y + 0.4], [x, y + 0.4], [x, y]]]}}


@unittest.skipUnless(MINUTES > 0, "only with VEDETTE_BROWSER_MINUTES")
class LongLife(LivePageCase):
    WINDOW = {"width": 800, "height": 500}

    def start_server(self, port=0):
        folder = Path(self.folder)
        with open(folder / "feed.ndjson", "w", encoding="utf-8") as file:
            for step in range(ROUND):
                file.writelines(json.dumps(observation(n, step)) + "\n" for n in range(ENTITIES))
        (folder / "fences.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": [fence(n) for n in range(20)]}))
        (folder / "serve.json").write_text(json.dumps(CONFIGURATION))
        self.server = Server(self.folder, port, command=("serve", "--config", str(folder / "serve.json")))
        self.addCleanup(self.server.kill)
        self.origin = f"http://127.0.0.1:{self.server.port}/"

    def test_the_heap_stays_flat(self):
        try:
            self.page.goto(self.origin)
            self.wait(f"(state) => state.entities === {ENTITIES} && state.view?.zoom > 5", "to show its entities", 60)
            self.page.keyboard.press("q")
            self.page.locator("[data-offer='0']").click()
            self.page.evaluate("() => vedette.select(0, 'F7')")
            self.developer = self.page.context.new_cdp_session(self.page)
            self.developer.send("HeapProfiler.enable")
            self.developer.send("Performance.enable")
            measured = [self.after(60)]
            while len(measured) < max(2, MINUTES):
                measured.append(self.after(60))
            first, last = measured[0], measured[-1]
            for name in ("heap", "nodes", "listeners"):
                self.assertLess(last[name], first[name] * (1 + MOST_GROWTH), f"{name} grew: {[one[name] for one in measured]}")
            self.assertGreater(last["frames"], first["frames"] + 30 * (len(measured) - 1), f"hardly any frames came: {measured}")
            self.nothing_went_wrong()
        except BaseException:
            self.keep_evidence()
            raise

    def after(self, seconds):
        """What the page holds in so many seconds: bytes after a collection, elements, listeners."""
        self.page.wait_for_timeout(1_000 * seconds)
        self.developer.send("HeapProfiler.collectGarbage")
        usage = self.developer.send("Runtime.getHeapUsage")
        metrics = {one["name"]: one["value"] for one in self.developer.send("Performance.getMetrics")["metrics"]}
        state = self.state()
        found = {
            "heap": round(usage["usedSize"] + usage.get("backingStorageSize", 0)), "script": round(usage["usedSize"]), "nodes": metrics["Nodes"], "listeners": metrics["JSEventListeners"],
            "frames": state["frames"], "notifications": state["notifications"], "lag": state["lagSeconds"],
        }
        print(found, flush=True)
        self.assertEqual((state["connection"], state["entities"]), ("connected", ENTITIES))
        return found


if __name__ == "__main__":
    unittest.main()
