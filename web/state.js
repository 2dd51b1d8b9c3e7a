// @ts-check
// The state of the page, and requests to the engine.
import { openEngine } from "./engine.js";
import { empty } from "./graph.js";

export const large = 60; // a graph with more nodes shows only those near the differences at first
export const roles = ["truth", "guess"];

// doc is what the user edits. It is replaced as a whole, so that undo can restore it.
export const options = () => ({ metrics: "default", symmetric: "", invalid: "", project: false });
export let doc = { truth: empty("truth"), guess: empty("guess"), at: new Map(), options: options() };
export const past = [], future = [];

export function setDoc(next) {
  doc = next;
}

// view is what is on the screen, found what the engine computed.
export const view = {
  selected: { truth: null, guess: null }, from: null, connecting: false, whole: false, shown: null, lags: 0,
  layout: { nodes: [], truth: [], guess: [], min: [0, 0], size: [100, 100] }, box: null, texts: { truth: null, guess: null }, faults: { truth: "", guess: "" },
};
export const found = { results: [], skipped: [], metric: "zl-sd", wanted: "zl-sd", explanation: null, claims: [], claim: null, repairs: null, stale: false, fault: new Map() };

export const panes = {}; // by role
export let engine, table;

// connect starts the engine and loads the table of metrics. It returns the initial graphs and the engine's tables.
export async function connect() {
  const opened = await openEngine();
  engine = opened.engine;
  const { header } = await ask({ op: "metrics" });
  table = { groups: header.groups.filter((g) => !["default", "all"].includes(g.name)), metric: new Map(header.metrics.map((m) => [m.name, m])) };
  return { first: opened.start, header };
}

const running = {}; // abort controllers by purpose

// fresh cancels the previous request for a purpose and returns the signal for the next one.
export function fresh(what) {
  running[what]?.abort(new DOMException("a newer request", "AbortError"));
  return (running[what] = new AbortController()).signal;
}

// ask sends a request to the engine. The number of pending requests is in the attribute data-waiting of the body.
let waiting = 0;
export async function ask(header, more = {}) {
  const count = (n) => { document.body.dataset.waiting = String((waiting += n)); };
  count(1);
  try {
    return await engine.request({ door: "page", ...header }, more);
  } finally {
    count(-1);
  }
}
