# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""The live page under hostile texts, for tests: notices what runs, what is asked for, and what became more than text."""

import re

from live_page import LivePageCase
from payloads import same, shown

LISTEN = """
    window.ran = [];
    for (const name of ["alert", "confirm", "prompt", "print"]) window[name] = (what) => { ran.push(`${name}: ${what}`); };
"""
# Whatever the page makes of foreign text is made of these, without code in attributes and with addresses of its own or of data's authors.
STRANGE = """() => {
    const known = new Set(("a b bdi body button canvas code dd details div dl dt footer form g h1 h2 h3 head header html input kbd label li link main mark meta nav noscript "
        + "ol option output p path circle section select small span summary svg symbol defs textarea time title ul use svg script").split(" "));
    const found = [];
    for (const one of document.querySelectorAll("*")) {
        const name = one.localName;
        if (!known.has(name)) found.push(`an element ${name}`);
        if (name === "script" && !/^\\/(app|start)\\.js$|^\\/assets\\//.test(one.getAttribute("src") ?? "")) found.push(`a script ${one.outerHTML.slice(0, 80)}`);
        if (name === "link" && !document.head.contains(one)) found.push("a link in the body");
        if (name === "meta" && !document.head.contains(one)) found.push("a meta in the body");
        for (const { name: attribute, value } of one.attributes) {
            if (/^on|^srcdoc$|^formaction$|^ping$/.test(attribute)) found.push(`${name} with ${attribute}`);
            if (/^(src|srcset|href|xlink:href|action|data|poster|background)$/.test(attribute) && !/^(\\/|#|blob:http:\\/\\/127)(?!\\/)|^(\\?location=\\d+|\\.\\/)$/.test(value)) found.push(`${name} with ${attribute}=${value.slice(0, 60)}`);
            if (attribute === "style" && /url|expression|import|binding/i.test(value)) found.push(`${name} with style=${value.slice(0, 60)}`);
        }
    }
    return [...new Set(found)];
}"""


class InjectionPageCase(LivePageCase):
    WINDOW = {"width": 800, "height": 480}

    def listen(self):
        super().listen()
        self.page.add_init_script(LISTEN)
        self.page.on("dialog", lambda dialog: self.faults.append(f"a dialog opened: {dialog.message}"))
        self.page.on("popup", lambda popup: self.faults.append(f"a window opened: {popup.url}"))
        self.page.context.on("response", lambda response: response.status >= 400 and self.faults.append(f"the page asked for {response.url}"))

    def run_steps(self, *steps):
        try:
            for step in steps:
                step()
                self.nothing_ran(step.__name__)
            self.nothing_went_wrong()
        except BaseException:
            self.keep_evidence()
            raise

    def nothing_ran(self, where):
        self.assertEqual(self.page.evaluate("() => ran"), [], f"it ran: {where}")
        self.assertEqual(self.page.evaluate(STRANGE), [], f"text became more than text: {where}")

    def are_shown(self, payloads, selector, limit, part=None):
        """Each of these texts, as the page cleans texts, is the whole text of some element; with `part`, a part of it."""
        texts = {same(re.sub(r"\s+", " ", text).strip()) for text in self.page.evaluate("(selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent)", selector)}
        together = "\n".join(texts)
        missing = [text for text in (same(shown(payload, limit)) for payload in payloads) if text and (text not in together if part else text not in texts)]
        self.assertEqual(missing, [], f"{len(missing)} of {len(payloads)} are not shown as they are in {selector}, where there are {len(texts)}")
