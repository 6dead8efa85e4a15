// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Meridians and parallels at a distance that suits the zoom, where the map looks. Pure: no page needed.

const steps = [30, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05, 0.02];
const widest = 420; // pixels between two lines
const pole = 84;

/** Segments as [longitude, latitude, longitude, latitude]; and the step in degrees. */
export function graticule({ longitude, latitude, worldSize, reach }) {
  const step = steps.find((degrees) => (degrees / 360) * worldSize < widest) ?? steps.at(-1);
  const degrees = Math.min(180, (reach / worldSize) * 360) + step;
  const multiples = (low, high) => {
    const first = Math.ceil(low / step);
    return Array.from({ length: Math.max(0, Math.floor(high / step) - first + 1) }, (_, i) => (first + i) * step);
  };
  // Copies of the world bring their own lines: none is drawn twice.
  const whole = degrees >= 180;
  const [west, east] = whole ? [-180, 180] : [longitude - degrees, longitude + degrees];
  const [south, north] = [Math.max(-pole, latitude - degrees), Math.min(pole, latitude + degrees)];
  const segments = [
    ...multiples(west, whole ? east - step / 2 : east).map((x) => [x, south, x, north]),
    ...multiples(south, north).map((y) => [west, y, east, y]),
  ];
  return { step, segments };
}
