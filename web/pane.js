// @ts-check
// A pane: one graph as a drawing, as a text and as a table of edges, and what can be done to it.
import { el, later, never, repaint, turn } from "./dom.js";
import { Drawing } from "./drawing.js";
import { arrows, isRight, status, words } from "./graph.js";
import { isSeries, partsOf } from "./series.js";

const classes = [["", "class: inferred"], ["dag", "DAG"], ["cpdag", "CPDAG"], ["mpdag", "MPDAG"], ["mag", "MAG"], ["admg", "ADMG"], ["pag", "PAG"], ["cyclic", "cyclic"],
  ["ts-dag", "time-series DAG"], ["ts-cpdag", "time-series CPDAG"], ["ts-admg", "time-series ADMG"], ["ts-pag", "time series with circles"]];

const some = 300; // edges that a table shows at once

// sizeOf says how large a graph is.
export function sizeOf(g) {
  const count = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;
  return isSeries(g) ? `${count(g.variables.length, "variable")}, ${count(g.edges.length, "link")}, largest lag ${g.lags}` : `${count(g.nodes.length, "node")}, ${count(g.edges.length, "edge")}`;
}

export class Pane {
  // on: edit(graph, what), text(text), file(File), select, connect, move, moved, add, remove, view, …
  constructor(role, on) {
    this.role = role;
    this.on = on;
    const title = role === "truth" ? "Truth" : "Guess";
    this.drawingHost = el("div", { class: "drawing", tabindex: "0", role: "application", "aria-roledescription": "graph", "aria-label": title, id: role + "-drawing" });
    this.textArea = el("textarea", { id: role + "-text", spellcheck: "false", autocapitalize: "off", rows: "5", placeholder: "A --> B\nB <-> C\nor any format: drop a file, or paste", oninput: () => on.text((this.text = this.textArea.value)) });
    this.text = ""; // what it shows: to ask a long one for it takes time
    this.lines = el("span", { class: "count" });
    this.fold = el("details", { class: "text", open: true, ontoggle: () => { if (this.long) this.fill(); } }, el("summary", {}, "Text", this.lines), el("label", { class: "unseen", for: role + "-text" }, `${title} as text`), this.textArea);
    this.long = false;
    this.fault = el("p", { class: "fault", id: role + "-fault", role: "status" });
    this.textArea.setAttribute("aria-describedby", this.fault.id);
    this.kind = el("select", { id: role + "-class", "aria-label": `Class of the ${role}`, onchange: () => on.stated(this.kind.value) }, classes.map(([value, text]) => el("option", { value }, text)));
    this.file = el("input", { type: "file", id: role + "-file", class: "unseen", tabindex: "-1", "aria-label": `File with the ${role}`, onchange: () => { if (this.file.files[0]) on.file(this.file.files[0]); this.file.value = ""; } });
    this.caption = el("p", { class: "caption", id: role + "-caption" });
    this.bar = el("div", { class: "bar" });
    this.table = el("div", { class: "edges" });
    this.count = el("span", {}, "0");
    this.element = el("section", { class: "pane " + role, "aria-labelledby": role + "-title" },
      el("div", { class: "head" }, el("h2", { id: role + "-title" }, title), this.caption, this.kind, el("button", { type: "button", id: role + "-open", onclick: () => this.file.click() }, "Open file"), this.file),
      this.drawingHost, this.bar, this.fault,
      this.fold,
      el("details", { class: "list", ontoggle: (e) => { this.listed = e.target.open; this.showTable(); } }, el("summary", {}, "Edges as a table (", this.count, ")"), this.table),
      this.form(title));
    this.drawing = new Drawing(this.drawingHost, {
      connecting: on.connecting, select: on.select, connect: on.connect, move: on.move, moved: on.moved, add: on.add, remove: on.remove, view: on.view,
    });
    for (const type of ["dragenter", "dragover"]) this.element.addEventListener(type, (e) => {
      if ([...e.dataTransfer.types].includes("Files")) {
        e.preventDefault();
        this.element.classList.add("dropping");
      }
    });
    this.element.addEventListener("dragleave", (e) => { if (!this.element.contains(e.relatedTarget)) this.element.classList.remove("dropping"); });
    this.element.addEventListener("drop", (e) => {
      this.element.classList.remove("dropping");
      if (!e.dataTransfer.files.length) return;
      e.preventDefault();
      on.files([...e.dataTransfer.files]);
    });
    this.prompt = el("p", { class: "prompt" }, `Drop a file with the ${role} here, double-click to draw, write it below, or choose an example above.`);
    this.drawingHost.append(this.prompt);
    this.graph = { nodes: [], edges: [] };
  }

  // form adds an edge or a node by the keyboard.
  form(title) {
    const { role, on } = this;
    this.names = el("datalist", { id: role + "-names" });
    const fill = () => this.names.replaceChildren(...this.graph.nodes.slice(0, 300).map((name) => el("option", { value: name })));
    const x = el("input", { id: role + "-x", list: role + "-names", size: "8", placeholder: "from", onfocus: fill, autocomplete: "off", "aria-label": `${title}: from` });
    const y = el("input", { id: role + "-y", list: role + "-names", size: "8", placeholder: "to", onfocus: fill, autocomplete: "off", "aria-label": `${title}: to` });
    const arrow = el("select", { id: role + "-arrow", "aria-label": `${title}: edge` }, arrows.map((a) => el("option", { value: a }, a)));
    return el("form", { class: "add", onsubmit: (e) => {
      e.preventDefault();
      if (on.form(x.value.trim(), arrow.value, y.value.trim())) {
        x.value = y.value = "";
        x.focus();
      }
    } }, x, arrow, y, el("button", { id: role + "-add" }, "Add"), this.names);
  }

  // show paints the pane. With the same graph only the drawing is painted again.
  show(graph, layout, look, selected, text) {
    this.drawing.show(layout, { ...look, selected });
    const n = graph.nodes.length;
    this.prompt.hidden = layout.nodes.length > 0;
    const shown = layout.nodes.length - look.absent.size;
    this.caption.textContent = [graph.name, sizeOf(graph), shown < n && shown > 0 ? `${shown} shown` : ""].filter(Boolean).join(" · ");
    this.drawingHost.setAttribute("aria-label", `Drawing of the ${this.role}: ${sizeOf(graph)}. Arrow keys choose a node, Enter begins and ends an edge, E chooses an edge of the node, N adds a node, Delete removes.`);
    if (text !== null && this.text !== text) this.write(text);
    for (const o of this.kind.options) o.hidden = o.disabled = o.value !== "" && o.value.startsWith("ts-") !== isSeries(graph);
    this.kind.value = graph.class;
    this.showBar(graph, selected, layout);
    const same = this.graph === graph && this.edges === layout.edges;
    this.graph = graph;
    this.edges = layout.edges;
    if (!same && graph.edges.length > some) later(this.table, () => this.showTable());
    else if (!same) this.showTable();
  }

  // write shows the text. A long one is folded until it is asked for: to lay out thousands of lines
  // takes time, at each change of the drawing.
  write(text) {
    const lines = text.split("\n").length - 1, long = lines > 400;
    this.text = text;
    this.lines.textContent = long ? ` (${lines} lines)` : "";
    if (long !== this.long && document.activeElement !== this.textArea) this.fold.open = !long;
    this.long = long;
    this.fill();
  }

  // fill puts the text where it can be read: a long one in a frame of its own, or when it is unfolded.
  fill() {
    const { textArea, fold, text, long } = this;
    never(this);
    textArea.readOnly = long;
    if (long && fold.open) later(this, async () => {
      await turn();
      if (this.text !== text) return;
      textArea.value = text;
      getComputedStyle(textArea).color; // to find its style, to lay it out and to paint it are three tasks
      await turn();
      textArea.clientHeight;
      textArea.readOnly = false;
    });
    else textArea.value = long ? "" : text;
  }

  // showBar shows what is chosen, to change it.
  showBar(graph, selected, layout) {
    const { on, role } = this;
    const time = isSeries(graph);
    const sign = JSON.stringify([selected, time, selected?.edge !== undefined ? layout.edges[selected.edge] : null]);
    if (sign === this.sign) return;
    this.sign = sign;
    if (selected?.node !== undefined) {
      const old = time ? partsOf(selected.node)[0] : selected.node, noun = time ? "variable" : "node";
      const name = el("input", { value: old, size: "10", "data-key": "name", "aria-label": `Name of the ${noun}`, onchange: (e) => on.rename(old, e.target.value) });
      repaint(this.bar, el("span", {}, time ? "Variable " : "Node "), name, el("button", { type: "button", "data-key": "delete", onclick: on.remove }, `Delete ${noun}`));
    } else if (selected?.edge !== undefined && layout.edges[selected.edge]) {
      const e = layout.edges[selected.edge];
      const choice = el("select", { "data-key": "mark", "aria-label": `Edge between ${e.x} and ${e.y}`, onchange: (event) => on.mark(selected.edge, event.target.value) }, arrows.map((a) => el("option", { value: a }, a)));
      choice.value = e.edge;
      repaint(this.bar, el("span", {}, e.x), choice, el("span", {}, e.y), el("button", { type: "button", "data-key": "delete", onclick: on.remove }, "Delete edge"));
    } else {
      repaint(this.bar, el("span", { class: "hint" }, time ? "A link stands for the same edge at all times: what repeats it is drawn faintly. Double-click: new variable. Shift-drag or “Draw edges”: new link." : "Double-click: new node. Drag: move. Shift-drag or “Draw edges”: new edge."));
    }
    this.bar.id = role + "-bar";
  }

  // showTable makes the table while it is open.
  showTable() {
    const { graph } = this, limit = graph.edges.length > some ? 40 : some; // rows
    this.count.textContent = graph.edges.length;
    if (!this.listed) return this.table.replaceChildren();
    const states = new Map(this.edges.map((e) => [`${e.x} ${e.edge} ${e.y}`, e.status]));
    const order = graph.edges.map((e, i) => [states.get(`${e.x} ${e.arrow} ${e.y}`) ?? "", i]);
    if (graph.edges.length > limit) order.sort((a, b) => Number(isRight(a[0]) || a[0] === "") - Number(isRight(b[0]) || b[0] === ""));
    const rows = order.slice(0, limit).map(([state, i]) => {
      const e = graph.edges[i], id = `${e.x}\u0000${e.y}\u0000${i}`;
      const choice = el("select", { "data-key": "mark" + id, "aria-label": `${e.x} ${words(e.arrow)} ${e.y}: marks`, onchange: (event) => this.on.markOf(i, event.target.value) }, el("option", { value: e.arrow }, e.arrow));
      const fill = () => { // when it is used: a hundred lists take time
        if (choice.length > 1) return;
        choice.replaceChildren(...arrows.map((a) => el("option", { value: a }, a)));
        choice.value = e.arrow;
      };
      for (const type of ["focus", "pointerdown"]) choice.addEventListener(type, fill);
      return el("tr", {}, el("td", {}, e.x), el("td", {}, choice), el("td", {}, e.y), el("td", {}, status[state] ?? ""), el("td", {}, el("button", { type: "button", "data-key": "remove" + id, "aria-label": `Remove ${e.x} ${e.arrow} ${e.y}`, onclick: () => this.on.removeEdge(i) }, "Remove")));
    });
    const joined = new Set(graph.edges.flatMap((e) => [e.x, e.y]));
    const isolated = isSeries(graph) ? [] : graph.nodes.filter((n) => !joined.has(n)).slice(0, limit);
    const head = el("thead", {}, el("tr", {}, ["From", "Edge", "To", "In", "Change"].map((t) => el("th", { scope: "col" }, t))));
    repaint(this.table,
      graph.edges.length ? el("table", {}, el("caption", { class: "unseen" }, `Edges of the ${this.role}`), head, el("tbody", {}, rows)) : el("p", {}, "No edges."),
      graph.edges.length > limit && el("p", {}, `${limit} of ${graph.edges.length} edges, those that differ first.`),
      isolated.length > 0 && el("p", {}, "Without edges: " + isolated.join(", ")));
  }

  // showFault shows what is wrong with the graph or its text.
  showFault(text) {
    if (this.fault.textContent !== text) this.fault.textContent = text;
    this.textArea.setAttribute("aria-invalid", text ? "true" : "false");
  }
}
