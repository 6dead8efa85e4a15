// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Loads CesiumJS when a scene is first opened: it is large, and the map does without it.

const folder = "/assets/cesium/";
let loading = null;

/** CesiumJS, or null where the server has none. */
export function loadCesium() {
  loading ??= load();
  return loading;
}

async function load() {
  globalThis.CESIUM_BASE_URL = folder;
  // While it loads, it tries whether WebAssembly may be compiled. The page's security policy says no, and the try would count as a violation of it.
  const { WebAssembly } = globalThis;
  delete globalThis.WebAssembly;
  try {
    await new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `${folder}Cesium.js`;
      script.onload = resolve;
      script.onerror = () => reject(new Error("missing"));
      document.head.append(script);
    });
  } catch {
    loading = null; // who runs script/bootstrap meanwhile may try again
    return null;
  } finally {
    globalThis.WebAssembly = WebAssembly;
  }
  return globalThis.Cesium ?? null;
}

/** True where pictures are computed, not drawn by a graphics processor: by the name that the browser gives of what renders. */
export function isSoftware(gl) {
  const extension = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = gl ? String(gl.getParameter(extension ? extension.UNMASKED_RENDERER_WEBGL : gl.RENDERER)) : "";
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}
