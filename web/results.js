// @ts-check
// What is known of the guess: numbers, wrong claims, repairs. These functions only make elements.
import { el } from "./dom.js";
import { status } from "./graph.js";

// digits shows four decimals, and more of a small number that is not 0.
export const digits = (x) => (x !== 0 && Math.abs(x) < 0.0005 ? String(Number(x.toPrecision(2))) : x.toFixed(4));

// noun calls a class as the command does.
export const noun = (kind) => (kind === "cyclic" ? "cyclic graph" : kind === "ts-pag" ? "time-series graph with circles" : kind.startsWith("ts-") ? `time-series ${kind.slice(3).toUpperCase()}` : kind.toUpperCase());

// asSentence begins with a capital and ends with a full stop.
export const asSentence = (text) => text && text[0].toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".");

// equivalence says whether the graphs are Markov equivalent, and what to do if no number shows it.
export const equivalence = (e, silent) => (e ? " " + asSentence(e.text) + (e.hint && silent ? " " + asSentence(e.hint) : "") : "");

export function valueOf(r) {
  if (r.lower && r.value === null) return `${digits(r.lower.value)} to ${digits(r.upper.value)}`;
  return r.value === null ? "undefined" : digits(r.value);
}

function countOf(r) {
  if (r.wrong !== undefined) return `${r.wrong} of ${r.of}`;
  if (r.tp !== undefined) return `${r.tp} right, ${r.fp} extra, ${r.fn} missed`;
  if (r.forward?.wrong !== undefined) return `${r.forward.wrong} and ${r.reverse.wrong} of ${r.forward.of}`;
  if (r.exact === false) return `sample of ${r.samples}`;
  return "";
}

// numbersTable has a group of rows for each question that metrics answer.
export function numbersTable({ table, results, skipped, chosen, stale, explain }) {
  const bodies = [];
  for (const group of table.groups) {
    const rows = results.filter((r) => table.metric.get(r.metric)?.group === group.name);
    if (!rows.length) continue;
    bodies.push(el("tbody", {}, el("tr", {}, el("th", { colspan: "5", scope: "rowgroup", class: "group" }, group.doc[0].toUpperCase() + group.doc.slice(1))),
      rows.map((r) => {
        const m = table.metric.get(r.metric);
        const goal = r.class_of_truth ? valueOf(r.class_of_truth) : r.apart ? "not computed" : m.score ? "1.0000" : "0.0000";
        const note = [r.why, ...(r.notes ?? [])].filter(Boolean).join("; ");
        return el("tr", { "data-metric": r.metric, "data-value": r.value === null ? "null" : r.value, class: r.metric === chosen ? "chosen" : null },
          el("th", { scope: "row" }, m.claims ? el("button", { type: "button", class: "metric", "data-key": "metric-" + r.metric, "aria-pressed": String(r.metric === chosen), onclick: () => explain(r.metric) }, r.metric) : r.metric),
          el("td", { class: "value" }, valueOf(r)), el("td", { class: "of" }, countOf(r)), el("td", { class: "goal" }, goal), el("td", { class: "doc" }, m.doc, note ? el("span", { class: "note" }, " " + note) : null));
      })));
  }
  const parts = [];
  if (bodies.length) {
    parts.push(el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of the numbers" }, el("table", { class: stale ? "numbers stale" : "numbers" }, el("caption", { class: "unseen" }, stale ? "Numbers before the last change" : "Numbers"),
      el("thead", {}, el("tr", {}, ["Metric", "Value", "Count", results.find((r) => r.apart)?.apart ?? "Equal graphs", "What is counted"].map((t) => el("th", { scope: "col" }, t)))), bodies)));
  }
  if (skipped.length) parts.push(el("details", {}, el("summary", {}, `Not defined here (${skipped.length})`), el("ul", {}, skipped.map((s) => el("li", {}, el("b", {}, s.metric), ": " + s.why)))));
  return parts;
}

// fold puts claims about (x, y) and (y, x) together where they have the same set and kind.
export function fold(claims) {
  const folded = [], seen = new Map();
  for (const c of claims) {
    const set = JSON.stringify([...(c.separator ?? [])].sort());
    const sign = (x, y) => JSON.stringify([x, y, set, c.kind ?? "", c.edge ?? ""]);
    const back = seen.get(sign(c.y, c.x));
    if (back) back.both = true;
    else {
      const one = { ...c, both: false };
      seen.set(sign(c.x, c.y), one);
      folded.push(one);
    }
  }
  return folded;
}

// whole keeps the arrows in a text from being broken at the end of a line.
const whole = (text) => text.split(/(?<= )([<ox-]-[>ox-])(?= )/).map((part, i) => (i % 2 ? el("span", { class: "arrow" }, part) : part));

// definition says how a metric is defined.
export const definition = (m, open, toggled) => el("details", { class: "definition", open, ontoggle: (e) => toggled(e.target.open) }, el("summary", { "data-key": "definition" }, `How ${m.name} is defined`),
  el("p", {}, m.definition), m.formula ? el("p", { class: "formula" }, m.formula) : null, m.range ? el("p", {}, `Range: ${m.range}.`) : null);

const setOf = (list) => "{" + list.join(", ") + "}";

export function sentence(c) {
  const set = setOf(c.separator ?? []), pair = c.both ? `${c.x} and ${c.y}` : `${c.x} from ${c.y}`;
  const and = c.both ? ", both ways" : "";
  if (c.kind === "connected in the truth only") return `${set} separates ${pair} only in the guess${and}`;
  if (c.kind === "separated in the truth only") return `${set} separates ${pair} only in the truth${and}`;
  if (!c.kind) return `${set} does not separate ${pair}${and}`;
  if (!c.shows) return `${c.x}, ${c.y}: ${c.kind}`;
  if (!c.separator) return `effect of ${c.x} on ${c.y}: ${c.kind}`;
  return `effect of ${c.x} on ${c.y}: ${c.kind} (set ${set})`;
}

// repairOf says what a repair of an edge alone does to a metric.
function repairOf(blame, metric) {
  if (blame.gain === undefined) return blame.no_gain ?? "";
  if (blame.gain === 0) return `a repair of this edge alone does not change ${metric}`;
  return `a repair of this edge alone ${blame.gain > 0 ? "improves" : "worsens"} ${metric} by ${digits(Math.abs(blame.gain))}`;
}

// claimGroups lists the claims by the edge that is to blame, each a button that shows it.
export function claimGroups({ explanation, claims, chosen, choose }) {
  const groups = [];
  for (const c of claims) {
    const last = groups.at(-1);
    if (last && last.edge === (c.edge ?? "")) last.list.push(c);
    else groups.push({ edge: c.edge ?? "", list: [c] });
  }
  return groups.map((g, k) => {
    const blame = (explanation.edges ?? []).find((e) => e.edge === g.edge);
    const title = blame ? `Because of ${blame.edge} in the truth; the guess has ${blame.guess}` : "Shown by the graphs themselves";
    return el("details", { class: "claims", open: k < 6 || g.list.includes(chosen) },
      el("summary", { "data-key": "group" + k }, whole(title), el("span", { class: "count" }, ` (${blame?.claims ?? g.list.length})`)),
      blame && el("p", { class: "note" }, asSentence(repairOf(blame, explanation.metric))),
      el("ul", {}, g.list.map((c) => {
        const on = c === chosen;
        return el("li", {}, el("button", { type: "button", class: "claim", "data-key": `claim-${c.x}-${c.y}-${(c.separator ?? []).join()}-${c.kind ?? ""}`, "aria-pressed": String(on), onclick: () => choose(on ? null : c) }, sentence(c)), on ? reason(c) : null);
      })));
  });
}

// reason shows the path of a claim step by step.
function reason(c) {
  const where = c.shows ? `${c.shows[0].toUpperCase()}${c.shows.slice(1)} in the ${c.in}:` : "";
  const steps = c.steps ?? [];
  return el("div", { class: "reason" },
    where ? el("p", {}, where, " ", el("span", { class: "trail" }, steps.map((s) => [el("span", { class: s.given ? "step given" : "step" }, s.node), s.edge ? el("span", { class: "via " + s.status, title: status[s.status] }, ` ${s.edge} `) : null]).flat())) : null,
    el("ul", {}, (c.why ?? []).filter(Boolean).map((w) => el("li", {}, w))),
    steps.some((s) => s.edge && s.status !== "agreed") ? el("p", {}, whole("Differences on the path: " + steps.map((s, i) => (s.edge && s.status !== "agreed" ? `${s.node} ${s.edge} ${steps[i + 1].node} (${status[s.status]})` : null)).filter(Boolean).join(", ") + ".")) : null);
}

const change = (now, after) => {
  if (after === null || now === null) return "–";
  const d = after - now;
  return Math.abs(d) < 1e-12 ? "±0" : (d < 0 ? "−" : "+") + digits(Math.abs(d));
};

export function whatIs(p) {
  if (p.status === "missing") return "add " + p.truth;
  if (p.status === "extra") return "remove " + p.guess;
  return `replace ${p.guess} by ${p.truth}`;
}

export function repairTables({ list, score, apply, plan, planning }) {
  if (!list) return [];
  if (!list.repairs.length) return [el("p", {}, `No edge of the guess differs from ${list.toward}.`)];
  const head = (first) => el("thead", {}, el("tr", {}, [first, ...list.metrics, ""].map((t) => (t ? el("th", { scope: "col" }, t) : el("td", {})))));
  const note = (p) => (p.why ? "Leads outside the class: " + p.why : p.class ? `The guess is then of class ${noun(p.class)}.` : "");
  const row = (p, i, from, numbered) => el("tr", {},
    el("th", { scope: "row" }, whole((numbered ? `${i + 1}. ` : "") + whatIs(p)), note(p) ? el("span", { class: "note" }, whole(" " + note(p))) : null),
    p.values.map((v, k) => el("td", { class: "value" + (from[k] !== null && v !== null && (score[k] ? v > from[k] : v < from[k]) ? " better" : "") }, change(from[k], v), v === null ? null : el("span", { class: "note" }, ` → ${digits(v)}`))),
    el("td", {}, numbered ? null : el("button", { type: "button", "data-key": `repair-${p.x}-${p.y}`, "aria-label": "Repair: " + whatIs(p), onclick: () => apply([p]) }, "Repair")));
  const parts = [el("p", {}, `${list.repairs.length === 1 ? "1 edge differs" : list.repairs.length + " edges differ"} from ${list.toward}. Each row repairs only that one.`),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of repairs" }, el("table", { class: "repairs" }, el("caption", { class: "unseen" }, "Single repairs"), head("Repair"), el("tbody", {}, list.repairs.slice(0, 100).map((p, i) => row(p, i, list.now, false)))))];
  if (list.plan?.length) {
    parts.push(el("h3", {}, `A greedy list of repairs to ${list.goal[0] === null ? "the goal" : digits(list.goal[0])} by ${list.metrics[0]}`),
      el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "List of repairs" }, el("table", { class: "repairs plan" }, el("caption", { class: "unseen" }, "Repairs one after the other"), head("Repair"), el("tbody", {}, list.plan.map((p, i) => row(p, i, i ? list.plan[i - 1].values : list.now, true))))),
      el("button", { type: "button", "data-key": "repair-all", onclick: () => apply(list.plan) }, "Repair all of these"));
  } else if (plan) parts.push(el("button", { type: "button", "data-key": "plan", disabled: planning, onclick: plan }, planning ? "Searching…" : "Find a list of repairs"));
  if ([...list.repairs, ...(list.plan ?? [])].some((p) => p.values.includes(null))) parts.push(el("p", { class: "note" }, "–: the metric is not defined for the guess after that repair."));
  return [...parts, ...(list.notes ?? []).map((n) => el("p", {}, asSentence(n)))];
}
