// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Runs before everything else. A classic script, on purpose: modules wait for the page.

// A chosen theme must not flash the other one first.
try {
  const chosen = localStorage.getItem("vedette.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Storage can be forbidden; the system's theme is then the theme.
}
