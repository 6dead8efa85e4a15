// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Going to what a list names: selects it and brings it into view.

import { freeSpace } from "./free-space.js";
import { isNarrow } from "./rail.js";

/** `view()` is that of the map, null until there is one. */
export function visits({ selection, sources, view }) {
  const place = (source, track) => {
    selection.select(source, track);
    selection.locate(sources);
    return selection.displayed;
  };
  return {
    /** Selects a track and brings it into view where it is not; `location` is where it is, should the page not know it. */
    visit(source, track, always = false, location = null) {
      const found = place(source, track) ?? location;
      if (!view() || !found) return;
      const [x, y] = view().projection.project(...found);
      const free = freeSpace();
      const seen = x > free.left && x < free.right && y > free.top && y < free.bottom;
      if (always || !seen) view().flyTo(...found, 9);
    },
    /** Selects one of a query's list and brings it into the middle of what the panels leave free; where it is gone, the place where it was. */
    visitResult(source, track, location) {
      const found = place(source, track) ?? location;
      if (!view() || !found) return;
      const free = freeSpace();
      // The call-out needs 300 pixels beside it; where there is a sheet it is not shown.
      const middle = (free.left + free.right) / 2;
      const x = isNarrow() ? middle : Math.max(free.left + 40, Math.min(middle, free.right - 300));
      view().flyTo(...found, 9, [x - innerWidth / 2, (free.top + free.bottom - innerHeight) / 2]);
    },
  };
}
