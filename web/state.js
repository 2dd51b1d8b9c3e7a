// @ts-check
// What the user made, what is known of it, what is on the screen, and requests to the engine.
import { openEngine } from "./engine.js";
import { empty } from "./graph.js";

export const large = 60; // nodes from which on the differences are shown first
export const roles = ["truth", "guess"];

// What the user made. It is replaced as a whole, so that undo can go back.
export const options = () => ({ metrics: "default", symmetric: "", invalid: "", project: false });
export let doc = { truth: empty("truth"), guess: empty("guess"), at: new Map(), options: options() };
export const past = [], future = [];

export function setDoc(next) {
  doc = next;
}

// What is known of it, and what is on the screen.
export const view = {
  selected: { truth: null, guess: null }, from: null, connecting: false, whole: false, shown: null, lags: 0,
  layout: { nodes: [], truth: [], guess: [], min: [0, 0], size: [100, 100] }, box: null, texts: { truth: null, guess: null }, faults: { truth: "", guess: "" },
};
export const found = { results: [], skipped: [], metric: "zl-sd", wanted: "zl-sd", explanation: null, claims: [], claim: null, repairs: null, stale: false, fault: new Map() };

export const panes = {}; // by role
export let engine, table;

// connect opens the engine and asks it for the metrics. It returns what the page starts with, and the engine's tables.
export async function connect() {
  const opened = await openEngine();
  engine = opened.engine;
  const { header } = await ask({ op: "metrics" });
  table = { groups: header.groups.filter((g) => !["default", "all"].includes(g.name)), metric: new Map(header.metrics.map((m) => [m.name, m])) };
  return { first: opened.start, header };
}

const running = {}; // abort controllers by what they are for

export function fresh(what) {
  running[what]?.abort(new DOMException("a newer request", "AbortError"));
  return (running[what] = new AbortController()).signal;
}

// ask sends a request to the engine. How many wait for their answer stands in the document.
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
