// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// What a screen reader hears: at most one sentence in four seconds, the latest.

import { byId, setText, throttled } from "./dom.js";

let sentence = "";
const speak = throttled(() => setText(byId("announcer"), sentence), 4_000);

export function announce(text) {
  sentence = text;
  speak();
}
