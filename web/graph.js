// @ts-check
// Graphs as the page keeps them: {name, class, nodes, edges, triples}. An edge is
// {x, arrow, y}, as in "x o-> y". Nothing is changed in place, so that undo keeps what was. A time
// series also has variables and lags: see series.js.
import { atT, isSeries, partsOf, moment, series } from "./series.js";

export const arrows = ["-->", "<--", "<->", "---", "o->", "<-o", "o-o", "o--", "--o", "x-x", "x->", "<-x"];

const names = { "-": "tail", "<": "arrowhead", ">": "arrowhead", o: "circle", x: "conflict" };

// words returns an arrow in words, for screen readers.
export function words(arrow) {
  switch (arrow) {
    case "-->": return "points to";
    case "<--": return "is pointed to by";
    case "<->": return "bidirected with";
    case "---": return "undirected with";
    case "o-o": return "circle to circle with";
  }
  return `${names[arrow[0]]} to ${names[arrow[2]]} with`;
}

// status has the words for what the two graphs have between two nodes, as in the legends of drawings.
export const status = { agreed: "both", undetermined: "not determined by the class", missing: "only in the truth", extra: "only in the guess", differs: "different marks", implied: "no edge" };
export const isRight = (s) => s === "agreed" || s === "undetermined";

const other = { "-": "-", "<": ">", ">": "<", o: "o", x: "x" };

export const flip = (arrow) => other[arrow[2]] + "-" + other[arrow[0]];

export const empty = (name) => ({ name, class: "", nodes: [], edges: [], triples: [] });

const triple = ["ambiguous", "collider", "noncollider"];
const marks = [null, "-", "arrow", "o", "x"];

// fromWire makes a graph of the one in a response.
export function fromWire(wire, parts) {
  const nodes = wire.variables ? wire.moments.map(([v, lag]) => moment(wire.variables[v], lag)) : (wire.nodes ?? []); // Tetrad calls them X:1
  const end = (i, left) => (marks[i] === "arrow" ? (left ? "<" : ">") : marks[i]);
  const bytes = parts[wire.ends];
  const ends = new Int32Array(bytes.slice().buffer);
  const at = parts[wire.marks];
  const edges = [];
  for (let i = 0; i < ends.length; i += 2) {
    edges.push(forward({ x: nodes[ends[i]], arrow: end(at[i], true) + "-" + end(at[i + 1], false), y: nodes[ends[i + 1]] }));
  }
  const triples = (wire.triples ?? []).map(([s, a, b, c]) => [s, nodes[a], nodes[b], nodes[c]]);
  if (wire.variables) return series({ name: wire.name ?? "", class: wire.class ?? "", variables: wire.variables, edges, triples });
  return { name: wire.name ?? "", class: wire.class ?? "", nodes, edges, triples };
}

// forward draws x <-- y as y --> x.
export function forward(e) {
  return e.arrow === "<--" || e.arrow === "<-o" || e.arrow === "<-x" || e.arrow === "--o" ? { x: e.y, arrow: flip(e.arrow), y: e.x } : e;
}

// namesOf returns the names that two graphs have to share: nodes, or the variables of a time series.
export const namesOf = (g) => g.variables ?? g.nodes;

// toWire makes what a request has of a graph.
const wires = new WeakMap();
export function toWire(g, role) {
  if (!wires.has(g)) wires.set(g, wireOf(g, role));
  return wires.get(g);
}

function wireOf(g, role) {
  if (isSeries(g)) return { name: g.name || role, class: g.class, text: toText(g), options: { format: fitsText(g) ? "text" : "json" } };
  const number = new Map(g.nodes.map((n, i) => [n, i]));
  return {
    name: g.name || role, class: g.class, nodes: g.nodes, edges: g.edges.map((e) => [e.x, e.arrow, e.y]),
    triples: g.triples.map(([s, a, b, c]) => [s, number.get(a), number.get(b), number.get(c)]),
  };
}

const plain = /^[\p{L}\p{N}_.:+*/()[\]@$%&'=~^-]+$/u;
const reserved = /^([<ox-]-[>ox-]|ambiguous|collider|noncollider)$/;

const quoted = (name) => (plain.test(name) && !reserved.test(name) && !/[<ox-]-[>ox-]/.test(name) ? name : '"' + name.replace(/["\\]/g, "\\$&") + '"');

const texts = new WeakMap();

// fitsText reports whether the native text format can represent the names: those with line breaks cannot be written,
// and a name such as X(t-1) is read as one of a time series.
const fitsText = (g) => !namesOf(g).some((n) => /[\r\n]|\(t(-\d+)?\)$/.test(n));

// toText writes a graph in the native text format, all nodes first, or as JSON where that is needed.
export function toText(g) {
  if (!texts.has(g)) texts.set(g, write(g));
  return texts.get(g);
}

function write(g) {
  if (!fitsText(g)) return toJSON(g);
  const lines = namesOf(g).map(quoted);
  for (const e of g.edges) lines.push(`${quoted(e.x)} ${e.arrow} ${quoted(e.y)}`);
  for (const [s, a, b, c] of g.triples) lines.push(`${triple[s]} ${quoted(a)} ${quoted(b)} ${quoted(c)}`);
  return lines.join("\n") + (lines.length ? "\n" : "");
}

// toJSON writes a graph in the native JSON format.
function toJSON(g) {
  const parts = isSeries(g) ? partsOf : (n) => [n, 0];
  const edges = g.edges.map((e) => {
    const { x, arrow, y } = parts(e.y)[1] ? { x: e.y, arrow: flip(e.arrow), y: e.x } : e;
    return { from: parts(x)[0], lag: parts(x)[1] || undefined, edge: arrow, to: parts(y)[0] };
  });
  const triples = g.triples.map(([s, ...t]) => ({ status: status[s], nodes: t.map((n) => parts(n)[0]), lags: isSeries(g) ? t.map((n) => parts(n)[1]) : undefined }));
  return JSON.stringify({ format: "sepdist", version: 1, max_lag: isSeries(g) ? g.lags : undefined, nodes: namesOf(g), edges, triples }, null, 1) + "\n";
}

export const between = (g, x, y) => g.edges.filter((e) => (e.x === x && e.y === y) || (e.x === y && e.y === x));

// mayJoin says why an edge cannot be added, or nothing. A pair may hold -->, <-- and <-> together.
export function mayJoin(g, given) {
  const edge = place(g, given);
  if (edge.x === edge.y) return "An edge needs two different nodes.";
  const there = between(g, edge.x, edge.y).map((e) => (e.x === edge.x ? e.arrow : flip(e.arrow)));
  if (there.includes(edge.arrow)) return `${edge.x} ${edge.arrow} ${edge.y} is there already.`;
  const several = ["-->", "<--", "<->"];
  if (there.length && !(several.includes(edge.arrow) && there.every((a) => several.includes(a))))
    return `${edge.x} and ${edge.y} have an edge already: only directed and bidirected edges can stand side by side.`;
  return "";
}

// withEdges returns a graph with other edges; a time series may then reach back farther.
const withEdges = (g, edges) => (isSeries(g) ? series({ ...g, edges }) : { ...g, edges });

// place returns an edge as a graph has it.
export const place = (g, edge) => (isSeries(g) ? atT(edge) : edge);

export const addEdge = (g, edge) => withEdges(g, [...g.edges, forward(place(g, edge))]);
export const removeEdge = (g, i) => withEdges(g, g.edges.filter((_, k) => k !== i));

export function changeEdge(g, i, arrow) {
  const e = g.edges[i];
  const rest = removeEdge(g, i);
  const why = mayJoin(rest, { ...e, arrow });
  if (why) return [g, why];
  const edges = g.edges.slice();
  edges[i] = { ...e, arrow };
  return [{ ...g, edges }, ""];
}

export const addNode = (g, name) => (isSeries(g) ? series({ ...g, variables: [...g.variables, name] }) : { ...g, nodes: [...g.nodes, name] });

// removeNode removes a node, or a variable of a time series, with its edges.
export function removeNode(g, name) {
  const is = (n) => (isSeries(g) ? partsOf(n)[0] : n) === name;
  const rest = { edges: g.edges.filter((e) => !is(e.x) && !is(e.y)), triples: g.triples.filter(([, ...t]) => !t.some(is)) };
  if (isSeries(g)) return series({ ...g, ...rest, variables: g.variables.filter((v) => v !== name) });
  return { ...g, ...rest, nodes: g.nodes.filter((n) => n !== name) };
}

// rename renames nodes by a map from old to new names, all at once.
export function rename(g, map) {
  const named = (n) => map.get(n) ?? n;
  const to = isSeries(g) ? (n) => moment(named(partsOf(n)[0]), partsOf(n)[1]) : named;
  const edges = g.edges.map((e) => ({ ...e, x: to(e.x), y: to(e.y) })), triples = g.triples.map(([s, a, b, c]) => [s, to(a), to(b), to(c)]);
  return isSeries(g) ? series({ ...g, variables: g.variables.map(named), edges, triples }) : { ...g, nodes: g.nodes.map(to), edges, triples };
}

// newName returns a name that neither graph has: A, B, ..., Z, X1, X2, ...
export function newName(...graphs) {
  const taken = new Set(graphs.flatMap((g) => [...g.nodes, ...namesOf(g)]));
  for (let i = 0; i < 26; i++) {
    const name = String.fromCharCode(65 + i);
    if (!taken.has(name)) return name;
  }
  for (let i = 1; ; i++) if (!taken.has("X" + i)) return "X" + i;
}

// replaceBetween returns g with the edges of h between two nodes.
export const replaceBetween = (g, list, x, y) => withEdges(g, [...g.edges.filter((e) => !((e.x === x && e.y === y) || (e.x === y && e.y === x))), ...list.map(forward)]);
