// @ts-check
// The two drawings: which nodes are shown, their positions and styles, and the visible area.
import { byId, turn } from "./dom.js";
import { key } from "./drawing.js";
import { empty, namesOf, toText, toWire } from "./graph.js";
import { ignore } from "./messages.js";
import { grid, isSeries, partsOf, repeats, windowed } from "./series.js";
import { ask, doc, found, large, panes, roles, view } from "./state.js";

// drawn returns the two graphs to draw. Time series share one window of lags, which includes the chosen path.
function drawn() {
  const some = roles.filter((r) => doc[r].nodes.length > 0);
  if (!some.length || !some.every((r) => isSeries(doc[r]))) return { truth: doc.truth, guess: doc.guess, grid: new Map(), lags: 0 };
  const variables = [...new Set(some.flatMap((r) => doc[r].variables))];
  const far = (found.claim?.steps ?? []).map((s) => partsOf(s.node)[1]);
  const lags = Math.max(...some.map((r) => doc[r].lags), ...far.filter((lag) => lag <= 12));
  const over = (g) => (isSeries(g) ? windowed(g, variables, lags) : empty(g.name));
  return { truth: over(doc.truth), guess: over(doc.guess), grid: grid(variables, lags), lags };
}

// has reports whether a graph contains a node of the drawing.
export const has = (g, names, node) => names.has(isSeries(g) ? partsOf(node)[0] : node);

// part returns the names of the nodes to draw: null for all, or in large graphs those near the differences and the path.
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
export async function arrange() {
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
      const { header } = await ask({ op: "layout", truth: toWire({ ...truth, class: "" }, "truth"), guess: toWire({ ...guess, class: "" }, "guess"), at: Object.fromEntries([...doc.at].filter(([n]) => !names || names.has(n))), part: Boolean(names) || isSeries(doc.truth) || isSeries(doc.guess) }, { lane: "drawing" });
      if (again) continue;
      const l = header.layout;
      view.layout = l;
      byId("class").textContent = l.class && `The guess is a ${l.class} and is compared with the ${l.class} of the truth.`;
      for (const v of l.nodes) doc.at.set(v.name, [v.x, v.y]); // computed, not chosen by the user: nothing to undo
      const inside = (v) => v.x > view.box[0] && v.x < view.box[0] + view.box[2] && v.y > view.box[1] && v.y < view.box[1] + view.box[3];
      const others = names && view.box && !l.nodes.every((v) => view.part?.has(v.name) || inside(v)); // other nodes of a large graph
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

export function fit() {
  const { min, size } = view.layout;
  const margin = 18, w = Math.max(size[0], 120) + 2 * margin, h = Math.max(size[1], 80) + 2 * margin;
  setViewBox([min[0] - margin, min[1] - margin, w, h]);
}

export function setViewBox(box) {
  view.box = box;
  for (const role of roles) panes[role].drawing.view(box);
}

// lookAt zooms in on nodes if the drawing is too large to read their names.
export function lookAt(names) {
  const nodes = view.layout.nodes.filter((v) => names.includes(v.name));
  if (!nodes.length || view.box[2] < 1.5 * panes.truth.drawingHost.clientWidth) return; // names are readable
  const left = Math.min(...nodes.map((v) => v.x)) - 120, top = Math.min(...nodes.map((v) => v.y)) - 90;
  setViewBox([left, top, Math.max(...nodes.map((v) => v.x)) + 120 - left, Math.max(...nodes.map((v) => v.y)) + 90 - top]);
}

// scrollTo moves the visible area to a node outside of it.
export function scrollTo(name) {
  const v = view.layout.nodes.find((v) => v.name === name), [x, y, w, h] = view.box ?? [];
  if (v && (v.x < x || v.x > x + w || v.y < y || v.y > y + h)) setViewBox([v.x - w / 2, v.y - h / 2, w, h]);
}

export function zoom(f) {
  const [x, y, w, h] = view.box ?? [0, 0, 400, 300];
  setViewBox([x + (w * (1 - f)) / 2, y + (h * (1 - f)) / 2, w * f, h * f]);
}

export function paint() {
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
    pane.showFault(view.faults[role]);
  }
}
