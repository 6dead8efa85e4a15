// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// A link to the view as it is: the map's own part of the address (#zoom/latitude/longitude/bearing), then who is selected and followed, and
// which panel is open, and how the scene is shown. Pure: no page needed.

const panels = new Set(["entities", "query", "fences", "layers", "locations", "follow", "about"]);
const layouts = new Set(["corner", "half", "whole"]);
const longest = 256; // characters of a track id in an address

/** {view: text, source, track, follow, panel, scene} of an address's fragment; what is wrong in it is passed over. */
export function readLink(hash) {
  const [view, ...rest] = hash.replace(/^#/, "").split("&");
  const link = { view: /^-?[\d.]+\/-?[\d.]+\/-?[\d.]+/.test(view) ? view : "", source: 0, track: null, follow: false, panel: null, scene: null };
  for (const part of rest) {
    const at = part.indexOf("=");
    const [name, text] = at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
    let value;
    try {
      value = decodeURIComponent(text);
    } catch {
      continue;
    }
    if (name === "track" && value !== "" && value.length <= longest) link.track = value;
    if (name === "source" && /^\d{1,3}$/.test(value)) link.source = Number(value);
    if (name === "follow") link.follow = value === "1";
    if (name === "scene" && layouts.has(value)) link.scene = value;
    if (name === "panel" && panels.has(value)) link.panel = value;
  }
  return link;
}

/** The fragment of a link. `view` is the map's own part, without the #. */
export function writeLink({ view, source = 0, track = null, follow = false, panel = null, scene = null }) {
  const parts = [view];
  if (track !== null && track.length <= longest) {
    if (source !== 0) parts.push(`source=${source}`);
    parts.push(`track=${encodeURIComponent(track)}`);
    if (follow) parts.push("follow=1");
  }
  if (panel !== null) parts.push(`panel=${panel}`);
  if (scene !== null) parts.push(`scene=${scene}`);
  return `#${parts.join("&")}`;
}

/** The map's own part of a link: as the map library writes it. */
export function viewPart({ center: [longitude, latitude], zoom, bearing = 0 }) {
  const digits = Math.max(0, Math.ceil((zoom * Math.LN2 + Math.log(512 / 360 / 0.5)) / Math.LN10));
  const round = (value, unit) => Math.round(value * unit) / unit;
  const place = `${round(zoom, 100)}/${round(latitude, 10 ** digits)}/${round(((((longitude + 180) % 360) + 360) % 360) - 180, 10 ** digits)}`;
  return Math.abs(bearing) < 0.05 ? place : `${place}/${round(bearing, 10)}`;
}
