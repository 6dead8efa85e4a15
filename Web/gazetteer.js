// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Towns, airports and names of lands from the base map's tables: for labels and for the search.

import { basemapFile } from "./basemap.js";

/** The least population of a town that is labelled at a zoom. */
const leastPeople = [[3, 6e6], [4, 2.5e6], [5, 1e6], [6, 4e5], [7, 1.5e5], [8, 5e4], [9, 2e4], [10, 8e3]];
const airportZooms = [6.5, 7.6, 8.8]; // by rank
const nameZooms = [{ from: 1.4, to: 5.2 }, { from: 4.6, to: 7.4 }, { from: 8, to: 11.5 }]; // countries, states, counties

export class Gazetteer {
  #places = null;
  #airports = null;
  #names = null;
  #folded = null;

  /** Fetches the tables; what is there is usable while the rest comes. */
  async load(manifest) {
    const [names, airports, places] = [manifest.names, manifest.airports, manifest.places].map(basemapFile);
    this.#names = await names;
    this.#airports = await airports;
    this.#places = await places;
  }

  /** What could be labelled in a view, the most important first: {key, kind, text, longitude, latitude}. */
  inView(projection, zoom) {
    const box = boxOf(projection);
    const found = [];
    this.#townsInView(box, zoom, found);
    this.#airportsInView(box, zoom, found);
    this.#namesInView(box, zoom, found);
    return found;
  }

  #townsInView(box, zoom, found) {
    const places = this.#places;
    if (!places || zoom < 2.5) return;
    const least = leastPeople.find(([below]) => zoom < below)?.[1] ?? 0;
    for (let i = 0, count = 0; i < places.name.length && count < 140; i += 1) {
      const people = places.population[i];
      if (people < least && !(places.capital[i] && zoom > 3.2 && people > least / 8)) {
        if (people < least / 8) break;
        continue;
      }
      if (!inside(box, places.longitude[i], places.latitude[i])) continue;
      const kind = people >= 500_000 || places.capital[i] ? "city" : people >= 60_000 ? "town" : "village";
      found.push({ key: `p${i}`, kind, text: places.name[i], longitude: places.longitude[i], latitude: places.latitude[i] });
      count += 1;
    }
  }

  #airportsInView(box, zoom, found) {
    const airports = this.#airports;
    if (!airports || zoom < 6.5) return;
    for (let i = 0, count = 0; i < airports.iata.length && count < 60; i += 1) {
      if (zoom < airportZooms[airports.rank[i]]) break; // the table begins with the large ones
      if (!inside(box, airports.longitude[i], airports.latitude[i])) continue;
      found.push({ key: `a${i}`, kind: "airport", text: airports.iata[i], longitude: airports.longitude[i], latitude: airports.latitude[i] });
      count += 1;
    }
  }

  #namesInView(box, zoom, found) {
    const names = this.#names;
    if (!names) return;
    const kinds = ["country", "state", "county"];
    for (let i = 0, count = 0; i < names.name.length && count < 80; i += 1) {
      const range = nameZooms[names.kind[i]];
      if (zoom < range.from || zoom > range.to || !inside(box, names.longitude[i], names.latitude[i])) continue;
      found.push({ key: `n${i}`, kind: kinds[names.kind[i]], text: names.name[i], longitude: names.longitude[i], latitude: names.latitude[i] });
      count += 1;
    }
  }

  /** Places and airports whose name begins with, or has a word that begins with, the text: {list, total}, the list at most `most` of them. */
  search(text, most) {
    if (!this.#places || !this.#airports) return { list: [], total: 0 };
    this.#folded ??= this.#places.name.map(fold);
    const wanted = fold(text);
    const begins = [];
    const contains = [];
    this.#airports.iata.forEach((iata, i) => {
      const airports = this.#airports;
      const exact = fold(iata) === wanted || fold(airports.icao[i]) === wanted;
      if (!exact && (wanted.length < 3 || !matches(fold(airports.name[i]), wanted))) return;
      (exact ? begins : contains).push({
        kind: "airport", name: `${iata} ${airports.name[i]}`, detail: `${airports.city[i]}, ${airports.country[i]}`,
        longitude: airports.longitude[i], latitude: airports.latitude[i], zoom: 12,
      });
    });
    for (let i = 0; i < this.#folded.length; i += 1) {
      if (!this.#folded[i].startsWith(wanted) && (wanted.length < 3 || !matches(this.#folded[i], wanted))) continue;
      const places = this.#places;
      (this.#folded[i].startsWith(wanted) ? begins : contains).push({
        kind: "place", name: places.name[i], detail: [places.region[i], places.country[i]].filter(Boolean).join(", "),
        longitude: places.longitude[i], latitude: places.latitude[i], zoom: places.population[i] > 500_000 ? 9.5 : 11,
      });
    }
    return { list: [...begins, ...contains].slice(0, most), total: begins.length + contains.length };
  }
}

const fold = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
const matches = (folded, wanted) => folded.startsWith(wanted) || folded.includes(` ${wanted}`);

function boxOf({ longitude, latitude, reach, worldSize }) {
  const degrees = (reach / worldSize) * 360;
  return { longitude, latitude, east: degrees + 0.2, north: degrees + 0.2 };
}

function inside(box, longitude, latitude) {
  if (Math.abs(latitude - box.latitude) > box.north) return false;
  const difference = Math.abs(longitude - box.longitude) % 360;
  return Math.min(difference, 360 - difference) <= box.east;
}
