// @ts-check
// Questions to the user about graphs with different nodes and about ambiguous files.
import { byId, el } from "./dom.js";
import { addNode, namesOf, rename } from "./graph.js";
import { commit } from "./history.js";
import { showMessage } from "./messages.js";
import { noun } from "./results.js";
import { doc } from "./state.js";

// namesDiffer offers ways to compare two graphs with different nodes.
export function namesDiffer(err) {
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
      if (new Set(map.values()).size < map.size) return showMessage("Two nodes cannot get the same name.");
      commit({ guess: rename(doc.guess, map) }, { text: "Nodes renamed" });
    } }, "Rename"));
  }
  return parts;
}

const list = (names) => names.slice(0, 8).join(", ") + (names.length > 8 ? ` and ${names.length - 8} more` : "");

// answers has the labels of the values of reading options.
const answers = {
  orientation: { "row-to-col": "i → j: from the row to the column", "col-to-row": "j → i: from the column to the row" },
  directed: { true: "from the first to the second", false: "undirected" },
  class: { "ts-cpdag": "an undirected edge (time-series CPDAG)", "ts-pag": "a circle edge (time-series graph with circles)", cpdag: "an undirected edge (CPDAG)", pag: "a circle edge (PAG)" },
};

// unsaid asks for an option that a file needs: with a button for each value, or with a text field.
export function unsaid(err, name, answer) {
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
