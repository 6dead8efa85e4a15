// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// How numbers, places, times and foreign text are written. Pure: no page needed.

const minus = "\u2212";
const grouped = new Map();

/** A number with thousands separators and a true minus sign. */
export function formatNumber(value, decimals = null, grouping = true) {
  const key = `${decimals}/${grouping}`;
  if (!grouped.has(key)) {
    grouped.set(key, new Intl.NumberFormat("en", {
      useGrouping: grouping,
      minimumFractionDigits: decimals ?? 0,
      maximumFractionDigits: decimals ?? 3,
    }));
  }
  const text = grouped.get(key).format(value);
  return text.startsWith("-") ? (/[1-9]/.test(text) ? minus + text.slice(1) : text.slice(1)) : text;
}

/** An attribute's value with its unit; a date in local time. A number without unit may be an identifier: it is not grouped. */
export function formatValue(value, field = {}) {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") {
    if (!Number.isFinite(value)) return "–";
    if (field.unit === "°" && value >= 0 && value < 360) {
      return `${formatNumber(value, field.decimals).padStart(3 + (field.decimals ? field.decimals + 1 : 0), "0")}°`;
    }
    const text = formatNumber(value, field.decimals ?? null, Boolean(field.unit));
    if (!field.unit) return text;
    return /^[°%′″]/.test(field.unit) ? text + field.unit : `${text}\u00a0${field.unit}`;
  }
  const instant = isInstant(value, field) ? formatInstant(value) : null;
  if (instant) return instant.date ? `${instant.date}, ${instant.time}` : instant.time;
  return cleanText(typeof value === "string" ? value : JSON.stringify(value), 300);
}

/** A feed without types has its times as texts; those that can be nothing else are taken for what they are. */
const isInstant = (value, { type }) =>
  typeof value === "string" && (type === "date" || /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(value));

/** What is told of a value when a person points at it: a date in UTC, all else as it is shown. */
export const hoverValue = (value, field = {}) => (isInstant(value, field) && formatInstant(value)?.utc) || formatValue(value, field);

/** Latitude, longitude in degrees, as on the drawings: 33.4352, −112.0101. */
export function formatPlace(longitude, latitude, decimals = 4) {
  const wrapped = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return `${formatNumber(latitude, decimals)}, ${formatNumber(wrapped, decimals)}`;
}

/** A heading in whole degrees, three digits. */
export const formatHeading = (degrees) => `${String(Math.round(degrees) % 360).padStart(3, "0")}°`;

/** How long ago or how far behind, short: 0.8 s, 14 s, 3 min, 2 h. */
export function formatLag(seconds) {
  const value = Math.max(0, seconds);
  if (value < 9.95) return `${value.toFixed(1)} s`;
  if (value < 99.5) return `${Math.round(value)} s`;
  if (value < 5940) return `${Math.round(value / 60)} min`;
  if (value < 48 * 3600) return `${Math.round(value / 3600)} h`;
  return `${Math.round(value / 86400)} days`;
}

/** The same in whole seconds, for what counts up before one's eyes. */
export const wholeLag = (seconds) => formatLag(seconds).replace(/\.\d/, "");

/** A length of time in full: 3 min 12 s. */
export function formatDuration(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (hours === 0) return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
  return minutes === 0 ? `${formatNumber(hours)} h` : `${formatNumber(hours)} h ${minutes} min`;
}

const two = (value) => String(value).padStart(2, "0");
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** An instant in local time: the time, the date where it is not today's (else null), and UTC in full. */
export function formatInstant(text, today = new Date()) {
  const date = new Date(text ?? NaN);
  if (Number.isNaN(date.getTime())) return null;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  const sameDay = date.toDateString() === today.toDateString();
  const year = date.getFullYear() === today.getFullYear() ? "" : ` ${date.getFullYear()}`;
  const utc = date.toISOString();
  return {
    time: `${time}.${Math.floor(date.getMilliseconds() / 100)}`,
    date: sameDay ? null : `${date.getDate()} ${months[date.getMonth()]}${year}`,
    utc: `${utc.slice(0, 10)} ${utc.slice(11, 23)} UTC`,
    iso: utc,
  };
}

/** The n of a scale, to two digits: 1 : 250,000. */
export function formatScale(denominator) {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(denominator)) - 1);
  return `1 : ${formatNumber(Math.round(denominator / unit) * unit)}`;
}

/** "1 flight", "186 flights". */
export const formatCount = (count, one, many) => `${formatNumber(count)} ${count === 1 ? one : many}`;

/** A word behind its article: a flight, an entity. */
export const withArticle = (word) => `${/^[aeiou]/i.test(word) ? "an" : "a"} ${word}`;

/**
 * Foreign text made fit to show: control and direction-changing characters out, white space joined, at most `limit`
 * characters as a reader counts them.
 */
export function cleanText(text, limit = 80) {
  const plain = String(text ?? "").slice(0, 20 * limit)
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .replace(/\s+/g, " ").trim();
  const characters = [...plain];
  return characters.length > limit ? `${characters.slice(0, limit - 1).join("").trimEnd()}…` : plain;
}

/** A name that is never empty, for something that must be shown. */
export const nameOf = (text, limit = 80) => cleanText(text, limit) || "(no name)";

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Order as a person counts: Flight_9 before Flight_10. */
export const compareNames = (a, b) => collator.compare(a, b);
