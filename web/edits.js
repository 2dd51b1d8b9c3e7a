// @ts-check
// Edits of a graph: files, text, and the drawing.
import { arrange, scrollTo, setViewBox, paint } from "./arrange.js";
import { announce, byId } from "./dom.js";
import { addEdge, addNode, changeEdge, fromWire, mayJoin, namesOf, newName, place, removeEdge, removeNode, rename } from "./graph.js";
import { commit } from "./history.js";
import { question, showMessage } from "./messages.js";
import { numbers } from "./numbers.js";
import { sizeOf } from "./pane.js";
import { unsaid } from "./questions.js";
import { isSeries, moments, partsOf } from "./series.js";
import { ask, doc, found, fresh, future, panes, past, roles, setDoc, view } from "./state.js";

const pause = 250; // milliseconds between the last key and reading the text

// read reads a text or a file. If it is ambiguous, the page asks the user.
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
    showMessage("");
    const at = source.name ? new Map() : doc.at;
    if (source.name) view.box = null;
    commit({ [role]: g, at }, { kind: source.name ? "" : "text-" + role, keepText: source.name ? null : role, text: source.name ? `${role} read: ${sizeOf(g)}` : null });
  } catch (err) {
    if (err.name === "AbortError") return;
    if (err.question && (source.name || source.pasted)) return question(unsaid(err, source.name || "The text", (value) => read(role, source, { ...settings, [err.option]: value })), role);
    if (source.name) return showMessage(err.message);
    view.faults[role] = err.message;
    found.stale = found.results.length > 0;
    panes[role].showFault(err.message);
    numbers();
  }
}

async function readFile(role, file) {
  if (file.size > 64e6) return showMessage(`${file.name}: the file is larger than 64 MB: use the command line`);
  await read(role, { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
}

export function handlers(role) {
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
    if (s?.node !== undefined) scrollTo(s.node);
    if (s?.node !== undefined && !(s && connect)) announce(panes[role].drawing.describe(s.node));
    if (s?.edge !== undefined) announce(panes[role].drawing.describeEdge(s.edge));
    paint();
  };
  const join = (x, y, arrow = byId("arrow").value) => {
    const known = new Set(namesOf(doc[role])), nodeOf = (n) => (isSeries(doc[role]) ? partsOf(n)[0] : n);
    const g = [...new Set([x, y].map(nodeOf))].filter((n) => !known.has(n)).reduce(addNode, doc[role]);
    const why = mayJoin(g, { x, arrow, y });
    if (why) return announce(why), showMessage(why), false;
    showMessage("");
    edit(addEdge(g, { x, arrow, y }), { text: `${x} ${arrow} ${y} added to the ${role}` });
    return true;
  };
  const named = (node) => (isSeries(doc[role]) ? partsOf(node)[0] : node);
  // placeOf returns the index in the graph of an edge of the drawing.
  const placeOf = (i) => {
    const { x, y, edge } = view.layout[role][i], e = place(doc[role], { x, y, edge });
    return doc[role].edges.findIndex((d) => d.x === e.x && d.y === e.y && d.arrow === e.edge);
  };
  const mark = (i, arrow) => {
    const [g, why] = changeEdge(doc[role], i, arrow);
    if (why) return announce(why), showMessage(why), paint();
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
      if (!x && !y) return showMessage("Name two nodes to add an edge, or one to add a node."), false;
      if (x && y) return join(x, y, arrow);
      if (namesOf(doc[role]).includes(x || y)) return showMessage(`The node ${x || y} is there already.`), false;
      edit(addNode(doc[role], x || y), { text: `Node ${x || y} added to the ${role}` });
      return true;
    },
    move: (name, x, y) => {
      if (!view.dragging) {
        past.push({ ...doc, at: new Map(doc.at), texts: view.texts });
        future.length = 0;
        view.dragging = true;
        setDoc({ ...doc, at: new Map(doc.at) });
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
      // Both graphs get the node: they are compared over the same nodes.
      commit({ truth: addNode(doc.truth, name), guess: addNode(doc.guess, name), at }, { text: `Node ${name} added to both graphs` });
      view.selected[role] = { node: name };
      if (first) setViewBox([place ? place.x - 200 : -200, place ? place.y - 150 : -150, 400, 300]);
    },
    remove: () => {
      const s = view.selected[role];
      if (s?.node !== undefined) edit(removeNode(doc[role], named(s.node)), { text: `${named(s.node)} removed from the ${role}` });
      else if (s?.edge !== undefined && placeOf(s.edge) >= 0) edit(removeEdge(doc[role], placeOf(s.edge)), { text: "Edge removed" });
      panes[role].drawingHost.focus({ preventScroll: true });
    },
    rename: (old, name) => {
      if (!name || name === old) return;
      if (/[\r\n]/.test(name) || roles.some((r) => namesOf(doc[r]).includes(name))) return showMessage(`A node ${name} is there already, or the name cannot be used.`);
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
    markOf: mark, removeEdge: (i) => edit(removeEdge(doc[role], i), { text: "Edge removed" }), view: setViewBox,
  };
}
