// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Loads the map libraries after the first paint: they are large, and the rest of the page works without them.

const files = ["/assets/maplibre-gl/maplibre-gl.js", "/assets/deck.gl/deck.gl.js"];

const load = (file) => new Promise((resolve, reject) => {
  const script = document.createElement("script");
  script.src = file;
  script.async = false; // both are fetched at once and run in order
  script.onload = resolve;
  script.onerror = () => reject(new Error(`${file} is missing`));
  document.head.append(script);
});

/** What stands in the way of a map, or null: "libraries" or "graphics". */
export async function loadLibraries() {
  // While it loads, deck.gl tries whether WebAssembly may be compiled. The page's security policy says no, and the try
  // would count as a violation of it. Without WebAssembly there is nothing to try; deck.gl then does without.
  const { WebAssembly } = globalThis;
  delete globalThis.WebAssembly;
  try {
    await Promise.all(files.map(load));
  } catch {
    return "libraries";
  } finally {
    globalThis.WebAssembly = WebAssembly;
  }
  if (!globalThis.maplibregl || !globalThis.deck) return "libraries";
  const probe = document.createElement("canvas").getContext("webgl2");
  probe?.getExtension("WEBGL_lose_context")?.loseContext();
  return probe ? null : "graphics";
}

/** After the next paint. */
export const painted = () => new Promise((resolve) => {
  // A page in the background paints nothing; it must not wait for ever.
  setTimeout(resolve, 400);
  requestAnimationFrame(() => setTimeout(resolve, 0));
});
