// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Makes one classic script, with the global `Cesium`, of the modules of CesiumJS that a web application carries in its webpack chunks.
//
// usage: node script/lib/extract-cesium.mjs FOLDER OUTPUT      FOLDER has the chunks (*.chunk.js) and the application's entry (gn-map.js)
//
// Webpack leaves each module whole: a function of (module, exports, require), under a number. The one that exports the names of the package
// `cesium` is looked for, and everything that it requires, directly or not, is written down with a require function of our own. Ends with status
// 1, and says why, where the pieces are not as they were: nothing is written then. The same pieces give the same bytes.

import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";

const [folder, output] = process.argv.slice(2);
const version = "1.134.1";
const leastExports = 1_200;

function give(reason) {
  console.error(`error: script/lib/extract-cesium.mjs: ${reason}`);
  process.exit(1);
}
if (!folder || !output) give("usage: node script/lib/extract-cesium.mjs FOLDER OUTPUT");

/** Number of a module → the text of its function. */
function readModules() {
  const texts = new Map();
  const take = (table) => {
    for (const [number, factory] of Object.entries(table)) if (!texts.has(number)) texts.set(number, Function.prototype.toString.call(factory));
  };
  // A chunk does nothing but push [names, table of modules] onto a list.
  const page = { document: { currentScript: { tagName: "SCRIPT", src: "http://localhost/entry.js" } }, location: { href: "http://localhost/" } };
  page.self = page;
  page.globalThis = page;
  vm.createContext(page);
  const chunks = fs.readdirSync(folder).filter((name) => name.endsWith(".chunk.js")).sort();
  for (const name of chunks) {
    page.webpackChunkgeonode_mapstore_client = { push: ([, table]) => take(table) };
    vm.runInContext(fs.readFileSync(path.join(folder, name), "utf8"), page, { filename: name });
  }
  // Some modules are in the application's entry; its last expression starts the application, and is left out.
  const entry = fs.readFileSync(path.join(folder, "gn-map.js"), "utf8");
  const start = /,(\w+)\(\d+\)\}\)\(\);?\s*$/.exec(entry);
  if (!start) give("gn-map.js does not end with the call that starts it");
  page.webpackChunkgeonode_mapstore_client = undefined;
  vm.runInContext(`${entry.slice(0, start.index)};self.modulesOfEntry=${start[1]}.m})();`, page, { filename: "gn-map.js" });
  take(page.modulesOfEntry);
  return texts;
}

/** The numbers that a module requires: calls of its third parameter with a number. */
function requirements(text) {
  const parameters = /^(?:function\b)?\s*[\w$]*\s*\(([^)]*)\)/.exec(text)?.[1] ?? "";
  const name = parameters.split(",")[2]?.trim();
  if (!name) return [];
  const call = new RegExp(`(?<![\\w$.])${name.replace(/\$/g, "\\$")}\\((\\d[\\de]*)\\)`, "g");
  return [...text.matchAll(call)].map(([, number]) => String(Number(number)));
}

function closure(texts, root) {
  const found = new Set();
  const waiting = [root];
  while (waiting.length > 0) {
    const number = waiting.pop();
    if (found.has(number)) continue;
    if (!texts.has(number)) {
      // Some functions within a module have a parameter of the same name, and call it with 0 or 1.
      if (Number(number) < 10) continue;
      give(`module ${number} is required and missing`);
    }
    found.add(number);
    waiting.push(...requirements(texts.get(number)));
  }
  return [...found].sort((a, b) => Number(a) - Number(b));
}

/** What webpack's own runtime offers its modules, as far as these use it. */
const runtime = `
const has=(object,name)=>Object.prototype.hasOwnProperty.call(object,name),made={};
function need(number){const known=made[number];if(known)return known.exports;
const module=made[number]={id:number,loaded:false,exports:{}};modules[number].call(module.exports,module,module.exports,need);module.loaded=true;return module.exports}
need.o=has;need.g=globalThis;need.m=modules;need.p=base;need.b=base;need.e=()=>Promise.resolve();
need.d=(target,getters)=>{for(const name in getters)if(has(getters,name)&&!has(target,name))Object.defineProperty(target,name,{enumerable:true,get:getters[name]})};
need.r=target=>{Object.defineProperty(target,Symbol.toStringTag,{value:"Module"});Object.defineProperty(target,"__esModule",{value:true})};
need.n=module=>{const get=module&&module.__esModule?()=>module.default:()=>module;need.d(get,{a:get});return get};
need.t=(value,mode)=>{if(mode&1)value=need(value);if(mode&8||(typeof value==="object"&&value&&((mode&4&&value.__esModule)||(mode&16&&typeof value.then==="function"))))return value;
const space=Object.create(null);need.r(space);for(let from=mode&2&&value;typeof from==="object"&&from&&from!==Object.prototype;from=Object.getPrototypeOf(from))
for(const name of Object.getOwnPropertyNames(from))need.d(space,{[name]:()=>value[name]});need.d(space,{default:()=>value});return space};
need.nmd=module=>{module.paths=[];module.children||=[];return module};need.hmd=module=>module;`;

const texts = readModules();
const roots = [...texts].filter(([, text]) => text.includes("CzmlDataSource:()=>") && text.includes("CesiumWidget:()=>") && text.includes("Viewer:()=>"));
if (roots.length !== 1) give(`${roots.length} modules export the names of CesiumJS, not one`);
const [[root]] = roots;
const numbers = closure(texts, root);
const body = numbers.map((number) => {
  const text = texts.get(number);
  // A method of the table (123(e,t,i){…}) stands as it is; a function or an arrow needs its number.
  return /^\d[\de]*\s*\(/.test(text) ? text : `${number}:${text}`;
}).join(",\n");
// Where the application has its files is compiled in. And one library asks eval for the global object, which the page's security policy forbids.
function replaced(text, old, now) {
  const parts = text.split(old);
  if (parts.length !== 2) give(`${old} is there ${parts.length - 1} times, not once`);
  return parts.join(now);
}
const modules = replaced(replaced(body, /"\/static\/mapstore\/dist\/cesium\/?"/, "base"), '(0,eval)("this")', "globalThis");

const script = `/* CesiumJS ${version}, https://cesium.com/cesiumjs/, Apache-2.0; taken out of a bundle by script/lib/extract-cesium.mjs, changed in two places. See NOTICE.txt. */
(()=>{const base=globalThis.CESIUM_BASE_URL||"/assets/cesium/",modules={${modules}};${runtime}
globalThis.Cesium=need(${root})})();\n`;

// What has been written works: it runs, says its version, and has its names.
const offered = ["TransformStream", "ReadableStream", "WritableStream", "TextEncoder", "TextDecoder", "URL", "Blob", "setTimeout", "clearTimeout", "performance", "console"];
const trial = vm.createContext(Object.fromEntries(offered.map((name) => [name, globalThis[name]])));
vm.runInContext("self=window=globalThis;location={href:'http://localhost/',protocol:'http:'};navigator={userAgent:'',platform:'',appVersion:''};CESIUM_BASE_URL='/x/';"
  + "const node=()=>({style:{},childNodes:[],appendChild(){},getContext(){},canPlayType(){},getElementsByTagName:()=>[]});"
  + "document={baseURI:location.href,location,createElement:node,createComment:node,createTextNode:node,addEventListener(){}};", trial);
vm.runInContext(script, trial, { filename: "Cesium.js" });
const made = vm.runInContext("({ version: Cesium.VERSION, count: Object.keys(Cesium).length, base: Cesium.buildModuleUrl('Assets/a.json') })", trial);
if (made.version !== version) give(`the script is CesiumJS ${made.version}, not ${version}`);
if (made.count < leastExports) give(`the script has ${made.count} names, not ${leastExports} or more`);
if (!made.base.endsWith("/x/Assets/a.json")) give(`the script looks for its files at ${made.base}`);
fs.writeFileSync(output, script);
