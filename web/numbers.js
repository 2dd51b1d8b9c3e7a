// @ts-check
// Numbers, explanations and repairs.
import { arrange, lookAt, paint } from "./arrange.js";
import { announce, byId, el, repaint, turn } from "./dom.js";
import { isRight, replaceBetween, toWire } from "./graph.js";
import { commit } from "./history.js";
import { ignore, question, setStatus } from "./messages.js";
import { namesDiffer } from "./questions.js";
import { asSentence, claimGroups, definition, equivalence, fold, noun, numbersTable, repairTables } from "./results.js";
import { isSeries } from "./series.js";
import { ask, doc, found, fresh, large, roles, table, view } from "./state.js";

export const pair = () => ({ truth: toWire(doc.truth, "truth"), guess: toWire(doc.guess, "guess") });
export const compareOptions = () => ({ symmetric: doc.options.symmetric, invalid: doc.options.invalid, project: doc.options.project });

let compared = 0;
export async function compare() {
  const signal = fresh("compare");
  const ready = roles.every((r) => doc[r].nodes.length > 0) && new Set(roles.flatMap((r) => doc[r].nodes)).size > 1;
  if (!ready) {
    found.results = [];
    found.skipped = [];
    found.claims = [];
    found.repairs = found.explanation = null;
    found.stale = false;
    setStatus(doc.truth.nodes.length + doc.guess.nodes.length ? "Two graphs over the same two nodes or more are needed." : "Drop two files, draw two graphs, or choose an example.");
    question(null);
    results();
    return;
  }
  if (view.faults.truth || view.faults.guess) return results();
  await turn();
  if (signal.aborted) return;
  const groups = doc.options.metrics === "all" ? ["structure", "sd", "aid", "mb", "sc"] : ["shd", "default"]; // shd is fast
  setStatus("Computing…");
  try {
    const results = [], skipped = [];
    for (const group of groups) {
      const { header } = await ask({ op: "compare", ...pair(), metrics: [group], options: compareOptions() }, { signal });
      const c = header.comparison;
      results.push(...c.results.filter((r) => !results.some((known) => known.metric === r.metric)).map((r) => ({ ...r, apart: c.class_of_truth })));
      if (doc.options.metrics === "all") skipped.push(...c.skipped);
      found.results = results.slice();
      found.skipped = skipped;
      found.stale = false;
      found.fault = new Map();
      setStatus(`Truth: ${noun(c.truth.class)}, guess: ${noun(c.guess.class)}. ${(c.notes ?? []).concat(c.guess.done ?? []).map(asSentence).join(" ")}${equivalence(c.markov_equivalence, results.every((r) => !r.value || table.metric.get(r.metric).group === "structure"))}`);
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

// fault shows an error about the graphs: in the status, on the nodes, and as a question if the user can choose.
function fault(err) {
  found.stale = found.results.length > 0;
  setStatus(err.message + (found.stale ? " The numbers below are those before." : ""), true);
  found.fault = new Map();
  if (err.witness?.length && err.kind === "class") for (const role of err.role ? [err.role] : roles) found.fault.set(role, new Set(err.witness));
  question(err.kind === "nodes" ? namesDiffer(err) : null);
  byId("status").dataset.done = String(++compared);
  results();
  paint();
}

export function numbers() {
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
    const { header } = await ask({ op: "explain", ...pair(), metrics: [found.metric], limit: doc.guess.nodes.length > large ? 100 : 300, options: { ...compareOptions(), symmetric: "" } }, { signal });
    found.explanation = header.explanation;
    found.claims = fold(header.explanation.claims ?? []);
    found.headline = header.headline;
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
  if (hidden || isSeries(doc.truth)) arrange(); // a path may go further back in time than the drawing
  else {
    if (claim && view.whole) lookAt([...(claim.steps ?? []).map((s) => s.node), claim.x, claim.y]);
    paint();
  }
  const seen = byId("panes").getBoundingClientRect();
  if (claim && seen.top + 200 < 0) byId("panes").scrollIntoView({ block: "start" }); // the path is on the drawings
  if (claim) announce(claim.path?.length ? "Path: " + claim.path.join(" ") : "");
}

async function repairsOf(plan) {
  const signal = fresh("repairs");
  const many = doc.guess.nodes.length > large || view.layout.truth.concat(view.layout.guess).filter((e) => !isRight(e.status)).length > 60;
  found.planning = plan;
  if (many && !plan) {
    found.repairs = null;
    return repairList(true);
  }
  if (plan) repairList(false);
  try {
    const more = ["shd", "parent-aid"].filter((m) => m !== found.metric && found.results.some((r) => r.metric === m));
    const quick = !plan && doc.guess.nodes.length <= 20;
    const { header } = await ask({ op: "repairs", ...pair(), metrics: [found.metric, ...more], plan: plan || quick, options: compareOptions() }, { signal, lane: "repairs" });
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
