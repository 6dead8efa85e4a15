// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Light or dark: follows the system until a person chooses. The colours themselves are in tokens.css, for CSS and map alike.

const key = "vedette.theme";
const system = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set();

/** "system", "light" or "dark". */
export const themeChoice = () => document.documentElement.dataset.theme ?? "system";

export const isDark = () => (themeChoice() === "system" ? system.matches : themeChoice() === "dark");

export function chooseTheme(choice) {
  if (choice === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  try {
    if (choice === "system") localStorage.removeItem(key);
    else localStorage.setItem(key, choice);
  } catch {
    // Not remembered where storage is forbidden.
  }
  announce();
}

/** Calls `listener(dark)` after each change of theme. */
export function whenThemeChanges(listener) {
  listeners.add(listener);
}

function announce() {
  for (const listener of listeners) listener(isDark());
}

system.addEventListener("change", announce);

/** The value of a colour token as [red, green, blue, opacity], 0…255. */
export function colorOf(token) {
  const probe = document.createElement("span");
  probe.style.color = `var(--${token})`;
  probe.style.transition = "none";
  document.body.append(probe);
  const parts = getComputedStyle(probe).color.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0];
  probe.remove();
  return [parts[0], parts[1], parts[2], parts.length > 3 ? Math.round(parts[3] * 255) : 255];
}

/** A colour as CSS text, with an opacity of its own where given. */
export function cssColor(token, opacity = 1) {
  const [red, green, blue] = colorOf(token);
  return `rgba(${red}, ${green}, ${blue}, ${opacity})`;
}
