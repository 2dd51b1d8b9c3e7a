// @ts-check
// Changes of the document, with undo and redo.
import { announce, byId } from "./dom.js";
import { has } from "./arrange.js";
import { namesOf } from "./graph.js";
import { question } from "./messages.js";
import { doc, found, future, past, roles, setDoc, view } from "./state.js";

// onChange sets the function that is called after each change.
let follow = () => {};
export function onChange(run) {
  follow = run;
}

// commit changes the document. Consecutive edits of one kind, such as typing, are undone together.
let lastKind = "", lastTime = 0;
export function commit(next, { kind = "", text = null, keepText = null } = {}) {
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
  setDoc(next);
  changed();
}

export function undo(from, to) {
  const state = from.pop();
  if (!state) return;
  to.push({ ...doc, texts: view.texts });
  lastKind = "";
  const { texts, ...rest } = state;
  adopt(rest);
  view.texts = texts;
  announce(from === past ? "Undone" : "Done again");
}

export function changed() {
  byId("undo").disabled = past.length === 0;
  byId("redo").disabled = future.length === 0;
  found.stale = true;
  found.claim = null;
  found.fault = new Map();
  follow();
}
