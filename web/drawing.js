// @ts-check
// One drawing: a graph as SVG, with what is chosen and what a path shows. It knows nothing of the
// other pane; what the user does goes to its handlers.
import { later, never, svg } from "./dom.js";
import { status, words } from "./graph.js";
import { boxes, isIn, marksOf, nearest, pathOf, round, together } from "./shapes.js";

// A drawing with more nodes or edges in view than this shows them together, without names, until
// one zooms in: thousands of elements would keep the page busy at each step.
const manyNodes = 200, manyEdges = 300;
const slice = 40; // elements that are made in a frame, so that the page stays awake

export class Drawing {
  // host is the focusable element; handlers: select, connect, move, moved, add, remove, view.
  constructor(host, handlers) {
    this.host = host;
    this.on = handlers;
    this.layers = Object.fromEntries(["halo", "all-edges", "edges", "all-nodes", "nodes", "rubber"].map((n) => [n, svg("g", { class: n })]));
    this.root = svg("svg", { "aria-hidden": "true", focusable: "false" }, ...Object.values(this.layers));
    this.had = new Map(); // the elements of nodes and edges: by "n" and "e" with their place in the layout
    this.whole = { nodes: {}, edges: {} }; // what the layers of all nodes and edges show
    host.append(this.root);
    this.width = 400;
    new ResizeObserver(([e]) => { this.width = e.contentRect.width; }).observe(host);
    this.box = [0, 0, 400, 300];
    this.listen();
  }

  // show draws a layout: nodes {name, x, y, w, h, lines}, edges {x, y, edge, status, curve}. What looks
  // as before stays, so that a choice in a large graph changes a few elements and not thousands.
  show({ nodes, edges }, look) {
    this.nodes = nodes;
    this.edges = edges;
    this.look = look;
    this.lit = new Set(); // the nodes and edges that are drawn alone in any case
    this.layers.halo.replaceChildren();
    if (look.path.size) edges.forEach((e, i) => {
      if (!look.path.has(key(e.x, e.y))) return;
      this.layers.halo.append(svg("path", { class: "path", d: pathOf(e.curve) }));
      this.lit.add("e" + i).add(e.x).add(e.y);
    });
    for (const [x, y] of look.implied) {
      const a = this.find(x), b = this.find(y);
      if (a && b) this.layers.halo.append(svg("path", { class: "path implied", d: `M${a.x} ${a.y}L${b.x} ${b.y}` }));
    }
    for (const name of [look.selected?.node, look.from, ...look.ends, ...look.given, ...look.fault]) this.lit.add(name);
    if (look.selected?.edge !== undefined) this.lit.add("e" + look.selected.edge);
    this.draw();
  }

  // draw brings the elements up to date, a slice now and the others in the frames that follow: to lay
  // them out takes several times as long as to make them.
  draw() {
    const { nodes, edges } = this, work = [], wanted = new Set();
    const seen = (list, many) => {
      if (list.length <= many) return list;
      const near = list.filter((v) => isIn(v, this.box));
      return near.length <= many ? near : null;
    };
    const someNodes = seen(nodes, manyNodes), someEdges = seen(edges, manyEdges);
    const inNodes = new Set(someNodes), inEdges = new Set(someEdges);
    const want = (id, sign, make, layer) => {
      wanted.add(id);
      if (this.had.get(id)?.sign !== sign) work.push([1, () => this.put(id, sign, make(), layer)]);
    };
    nodes.forEach((v, i) => { if (inNodes.has(v) || this.lit.has(v.name)) want("n" + i, [v.name, v.x, v.y, v.w, v.h, this.nodeClass(v)].join("\n"), () => this.node(v), "nodes"); });
    edges.forEach((e, i) => { if (inEdges.has(e) || this.lit.has("e" + i)) want("e" + i, [e.x, e.y, e.edge, this.edgeClass(e, i), ...e.curve].join("\n"), () => this.edge(e, i), "edges"); });
    for (const [id, e] of this.had) if (!wanted.has(id)) {
      e.remove();
      this.had.delete(id);
    }
    this.together("nodes", !someNodes && nodes, (v) => (this.look.absent.has(v.name) ? "node absent" : "node"), boxes, work);
    this.together("edges", !someEdges && edges, (e) => this.edgeClass(e, -1), together, work);
    delete this.host.dataset.drawn;
    const step = (at) => {
      for (let done = 0; at < work.length && done < slice; at++) {
        const [weight, run] = work[at];
        run();
        done += weight;
      }
      if (at < work.length) later(this, () => step(at));
      else this.host.dataset.drawn = `${nodes.length} ${edges.length}`;
    };
    never(this);
    step(0);
  }

  put(id, sign, fresh, layer) {
    const old = this.had.get(id);
    fresh.sign = sign;
    this.had.set(id, fresh);
    if (old) old.replaceWith(fresh);
    else this.layers[layer].append(fresh);
  }

  // together shows a whole list as a few elements, by the classes of what is in it, or nothing.
  together(what, list, classOf, make, work) {
    const layer = this.layers["all-" + what], was = this.whole[what];
    layer.setAttribute("display", list ? "inline" : "none"); // and stays, to come back to
    if (!list) return;
    const classes = list.map(classOf), sign = classes.join();
    if (was.list === list && was.sign === sign) return;
    const parts = new Map();
    list.forEach((v, i) => {
      const part = classes[i] + " " + Math.floor(i / 100);
      if (!parts.has(part)) parts.set(part, [classes[i], []]);
      parts.get(part)[1].push(v);
    });
    this.whole[what] = {};
    work.push([0, () => layer.replaceChildren()]);
    for (const [name, part] of parts.values()) work.push([part.length / 10, () => layer.append(make(part, name))]);
    work.push([0, () => { this.whole[what] = { list, sign }; }]);
  }

  find(name) {
    return this.nodes?.find((v) => v.name === name);
  }

  nodeClass(v) {
    const { look } = this;
    const classes = ["node"];
    if (look.selected?.node === v.name) classes.push("selected");
    if (look.from === v.name) classes.push("from");
    if (look.ends.has(v.name)) classes.push("end");
    if (look.given.has(v.name)) classes.push("given");
    if (look.fault.has(v.name)) classes.push("fault");
    if (look.absent.has(v.name)) classes.push("absent");
    return classes.join(" ");
  }

  node(v) {
    const { look } = this;
    const g = svg("g", { class: this.nodeClass(v), transform: `translate(${round(v.x)} ${round(v.y)})`, "data-node": v.name });
    if (look.ends.has(v.name)) g.append(svg("rect", { class: "around", x: -v.w / 2 - 4, y: -v.h / 2 - 4, width: v.w + 8, height: v.h + 8, rx: Math.min(v.w, v.h, 24) / 2 + 4 }));
    g.append(svg("rect", { class: "body", x: -v.w / 2, y: -v.h / 2, width: v.w, height: v.h, rx: Math.min(v.w, v.h, 24) / 2 }));
    v.lines.forEach((line, i) => {
      const t = svg("text", { y: round(3.8 + 12 * (i - (v.lines.length - 1) / 2)) });
      t.textContent = line;
      g.append(t);
    });
    return g;
  }

  edgeClass(e, i) {
    const classes = ["edge", e.status];
    if (this.look.repeats(e)) classes.push("repeats");
    if (this.look.selected?.edge === i) classes.push("selected");
    return classes.join(" ");
  }

  edge(e, i) {
    const d = pathOf(e.curve);
    const g = svg("g", { class: this.edgeClass(e, i), "data-edge": i }, svg("path", { class: "hit", d }), svg("path", { class: "line", d }));
    g.append(svg("title", {}, `${e.x} ${e.edge} ${e.y}: ${status[e.status]}`), ...marksOf(e).map(([kind, d]) => svg("path", { class: kind, d })));
    return g;
  }

  // view sets what part of the plane is seen.
  view(box) {
    this.box = box;
    this.root.setAttribute("viewBox", box.map(round).join(" "));
    this.root.classList.toggle("far", box[2] > 2.5 * this.width); // lines would be too thin to be seen
    if (this.nodes?.length > manyNodes || this.edges?.length > manyEdges) later(this, () => this.draw());
  }

  place(event) {
    const m = this.root.getScreenCTM();
    return m ? new DOMPoint(event.clientX, event.clientY).matrixTransform(m.inverse()) : new DOMPoint(0, 0);
  }

  listen() {
    const root = this.root;
    // target returns what lies under the pointer: {node} or {edge}, or nothing.
    const target = (e) => {
      const at = document.elementFromPoint(e.clientX, e.clientY);
      const own = /** @type {SVGElement} */ (at?.closest("[data-node], [data-edge]"));
      if (own && root.contains(own)) return own.dataset.node !== undefined ? { node: own.dataset.node } : { edge: Number(own.dataset.edge) };
      if (!this.nodes || !root.contains(at)) return null;
      const p = this.place(e), node = this.nodes.find((v) => isIn(v, [p.x, p.y, 0, 0]));
      if (node) return { node: node.name };
      const edge = nearest(this.edges, p, (4 * this.box[2]) / this.width);
      return edge < 0 ? null : { edge };
    };
    root.addEventListener("pointerdown", (e) => {
      if (e.button !== 0) return;
      const hit = target(e), start = this.place(e), node = hit?.node;
      const connect = node !== undefined && (e.shiftKey || this.on.connecting());
      const from = node !== undefined ? this.find(node) : null;
      const origin = { x: from?.x, y: from?.y }, box = this.box;
      let moved = false;
      root.setPointerCapture(e.pointerId);
      const move = (e) => {
        const p = this.place(e), dx = p.x - start.x, dy = p.y - start.y;
        if (!moved && Math.hypot(dx, dy) * (this.width / this.box[2]) < 4) return;
        moved = true;
        if (connect) {
          this.layers.rubber.replaceChildren(svg("path", { class: "line", d: `M${from.x} ${from.y}L${p.x} ${p.y}` }));
        } else if (from) {
          this.on.move(node, origin.x + dx, origin.y + dy);
        } else {
          this.on.view([this.box[0] - dx, this.box[1] - dy, box[2], box[3]]);
        }
      };
      const up = (e) => {
        root.removeEventListener("pointermove", move);
        root.removeEventListener("pointerup", up);
        root.removeEventListener("pointercancel", up);
        this.layers.rubber.replaceChildren();
        if (connect && moved) {
          const end = target(e)?.node;
          if (end !== undefined && end !== node) this.on.connect(node, end);
        } else if (moved && from) this.on.moved();
        else if (!moved) {
          if (node !== undefined) this.on.select({ node }, connect);
          else this.on.select(hit);
          this.host.focus({ preventScroll: true });
        }
      };
      root.addEventListener("pointermove", move);
      root.addEventListener("pointerup", up);
      root.addEventListener("pointercancel", up);
    });
    root.addEventListener("dblclick", (e) => {
      if (!target(e)) this.on.add(this.place(e));
    });
    root.addEventListener("wheel", (e) => {
      if (!e.ctrlKey && !e.metaKey) return;
      e.preventDefault();
      const p = this.place(e), f = Math.exp(Math.max(-1, Math.min(1, e.deltaY / 100)) * 0.25);
      const [x, y, w, h] = this.box;
      this.on.view([p.x - (p.x - x) * f, p.y - (p.y - y) * f, w * f, h * f]);
    }, { passive: false });
    this.host.addEventListener("keydown", (e) => this.key(e));
  }

  key(e) {
    if (e.target !== this.host || e.ctrlKey || e.metaKey || e.altKey) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    const node = this.look?.selected?.node;
    const here = node !== undefined ? this.find(node) : null;
    if (step) {
      e.preventDefault();
      if (e.shiftKey && here) {
        this.on.move(node, here.x + 12 * step[0], here.y + 12 * step[1]);
        this.on.moved();
        return;
      }
      const next = here ? this.nearest(here, step) : this.nodes?.find((v) => !this.look.absent.has(v.name));
      if (next) this.on.select({ node: next.name });
    } else if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      if (here) this.on.select({ node }, true);
    } else if (e.key === "Delete" || e.key === "Backspace") {
      e.preventDefault();
      this.on.remove();
    } else if (e.key === "Escape") this.on.select(null);
    else if (e.key === "n") {
      e.preventDefault();
      this.on.add(null);
    } else if (e.key === "e") {
      e.preventDefault();
      this.nextEdge(node);
    }
  }

  // nextEdge chooses the next edge of the chosen node, or of the node whose edges are gone through.
  nextEdge(node) {
    const at = this.look?.selected?.edge;
    if (node !== undefined) this.around = node;
    const own = this.edges.map((e, i) => i).filter((i) => this.around === undefined || [this.edges[i].x, this.edges[i].y].includes(this.around));
    if (own.length) this.on.select({ edge: own[(own.indexOf(at) + 1) % own.length] });
  }

  // nearest returns the node that lies nearest in a direction.
  nearest(from, [dx, dy]) {
    let best = null, least = Infinity;
    for (const v of this.nodes) {
      const x = v.x - from.x, y = v.y - from.y, along = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (v === from || along <= 0 || this.look.absent.has(v.name)) continue;
      if (along + 2 * aside < least) [best, least] = [v, along + 2 * aside];
    }
    return best;
  }

  describeEdge(i) {
    const e = this.edges[i];
    return `${e.x} ${words(e.edge)} ${e.y}, ${status[e.status]}. Tab to its marks; Delete removes it.`;
  }

  // describe says what is drawn, for those who do not see it.
  describe(name) {
    const at = this.edges.filter((e) => e.x === name || e.y === name);
    if (!at.length) return `${name}, no edges`;
    return `${name}: ` + at.map((e) => (e.x === name ? `${words(e.edge)} ${e.y}` : `${e.x} ${words(e.edge)} ${name}`)).join("; ");
  }
}

export const key = (x, y) => JSON.stringify(x < y ? [x, y] : [y, x]);
