// The page: what is known, what the user does, and what follows from it.
import { announce, byId, el, repaint, turn } from "./dom.js";
import { key } from "./drawing.js";
import { openEngine } from "./engine.js";
import { examples } from "./examples.js";
import { addEdge, addNode, arrows, changeEdge, empty, fromWire, mayJoin, namesOf, newName, place, removeEdge, removeNode, rename, replaceBetween, toText, toWire } from "./graph.js";
import { pack, unpack } from "./link.js";
import { Pane, sizeOf } from "./pane.js";
import { asSentence, claimGroups, definition, equivalence, fold, noun, numbersTable, repairTables } from "./results.js";
import { saveMenu } from "./save.js";
import { grid, isSeries, moments, partsOf, repeats, windowed } from "./series.js";

const large = 60; // nodes from which on the differences are shown first
const pause = 250; // milliseconds after the last key
const roles = ["truth", "guess"];

// What the user made. It is replaced as a whole, so that undo can go back.
const options = () => ({ metrics: "default", symmetric: "", invalid: "", project: false });
let doc = { truth: empty("truth"), guess: empty("guess"), at: new Map(), options: options() };
const past = [], future = [];

// What is known of it, and what is on the screen.
const view = {
  selected: { truth: null, guess: null }, from: null, connecting: false, whole: false, shown: null, lags: 0,
  layout: { nodes: [], truth: [], guess: [], min: [0, 0], size: [100, 100] }, box: null, texts: { truth: null, guess: null }, faults: { truth: "", guess: "" },
};
const found = { results: [], skipped: [], metric: "zl-sd", wanted: "zl-sd", explanation: null, claims: [], claim: null, repairs: null, old: false, fault: new Map() };

let engine, table, panes;
const running = {}; // abort controllers by what they are for

function fresh(what) {
  running[what]?.abort(new DOMException("a newer request", "AbortError"));
  return (running[what] = new AbortController()).signal;
}

// ask sends a request to the engine. How many wait for their answer stands in the document.
let waiting = 0;
async function ask(header, more) {
  const count = (n) => { document.body.dataset.waiting = String((waiting += n)); };
  count(1);
  try {
    return await engine.request({ door: "page", ...header }, more);
  } finally {
    count(-1);
  }
}

const ignore = (err) => {
  if (err?.name !== "AbortError") say(err.message);
};

function say(text, kind = "fault") {
  repaint(byId("message"), text ? el("div", { class: "message " + kind }, el("p", {}, text), el("button", { type: "button", "data-key": "dismiss", onclick: () => { say(""); byId("numbers").focus({ preventScroll: true }); } }, "Close")) : null);
}

// ---- what changes ----

// commit makes a new state. Edits of one kind in a row, such as typing, are undone as one.
let lastKind = "", lastTime = 0;
function commit(next, { kind = "", text = null, keepText = null } = {}) {
  const now = performance.now();
  if (!(kind && kind === lastKind && now - lastTime < 1500)) past.push({ ...doc, texts: view.texts });
  if (past.length > 200) past.shift();
  [lastKind, lastTime] = [kind, now];
  future.length = 0;
  adopt({ ...doc, ...next }, keepText);
  if (text) announce(text);
}

function adopt(next, keepText = null) {
  for (const role of roles) {
    if (next[role] !== doc[role] && keepText !== role) view.texts = { ...view.texts, [role]: null };
    if (next[role] !== doc[role]) {
      view.faults[role] = "";
      question(null, role);
    }
    const s = view.selected[role];
    if (s?.node !== undefined && !has(next[role], new Set(namesOf(next[role])), s.node)) view.selected[role] = null;
    if (s?.edge !== undefined && next[role] !== doc[role]) view.selected[role] = null;
  }
  doc = next;
  changed();
}

function undo(from, to) {
  const state = from.pop();
  if (!state) return;
  to.push({ ...doc, texts: view.texts });
  lastKind = "";
  const { texts, ...rest } = state;
  adopt(rest);
  view.texts = texts;
  announce(from === past ? "Undone" : "Done again");
}

function changed() {
  byId("undo").disabled = past.length === 0;
  byId("redo").disabled = future.length === 0;
  found.old = true;
  found.claim = null;
  found.fault = new Map();
  arrange();
  compare();
}

// ---- the drawing ----

// drawn returns the two graphs as they are drawn: time series over one window of moments, which
// holds the chosen path.
function drawn() {
  const some = roles.filter((r) => doc[r].nodes.length > 0);
  if (!some.length || !some.every((r) => isSeries(doc[r]))) return { truth: doc.truth, guess: doc.guess, grid: new Map(), lags: 0 };
  const variables = [...new Set(some.flatMap((r) => doc[r].variables))];
  const far = (found.claim?.steps ?? []).map((s) => partsOf(s.node)[1]);
  const lags = Math.max(...some.map((r) => doc[r].lags), ...far.filter((lag) => lag <= 12));
  const over = (g) => (isSeries(g) ? windowed(g, variables, lags) : empty(g.name));
  return { truth: over(doc.truth), guess: over(doc.guess), grid: grid(variables, lags), lags };
}

// has reports whether a graph has a node of the drawing.
const has = (g, names, node) => names.has(isSeries(g) ? partsOf(node)[0] : node);

// part returns the names to draw: all, or with many nodes those around the differences and the path.
function part(doc) {
  const all = new Set([...doc.truth.nodes, ...doc.guess.nodes]);
  byId("whole-label").hidden = all.size <= large;
  byId("whole-text").textContent = `all ${all.size} nodes`;
  if (all.size <= large || view.whole) return null;
  const sign = (e) => `${e.x} ${e.arrow} ${e.y}`, flipped = new Map();
  for (const role of roles) flipped.set(role, new Set(doc[role].edges.map(sign)));
  const core = new Set();
  for (const s of found.claim?.steps ?? []) core.add(s.node);
  for (const v of found.claim?.separator ?? []) core.add(v);
  for (const role of roles) if (view.selected[role]?.node !== undefined) core.add(view.selected[role].node);
  for (const [role, other] of [["truth", "guess"], ["guess", "truth"]])
    for (const e of doc[role].edges) if (core.size < large / 2 && !flipped.get(other).has(sign(e))) core.add(e.x).add(e.y);
  if (core.size === 0) for (const v of all) if (core.size < large / 2) core.add(v);
  const shown = new Set(core);
  for (const role of roles) for (const e of doc[role].edges) {
    if (shown.size >= large) break;
    if (core.has(e.x)) shown.add(e.y);
    else if (core.has(e.y)) shown.add(e.x);
  }
  byId("whole-text").textContent += ` (${shown.size} around the differences are shown)`;
  return shown;
}

const only = (g, names) => (names ? { ...g, nodes: g.nodes.filter((n) => names.has(n)), edges: g.edges.filter((e) => names.has(e.x) && names.has(e.y)), triples: [] } : g);

let arranging = false, again = false;
async function arrange() {
  if (arranging) {
    again = true;
    return;
  }
  arranging = true;
  do {
    again = false;
    await turn();
    const both = drawn(), names = part(both);
    const truth = only(both.truth, names), guess = only(both.guess, names);
    const first = doc.at.size === 0;
    for (const [n, p] of both.grid) if (!doc.at.has(n)) doc.at.set(n, p);
    try {
      const { header } = await ask({ op: "layout", truth: toWire({ ...truth, class: "" }, "truth"), guess: toWire({ ...guess, class: "" }, "guess"), at: Object.fromEntries([...doc.at].filter(([n]) => !names || names.has(n))) }, { lane: "drawing" });
      if (again) continue;
      const l = header.layout;
      view.layout = l;
      for (const v of l.nodes) doc.at.set(v.name, [v.x, v.y]); // places are found, not chosen: nothing to undo
      const inside = (v) => v.x > view.box[0] && v.x < view.box[0] + view.box[2] && v.y > view.box[1] && v.y < view.box[1] + view.box[3];
      const others = names && view.box && !l.nodes.every((v) => view.part?.has(v.name) || inside(v)); // of a large graph came into view
      if (first || !view.box || both.lags !== view.lags || others) fit();
      view.part = names;
      view.lags = both.lags;
    } catch (err) {
      ignore(err);
    }
  } while (again);
  arranging = false;
  paint();
}

function fit() {
  const { min, size } = view.layout;
  const margin = 18, w = Math.max(size[0], 120) + 2 * margin, h = Math.max(size[1], 80) + 2 * margin;
  look([min[0] - margin, min[1] - margin, w, h]);
}

function look(box) {
  view.box = box;
  for (const role of roles) panes[role].drawing.view(box);
}

// lookAt shows some nodes of a large drawing, in which they could not be seen otherwise.
function lookAt(names) {
  const nodes = view.layout.nodes.filter((v) => names.includes(v.name));
  if (!nodes.length || view.box[2] < 1.5 * panes.truth.drawingHost.clientWidth) return; // names can be read
  const left = Math.min(...nodes.map((v) => v.x)) - 120, top = Math.min(...nodes.map((v) => v.y)) - 90;
  look([left, top, Math.max(...nodes.map((v) => v.x)) + 120 - left, Math.max(...nodes.map((v) => v.y)) + 90 - top]);
}

// bring moves the view to a node that is outside.
function bring(name) {
  const v = view.layout.nodes.find((v) => v.name === name), [x, y, w, h] = view.box ?? [];
  if (v && (v.x < x || v.x > x + w || v.y < y || v.y > y + h)) look([v.x - w / 2, v.y - h / 2, w, h]);
}

function zoom(f) {
  const [x, y, w, h] = view.box ?? [0, 0, 400, 300];
  look([x + (w * (1 - f)) / 2, y + (h * (1 - f)) / 2, w * f, h * f]);
}

function paint() {
  const claim = found.claim, steps = claim?.steps ?? [];
  for (const role of roles) {
    const here = new Set(namesOf(doc[role]));
    const lit = claim && (claim.in ?? "truth") === role;
    const style = {
      path: new Set(lit ? steps.slice(1).map((s, i) => key(steps[i].node, s.node)) : []),
      implied: lit ? steps.slice(1).map((s, i) => [steps[i].node, s.node, steps[i].status]).filter((s) => s[2] === "implied") : [],
      ends: new Set(claim ? [claim.x, claim.y] : []), given: new Set(claim?.separator ?? []),
      fault: found.fault.get(role) ?? new Set(), absent: new Set(view.layout.nodes.filter((v) => !has(doc[role], here, v.name)).map((v) => v.name)),
      repeats: isSeries(doc[role]) ? repeats : () => false,
      from: view.from?.role === role ? view.from.node : null,
    };
    const pane = panes[role];
    pane.show(doc[role], { nodes: view.layout.nodes, edges: view.layout[role] }, style, view.selected[role], view.texts[role] ?? toText(doc[role]));
    pane.say(view.faults[role]);
  }
}

// ---- the numbers ----

const pair = () => ({ truth: toWire(doc.truth, "truth"), guess: toWire(doc.guess, "guess") });
const how = () => ({ symmetric: doc.options.symmetric, invalid: doc.options.invalid, project: doc.options.project });

async function compare() {
  const signal = fresh("compare");
  const ready = roles.every((r) => doc[r].nodes.length > 0) && new Set(roles.flatMap((r) => doc[r].nodes)).size > 1;
  if (!ready) {
    found.results = [];
    found.skipped = [];
    found.claims = [];
    found.repairs = found.explanation = null;
    found.old = false;
    state(doc.truth.nodes.length + doc.guess.nodes.length ? "Two graphs over the same two nodes or more are needed." : "Drop two files, draw two graphs, or choose an example.");
    question(null);
    results();
    return;
  }
  if (view.faults.truth || view.faults.guess) return results();
  await turn();
  if (signal.aborted) return;
  const groups = doc.options.metrics === "all" ? ["structure", "sd", "aid", "mb", "sc"] : ["shd", "sd", "aid"];
  state("Computing…");
  try {
    const results = [], skipped = [];
    for (const group of groups) {
      const { header } = await ask({ op: "compare", ...pair(), metrics: [group], options: how() }, { signal });
      const c = header.comparison;
      results.push(...c.results.map((r) => ({ ...r, apart: c.class_of_truth })));
      if (doc.options.metrics === "all") skipped.push(...c.skipped);
      found.results = results.slice();
      found.skipped = skipped;
      found.old = false;
      found.fault = new Map();
      state(`Truth: ${noun(c.truth.class)}, guess: ${noun(c.guess.class)}. ${(c.notes ?? []).concat(c.guess.done ?? []).map(asSentence).join(" ")}${equivalence(c.markov_equivalence, results.every((r) => !r.value || table.metric.get(r.metric).group === "structure"))}`);
      question(null);
      numbers();
    }
    byId("status").dataset.done = String(++compared);
    paint();
    const explained = found.results.map((r) => r.metric).filter((m) => table.metric.get(m).claims);
    found.metric = explained.includes(found.wanted) ? found.wanted : (explained[0] ?? found.wanted);
    numbers();
    await explain();
    repairsOf(false);
  } catch (err) {
    if (err.name === "AbortError") return;
    fault(err);
  }
}
let compared = 0;

// fault shows what is wrong with the graphs: on the nodes, and as a question where there is a choice.
function fault(err) {
  found.old = found.results.length > 0;
  state(err.message + (found.old ? " The numbers below are those before." : ""), true);
  found.fault = new Map();
  if (err.witness?.length && err.kind === "class") for (const role of err.role ? [err.role] : roles) found.fault.set(role, new Set(err.witness));
  question(err.kind === "nodes" ? namesDiffer(err) : null);
  byId("status").dataset.done = String(++compared);
  results();
  paint();
}

function state(text, bad = false) {
  const s = byId("status");
  s.textContent = text;
  s.classList.toggle("fault", bad);
}

function numbers() {
  repaint(byId("table"), numbersTable({ table, ...found, chosen: found.metric, explain: (metric) => {
    found.metric = found.wanted = metric;
    found.claim = null;
    numbers();
    paint();
    explain().then(() => repairsOf(false)).catch(ignore);
  } }));
}

async function explain() {
  const signal = fresh("explain");
  found.explanation = null;
  try {
    const { header } = await ask({ op: "explain", ...pair(), metrics: [found.metric], limit: doc.guess.nodes.length > large ? 100 : 300, options: { ...how(), symmetric: "" } }, { signal });
    found.explanation = header.explanation;
    found.claims = fold(header.explanation.claims ?? []);
    found.headline = header.text.split("\n")[0];
  } catch (err) {
    if (err.name === "AbortError") throw err;
    found.claims = [];
    found.headline = err.message;
  }
  claims();
}

function claims() {
  const e = found.explanation;
  repaint(byId("claim-list"), el("p", { class: "headline" }, found.results.length ? (found.headline ?? "") : "Nothing to compare yet."),
    ...(e?.notes ?? []).map((n) => el("p", { class: "note" }, n)),
    e && definition(table.metric.get(found.metric), view.defined, (open) => { view.defined = open; }),
    ...(e ? claimGroups({ explanation: e, claims: found.claims, chosen: found.claim, choose }) : []));
}

function choose(claim) {
  found.claim = claim;
  claims();
  const hidden = claim && new Set([...doc.truth.nodes, ...doc.guess.nodes]).size > large && !view.whole;
  if (hidden || isSeries(doc.truth)) arrange(); // a path may reach back farther than what is drawn
  else {
    if (claim && view.whole) lookAt([...(claim.steps ?? []).map((s) => s.node), claim.x, claim.y]);
    paint();
  }
  const seen = byId("panes").getBoundingClientRect();
  if (claim && seen.top + 200 < 0) byId("panes").scrollIntoView({ block: "start" }); // else the path would not be seen
  if (claim) announce(claim.path?.length ? "Path: " + claim.path.join(" ") : "");
}

async function repairsOf(plan) {
  const signal = fresh("repairs");
  const many = doc.guess.nodes.length > large || view.layout.truth.concat(view.layout.guess).filter((e) => e.status !== "agreed").length > 60;
  found.planning = plan;
  if (many && !plan) {
    found.repairs = null;
    return repairList(true);
  }
  if (plan) repairList(false);
  try {
    const more = ["shd", "parent-aid"].filter((m) => m !== found.metric && found.results.some((r) => r.metric === m));
    const quick = !plan && doc.guess.nodes.length <= 20;
    const { header } = await ask({ op: "repairs", ...pair(), metrics: [found.metric, ...more], plan: plan || quick, options: how() }, { signal, lane: "repairs" });
    found.repairs = header.repairs;
    found.planned = plan || quick;
  } catch (err) {
    if (err.name === "AbortError") return;
    found.repairs = null;
    found.planning = false;
    return repaint(byId("repair-list"), el("p", {}, asSentence(err.message)));
  }
  found.planning = false;
  repairList(false);
}

function repairList(later) {
  const list = found.repairs;
  if (!list) return repaint(byId("repair-list"), later || found.planning ? el("button", { type: "button", "data-key": "plan", disabled: found.planning, onclick: () => repairsOf(true) }, found.planning ? "Searching…" : "Compute the repairs") : null);
  repaint(byId("repair-list"), repairTables({
    list, score: list.metrics.map((m) => table.metric.get(m)?.score), planning: found.planning, plan: found.planned ? null : () => repairsOf(true),
    apply: (repairs) => {
      let guess = doc.guess;
      for (const p of repairs) guess = replaceBetween(guess, edgesOf(p), p.x, p.y);
      commit({ guess }, { text: repairs.length === 1 ? "Repaired" : `${repairs.length} edges repaired` });
    },
  }));
}

const edgesOf = (p) => (p.edges ?? []).map(([x, arrow, y]) => ({ x, arrow, y }));

function results() {
  numbers();
  claims();
  repairList(false);
}

// ---- questions ----

// question asks something about the truth, the guess or both, or no longer does. Questions about one do
// not wait for those about the other.
const asked = new Map();
function question(content, about = "both") {
  if (!content && !asked.has(about)) return;
  asked.delete(about);
  if (content) asked.set(about, el("div", { class: "message question", role: "group", "aria-label": about === "both" ? "Question" : `Question about the ${about}` }, content));
  repaint(byId("question"), ...asked.values());
}

// namesDiffer offers what can be done about two graphs over different names.
function namesDiffer(err) {
  const missing = err.missing ?? [], extra = err.extra ?? [];
  const parts = [el("p", {}, "The two graphs have different nodes.", missing.length ? ` The guess is missing ${list(missing)}.` : "", extra.length ? ` The truth is missing ${list(extra)}.` : "")];
  const truth = namesOf(doc.truth), guess = namesOf(doc.guess);
  if (truth.length === guess.length) {
    parts.push(el("button", { type: "button", "data-key": "position", onclick: () => commit({ guess: rename(doc.guess, new Map(guess.map((n, i) => [n, truth[i]]))) }, { text: "Nodes renamed by position" }) }, "Match by position"));
  }
  if (!extra.length) parts.push(el("button", { type: "button", "data-key": "latent", onclick: () => { byId("project").checked = true; commit({ options: { ...doc.options, project: true } }); } }, "The missing nodes are latent"));
  if (missing.length) parts.push(el("button", { type: "button", "data-key": "add", onclick: () => commit({ guess: missing.reduce(addNode, doc.guess) }) }, "Add the missing nodes to the guess"));
  if (extra.length) parts.push(el("button", { type: "button", "data-key": "add-truth", onclick: () => commit({ truth: extra.reduce(addNode, doc.truth) }) }, "Add the missing nodes to the truth"));
  if (extra.length && missing.length && extra.length <= 40) {
    const selects = extra.map((name) => [name, el("select", { "data-key": "to-" + name, "aria-label": `${name} is called` }, el("option", { value: "" }, "(leave)"), missing.map((m) => el("option", { value: m }, m)))]);
    parts.push(el("div", { class: "row" }, selects.map(([name, select]) => el("label", {}, `${name} is `, select))), el("button", { type: "button", "data-key": "rename", onclick: () => {
      const map = new Map(selects.filter(([, s]) => s.value).map(([n, s]) => [n, s.value]));
      if (new Set(map.values()).size < map.size) return say("Two nodes cannot get the same name.");
      commit({ guess: rename(doc.guess, map) }, { text: "Nodes renamed" });
    } }, "Rename"));
  }
  return parts;
}

const list = (names) => names.slice(0, 8).join(", ") + (names.length > 8 ? ` and ${names.length - 8} more` : "");

// answers are what the options of files are called on the page.
const answers = {
  orientation: { "row-to-col": "i → j: from the row to the column", "col-to-row": "j → i: from the column to the row" },
  directed: { true: "from the first to the second", false: "undirected" },
  class: { "ts-cpdag": "an undirected edge (time-series CPDAG)", "ts-pag": "a circle edge (time-series graph with circles)", cpdag: "an undirected edge (CPDAG)", pag: "a circle edge (PAG)" },
};

// unsaid asks what a file does not say: with a button for each answer, or else with a field.
function unsaid(err, name, answer) {
  const text = el("p", {}, `${name}: ${err.question}`), inTime = err.values?.includes("ts");
  const called = (value) => (inTime ? (value === "ts" ? "yes: a time series" : `no: ${noun(value)}`) : (answers[err.option]?.[value] ?? value));
  const values = (err.values ?? []).filter((value) => value !== "NUMBER");
  if (values.length) return [text, el("div", { class: "row" }, values.map((value) => el("button", { type: "button", "data-key": "value-" + value, onclick: () => answer(value) }, called(value))))];
  const field = el("input", { "data-key": "value", size: "10", "aria-label": err.question });
  return [text, el("form", { class: "row", onsubmit: (e) => {
    e.preventDefault();
    if (field.value.trim()) answer(field.value.trim());
  } }, field, el("button", { "data-key": "answer" }, "Answer"))];
}

// read reads a text or a file and asks what it does not say.
async function read(role, source, settings = {}) {
  const graph = { name: source.name, options: settings };
  let parts = [];
  if (source.bytes) {
    graph.data = 0;
    parts = [source.bytes];
  } else graph.text = source.text;
  try {
    const response = await ask({ op: "read", graph }, { parts, signal: fresh("read-" + role), lane: "drawing" });
    const wire = response.header.graph;
    if (wire.notes?.length) announce(wire.notes.join(" "));
    question(null, role);
    const g = fromWire(wire, response.parts);
    g.name = source.name ? source.name.replace(/\.[a-z0-9]+$/i, "") : doc[role].name;
    if (!source.name) g.class = g.class || doc[role].class;
    view.faults[role] = "";
    say("");
    const at = source.name ? new Map() : doc.at;
    if (source.name) view.box = null;
    commit({ [role]: g, at }, { kind: source.name ? "" : "text-" + role, keepText: source.name ? null : role, text: source.name ? `${role} read: ${sizeOf(g)}` : null });
  } catch (err) {
    if (err.name === "AbortError") return;
    if (err.question && (source.name || source.pasted)) return question(unsaid(err, source.name || "The text", (value) => read(role, source, { ...settings, [err.option]: value })), role);
    if (source.name) return say(err.message);
    view.faults[role] = err.message;
    found.old = found.results.length > 0;
    panes[role].say(err.message);
    numbers();
  }
}

async function readFile(role, file) {
  if (file.size > 64e6) return say(`${file.name}: the file is larger than 64 MB: use the command line`);
  await read(role, { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
}

// ---- what the user does ----

function handlers(role) {
  let typing;
  const edit = (graph, more) => commit({ [role]: graph }, more);
  const select = (s, connect) => {
    const from = view.from;
    if (s?.node !== undefined && connect) {
      if (from?.role === role && from.node !== s.node) {
        view.from = null;
        view.selected[role] = s;
        return join(from.node, s.node);
      }
      view.from = from ? null : { role, node: s.node };
      announce(view.from ? `Edge from ${s.node}: choose the other node and press Enter` : "No edge");
    } else if (s === null) view.from = null;
    view.selected[role] = s;
    if (s?.node !== undefined) bring(s.node);
    if (s?.node !== undefined && !(s && connect)) announce(panes[role].drawing.describe(s.node));
    if (s?.edge !== undefined) announce(panes[role].drawing.describeEdge(s.edge));
    paint();
  };
  const join = (x, y, arrow = byId("arrow").value) => {
    const known = new Set(namesOf(doc[role])), nodeOf = (n) => (isSeries(doc[role]) ? partsOf(n)[0] : n);
    const g = [...new Set([x, y].map(nodeOf))].filter((n) => !known.has(n)).reduce(addNode, doc[role]);
    const why = mayJoin(g, { x, arrow, y });
    if (why) return announce(why), say(why), false;
    say("");
    edit(addEdge(g, { x, arrow, y }), { text: `${x} ${arrow} ${y} added to the ${role}` });
    return true;
  };
  const named = (node) => (isSeries(doc[role]) ? partsOf(node)[0] : node);
  // The edges of the drawing are those of the graph that is shown; their place there is looked up.
  const placeOf = (i) => {
    const { x, y, edge } = view.layout[role][i], e = place(doc[role], { x, y, edge });
    return doc[role].edges.findIndex((d) => d.x === e.x && d.y === e.y && d.arrow === e.edge);
  };
  const mark = (i, arrow) => {
    const [g, why] = changeEdge(doc[role], i, arrow);
    if (why) return announce(why), say(why), paint();
    edit(g, { text: "Changed" });
  };
  return {
    connecting: () => view.connecting, select, connect: (x, y) => join(x, y),
    text: (text) => {
      view.texts = { ...view.texts, [role]: text };
      clearTimeout(typing);
      typing = setTimeout(() => read(role, { text: text || "\n", pasted: true }), pause);
    },
    file: (file) => readFile(role, file),
    files: async (files) => {
      await readFile(role, files[0]);
      if (files[1]) await readFile(role === "truth" ? "guess" : "truth", files[1]);
    },
    stated: (kind) => edit({ ...doc[role], class: kind }, { text: "Class changed" }),
    form: (x, arrow, y) => {
      if (!x && !y) return say("Name two nodes to add an edge, or one to add a node."), false;
      if (x && y) return join(x, y, arrow);
      if (namesOf(doc[role]).includes(x || y)) return say(`The node ${x || y} is there already.`), false;
      edit(addNode(doc[role], x || y), { text: `Node ${x || y} added to the ${role}` });
      return true;
    },
    move: (name, x, y) => {
      if (!view.dragging) {
        past.push({ ...doc, at: new Map(doc.at), texts: view.texts });
        future.length = 0;
        view.dragging = true;
        doc = { ...doc, at: new Map(doc.at) };
      }
      doc.at.set(name, [x, y]);
      arrange();
    },
    moved: () => {
      view.dragging = false;
      byId("undo").disabled = false;
    },
    add: (place) => {
      const name = newName(doc.truth, doc.guess);
      const at = new Map(doc.at);
      if (place) at.set(name, [place.x, place.y]);
      const first = doc.at.size === 0;
      // A node belongs to both graphs: they are compared over the same nodes.
      commit({ truth: addNode(doc.truth, name), guess: addNode(doc.guess, name), at }, { text: `Node ${name} added to both graphs` });
      view.selected[role] = { node: name };
      if (first) look([place ? place.x - 200 : -200, place ? place.y - 150 : -150, 400, 300]);
    },
    remove: () => {
      const s = view.selected[role];
      if (s?.node !== undefined) edit(removeNode(doc[role], named(s.node)), { text: `${named(s.node)} removed from the ${role}` });
      else if (s?.edge !== undefined && placeOf(s.edge) >= 0) edit(removeEdge(doc[role], placeOf(s.edge)), { text: "Edge removed" });
      panes[role].drawingHost.focus({ preventScroll: true });
    },
    rename: (old, name) => {
      if (!name || name === old) return;
      if (/[\r\n]/.test(name) || roles.some((r) => namesOf(doc[r]).includes(name))) return say(`A node ${name} is there already, or the name cannot be used.`);
      const map = new Map([[old, name]]), at = new Map(doc.at);
      const moved = isSeries(doc[role]) ? (list) => moments(list, doc[role].lags) : (list) => list;
      moved([old]).forEach((n, i) => {
        if (at.has(n)) at.set(moved([name])[i], at.get(n));
        at.delete(n);
      });
      const now = { node: moved([name])[0] };
      commit({ truth: rename(doc.truth, map), guess: rename(doc.guess, map), at }, { text: `${old} renamed to ${name}` });
      view.selected[role] = now;
    },
    mark: (i, arrow) => { if (placeOf(i) >= 0) mark(placeOf(i), arrow); },
    markOf: mark, removeEdge: (i) => edit(removeEdge(doc[role], i), { text: "Edge removed" }), view: look,
  };
}

// ---- links, examples, start ----

export const shared = () => ({
  v: 1, ...Object.fromEntries(roles.map((r) => [r, { name: doc[r].name, class: doc[r].class, text: toText(doc[r]) }])), options: doc.options,
  at: Object.fromEntries([...doc.at].map(([n, [x, y]]) => [n, [Math.round(x), Math.round(y)]])),
});

async function link() {
  return `${location.origin}${location.pathname}#g=${await pack(shared())}`;
}

// open shows two graphs given as texts.
async function open(state) {
  const graphs = {};
  for (const role of roles) {
    const response = await ask({ op: "read", graph: { name: role, text: state[role].text || "\n" } }, { lane: "drawing" });
    graphs[role] = { ...fromWire(response.header.graph, response.parts), name: state[role].name ?? role };
    if (state[role].class) graphs[role].class = state[role].class;
  }
  const at = new Map(Object.entries(state.at ?? {}).filter(([, p]) => Array.isArray(p) && p.length === 2 && p.every((c) => Number.isFinite(c) && Math.abs(c) < 1e6)));
  view.box = null;
  const o = options();
  for (const k of Object.keys(o)) if (typeof state.options?.[k] === typeof o[k]) o[k] = state.options[k];
  Object.assign(view.selected, { truth: null, guess: null });
  view.from = null;
  commit({ ...graphs, at, options: o });
  settings();
}

const choices = ["metrics", "symmetric", "invalid"];

function settings() {
  for (const name of choices) byId(name).value = doc.options[name];
  byId("project").checked = doc.options.project;
  byId("project-label").hidden = !doc.options.project;
}

// checkOffered refuses a link with a class or an option that cannot be chosen on this page. Both become part of a script.
function checkOffered(state) {
  const check = (what, select, value) => {
    if (value !== undefined && ![...select.options].some((o) => o.value === value)) throw new Error(`This link cannot be opened: ${what} is not one that this page offers.`);
  };
  for (const role of roles) check(`the class of the ${role}`, panes[role].kind, state[role].class);
  for (const name of choices) check(`the option ${name}`, byId(name), state.options?.[name]);
}

async function openFragment() {
  if (!location.hash.startsWith("#g=")) return false;
  try {
    const state = await unpack(location.hash);
    checkOffered(state);
    await open(state);
    return true;
  } catch (err) {
    say(err.message);
    return false;
  }
}

async function start() {
  panes = Object.fromEntries(roles.map((r) => [r, new Pane(r, handlers(r))]));
  byId("panes").append(panes.truth.element, panes.guess.element);
  byId("arrow").append(...arrows.map((a) => el("option", { value: a }, a)));
  byId("examples").append(...examples.map((x) => el("option", { value: x.id, title: x.about }, x.title)));
  const opened = await openEngine();
  engine = opened.engine;
  const { header } = await ask({ op: "metrics" });
  table = { groups: header.groups.filter((g) => !["default", "all"].includes(g.name)), metric: new Map(header.metrics.map((m) => [m.name, m])) };
  byId("invalid").append(...(header.policies ?? []).filter((p) => p.name !== "refuse").map((p) => el("option", { value: p.name, title: p.doc }, p.name)));
  byId("engine").textContent = engine.local ? "Computed by sepdist on this computer." : "Computed in this browser. Nothing you enter leaves it.";
  listen();
  const first = opened.start;
  if (!(await openFragment())) {
    if (first.truth) await open(first).catch((err) => say(err.message));
    else changed();
  }
  past.length = 0;
  byId("undo").disabled = true;
  document.body.dataset.ready = "true";
  if (!engine.local && "serviceWorker" in navigator && location.protocol === "https:") navigator.serviceWorker.register("offline.js").catch(() => {});
}

function listen() {
  byId("undo").onclick = () => undo(past, future);
  byId("redo").onclick = () => undo(future, past);
  document.addEventListener("keydown", (e) => {
    const field = e.target.closest?.("textarea, input");
    if (!(e.ctrlKey || e.metaKey) || e.altKey || field || e.key.toLowerCase() !== "z") return;
    e.preventDefault();
    if (e.shiftKey) undo(future, past);
    else undo(past, future);
  });
  byId("share").onclick = async () => {
    const url = await link();
    history.replaceState(null, "", url);
    const length = `${url.length} characters`;
    const where = engine.local ? " It opens on this computer while sepdist serve runs." : "";
    try {
      await navigator.clipboard.writeText(url);
      say(`The link is copied (${length}) and in the address bar.${where}`, "good");
    } catch {
      say(`The link is in the address bar (${length}).${where}`, "good");
    }
  };
  byId("connect").onclick = () => {
    view.connecting = !view.connecting;
    byId("connect").setAttribute("aria-pressed", String(view.connecting));
    document.body.classList.toggle("connecting", view.connecting);
  };
  byId("tidy").onclick = () => {
    past.push({ ...doc, at: new Map(doc.at), texts: view.texts });
    future.length = 0;
    byId("undo").disabled = false;
    doc = { ...doc, at: new Map() };
    view.box = null;
    arrange();
  };
  byId("zoom-in").onclick = () => zoom(0.8);
  byId("zoom-out").onclick = () => zoom(1.25);
  byId("fit").onclick = fit;
  byId("whole").onchange = (e) => {
    view.whole = e.target.checked;
    doc = { ...doc, at: new Map() };
    view.box = null;
    arrange();
  };
  byId("clear").onclick = () => {
    commit({ truth: empty("truth"), guess: empty("guess"), at: new Map(), options: options() }, { text: "Both graphs are empty" });
    settings();
  };
  byId("examples").onchange = async (e) => {
    const x = examples.find((x) => x.id === e.target.value);
    if (!x) return;
    e.target.value = "";
    say("");
    try {
      await open(x);
      say(x.about, "good");
    } catch (err) {
      say(err.message);
    }
  };
  for (const name of choices) byId(name).onchange = (e) => commit({ options: { ...doc.options, [name]: e.target.value } });
  byId("project").onchange = (e) => commit({ options: { ...doc.options, project: e.target.checked } });
  window.addEventListener("hashchange", openFragment);
  for (const type of ["dragover", "drop"]) window.addEventListener(type, (e) => e.preventDefault());
  saveMenu(byId("save-list"), { ask, say, doc: () => doc, pair, how, comparison: () => found, shared });
  document.addEventListener("click", (e) => { if (!byId("save").contains(e.target)) byId("save").open = false; });
  byId("save").addEventListener("keydown", (e) => {
    if (e.key !== "Escape") return;
    byId("save").open = false;
    byId("save").querySelector("summary").focus();
  });
}

start().catch((err) => say(`The page could not start: ${err.message}`));
