// @ts-check
// Tests one of the graphs against a file of data.
import { byId, download, el, repaint } from "./dom.js";
import { toWire } from "./graph.js";
import { showMessage } from "./messages.js";
import { ask, doc, fresh } from "./state.js";

let file = null; // the name and the bytes of the data

// listenForData makes the section of the page work. Files that are dropped outside of the panes are data.
export function listenForData() {
  byId("data-open").onclick = () => byId("data-file").click();
  byId("data-file").onchange = (e) => {
    if (e.target.files[0]) open(e.target.files[0]);
    e.target.value = "";
  };
  for (const id of ["data-graph", "data-test", "data-categorical", "data-continuous", "data-missing"]) byId(id).onchange = test;
  window.addEventListener("drop", (e) => {
    const dropped = e.dataTransfer?.files[0];
    if (dropped && !byId("panes").contains(/** @type {Node} */ (e.target))) open(dropped);
  });
}

// graphsChanged tests the graph again if there are data.
export function graphsChanged() {
  if (file) test();
}

async function open(chosen) {
  file = { name: chosen.name, bytes: new Uint8Array(await chosen.arrayBuffer()) };
  byId("data").scrollIntoView({ block: "nearest" });
  await test();
}

const names = (id) => byId(id).value.split(",").map((s) => s.trim()).filter(Boolean);

function request(more) {
  const role = byId("data-graph").value;
  return [{
    op: "falsify", graph: toWire(doc[role], role), falsify: {
      data: 0, name: file.name, test: byId("data-test").value, permutations: 100, suggest: true, missing: byId("data-missing").checked ? "drop" : "error",
      categorical: names("data-categorical"), continuous: names("data-continuous"), ...more,
    },
  }, { parts: [file.bytes], signal: fresh("falsify") }];
}

async function test() {
  const host = byId("data-result");
  if (!file) return;
  host.setAttribute("aria-busy", "true");
  if (!host.childElementCount) repaint(host, el("p", {}, "Testing…"));
  try {
    const { header } = await ask(...request({ pictures: true }));
    show(host, header);
  } catch (err) {
    if (err.name === "AbortError") return;
    repaint(host, el("p", { class: "fault" }, err.message));
  }
  host.setAttribute("aria-busy", "false");
}

function show(host, { falsification: f, pictures, numbers, meaning }) {
  const rejected = f.claims.filter((c) => c.rejected).sort((a, b) => a.p - b.p);
  const unsupported = f.edges.filter((e) => e.supported === false);
  const number = (x) => (x < 1e-4 ? x.toExponential(1) : x.toFixed(4));
  const most = 100;
  repaint(host,
    el("p", { class: "headline" }, f.verdict),
    picture(pictures.graph, pictures.shown),
    el("dl", { class: "facts" }, numbers.flatMap(([name, text]) => [el("dt", {}, name), el("dd", {}, text)])),
    el("p", { class: "note" }, meaning),
    f.suggestions.length > 0 && [el("h3", {}, "Suggestions"), el("ul", {}, f.suggestions.map((s) => el("li", {}, `Adding ${s.edge} leaves ${s.remaining} of ${f.rejected} rejected claims.`)))],
    unsupported.length > 0 && [el("h3", {}, "Edges without support"), el("ul", {}, unsupported.slice(0, most).map((e) => el("li", {}, `${e.edge} given {${e.given.join(", ")}}: p ${number(e.p)}`)))],
    rejected.length > 0 && [
      el("h3", {}, "Rejected claims, the strongest first"), picture(pictures.forest),
      el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of the rejected claims" }, el("table", { class: "rejected" },
        el("thead", {}, el("tr", {}, ["Pair", "Given", "p", "Adjusted p", "Effect"].map((t) => el("th", { scope: "col" }, t)))),
        el("tbody", {}, rejected.slice(0, most).map((c) => el("tr", {}, el("th", { scope: "row" }, `${c.x} and ${c.y}`), el("td", {}, `{${c.given.join(", ")}}`), [c.p, c.p_adjusted].map((p) => el("td", {}, number(p))), el("td", {}, c.effect.toFixed(3))))))),
      rejected.length > most && el("p", { class: "note" }, `${most} of ${rejected.length} are shown.`),
    ],
    pictures.histogram && [el("h3", {}, "Are the p-values uniform?"), el("p", { class: "note" }, "If the graph is true, every bar has about the height of the dashed line, and the points are near the diagonal."),
      el("div", { class: "figures" }, picture(pictures.histogram), picture(pictures.quantiles))],
    pictures.relabeled && [el("h3", {}, "The graph among 100 random relabelings of its nodes"), picture(pictures.relabeled)],
    el("p", {}, el("button", { type: "button", "data-key": "data-report", onclick: save }, "Save as a report (HTML)")));
}

async function save() {
  try {
    const { header, parts } = await ask(...request({ report: true }));
    download("falsify.html", parts[header.data], "text/html");
  } catch (err) {
    if (err.name !== "AbortError") showMessage(err.message);
  }
}

// picture returns an SVG of the engine as an element.
function picture(text, caption) {
  if (!text) return null;
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return el("figure", { class: "picture" }, document.importNode(svg, true), caption ? el("figcaption", {}, caption) : null);
}
