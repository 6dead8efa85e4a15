// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Runs before everything else. A classic script, on purpose: modules wait for the page.

// For a picture, what is there to be used is in the way; and no theme that somebody chose counts.
const isPicture = new URLSearchParams(location.search).has("picture");
if (isPicture) document.documentElement.dataset.picture = "";

// A chosen theme must not flash the other one first.
try {
  const chosen = localStorage.getItem("vedette.theme");
  if (!isPicture && (chosen === "light" || chosen === "dark")) document.documentElement.dataset.theme = chosen;
} catch {
  // Storage can be forbidden; the system's theme is then the theme.
}
