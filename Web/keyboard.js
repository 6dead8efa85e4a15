// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Single keys that work wherever no text is being typed.

const typing = (target) => target instanceof HTMLElement && (target.matches("input:not([type=checkbox]), textarea, select") || target.isContentEditable);

/** `actions` maps a key (as in KeyboardEvent.key) to what it does. `Escape` works while typing, too. */
export function listenToKeys(actions) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actions[event.key];
    if (!action || (typing(event.target) && event.key !== "Escape")) return;
    if (action(event) === false) return;
    event.preventDefault();
  });
}
