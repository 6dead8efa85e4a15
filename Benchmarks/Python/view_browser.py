# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""What of script/bench view needs a browser: how late something is drawn, and what the same load costs as GeoJSON in MapLibre's setData."""

import os
import shutil
import statistics
import sys

SOFTWARE_RENDERING = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]

# Notes each frame as it comes, by a socket of the page's own making, and each picture; a picture shows what came before it began.
PIXELS = """async (seconds) => {
  const late = [], ages = [];
  let waiting = [];
  const address = `${location.origin.replace("http", "ws")}/live?display=1&compact=1`;
  const { readFrame } = await import("/frame.js");
  const socket = new WebSocket(address, "vedette.live.1");
  socket.binaryType = "arraybuffer";
  let resets = 0, decoding = 0, decoded = 0;
  socket.onopen = () => socket.send(JSON.stringify({ type: "view", ...window.benchView }));
  socket.onmessage = ({ data }) => {
    if (typeof data === "string") return;
    const began = performance.now();
    const frame = readFrame(data);
    decoding += performance.now() - began;
    decoded += frame.numbers.length;
    socket.send(JSON.stringify({ type: "ack", frame: frame.sequence }));
    if (frame.reset || resets === 0) { resets += 1; return; }
    for (let i = 0; i < frame.numbers.length; i += 97) waiting.push(frame.baseTime + frame.arrivals[i]);
  };
  const end = performance.now() + seconds * 1000;
  let pictures = 0;
  while (performance.now() < end) {
    await new Promise(requestAnimationFrame);
    pictures += 1;
    const now = Date.now();
    for (const time of waiting) late.push(now - time);
    waiting = [];
  }
  socket.close();
  late.sort((a, b) => a - b);
  return { p50: late[late.length >> 1] ?? null, p99: late[Math.floor(late.length * 0.99)] ?? null, pictures, microseconds: decoded ? decoding * 1000 / decoded : null };
}"""

# The page is the list of a path that is not there: it has this server's origin and nothing that draws.
SET_DATA = """async ([lines, times]) => {
  const text = `{"type":"FeatureCollection","features":[${lines}]}`;
  const container = document.createElement("div");
  container.style.cssText = "position:fixed;inset:0";
  document.body.append(container);
  const map = new maplibregl.Map({ container, center: [5, 45], zoom: 7, fadeDuration: 0, attributionControl: false,
    style: { version: 8, sources: { things: { type: "geojson", data: { type: "FeatureCollection", features: [] } } },
      layers: [{ id: "things", type: "circle", source: "things", paint: { "circle-radius": 2 } }] } });
  await map.once("load");
  const result = { bytes: text.length, parse: [], stringify: [], set: [], shown: [] };
  for (let i = 0; i < times; i += 1) {
    let began = performance.now();
    const data = JSON.parse(text);
    result.parse.push(performance.now() - began);
    began = performance.now();
    JSON.stringify(data);
    result.stringify.push(performance.now() - began);
    began = performance.now();
    map.getSource("things").setData(data);
    result.set.push(performance.now() - began);
    await map.once("idle");
    result.shown.push(performance.now() - began);
  }
  map.remove();
  return result;
}"""


def chromium():
    return os.environ.get("VEDETTE_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def measure_in_browser(port, lines, box):
    """Prints a few lines; says what is missing where there is no browser."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return print("  in a browser: nothing, since Playwright is not there (script/bootstrap test)", file=sys.stderr)
    if not chromium():
        return print("  in a browser: nothing, since there is no Chromium (script/bootstrap test)", file=sys.stderr)
    from view_load import view_of

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=SOFTWARE_RENDERING)
        try:
            page = browser.new_page(viewport={"width": 800, "height": 600})
            west, south, east, north = box
            # The page itself draws the same part of the world meanwhile.
            page.goto(f"http://127.0.0.1:{port}/#8.2/{(south + north) / 2:.4f}/{(west + east) / 2:.4f}")
            page.wait_for_timeout(4_000)
            page.evaluate("(view) => { window.benchView = view; }", view_of(box))
            ours = page.evaluate(PIXELS, 5)
            drawn = page.evaluate("() => window.vedette.state().entities")
            print(f"  in Chromium (software rendering), drawing {drawn:,} entities: from the server to the picture p50 {milliseconds(ours['p50'])}, p99 {milliseconds(ours['p99'])}, "
                  f"{ours['pictures'] / 5:.0f} pictures a second; reading a frame {ours['microseconds'] or 0:.2f} µs an entity")
            page.goto(f"http://127.0.0.1:{port}/nowhere")
            page.add_script_tag(url="/assets/maplibre-gl/maplibre-gl.js")
            theirs = page.evaluate(SET_DATA, [",".join(lines), 3])
            names = {"parse": "reading the text", "stringify": "writing it", "set": "setData", "shown": "setData until it is drawn"}
            print(f"  the same {len(lines):,} as GeoJSON in Chromium, {theirs['bytes'] / len(lines):.0f} bytes an entity: "
                  + ", ".join(f"{name} {statistics.median(theirs[key]):,.0f} ms" for key, name in names.items())
                  + f"; reading it {statistics.median(theirs['parse']) * 1_000 / len(lines):.2f} µs an entity")
        finally:
            browser.close()


def milliseconds(value):
    return "none" if value is None else f"{value:,.0f} ms"
