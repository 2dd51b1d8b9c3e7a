// One drawing: a graph as SVG, with what is chosen and what a path shows. It knows nothing of the
// other pane; what the user does goes to its handlers.
import { svg } from "./dom.js";
import { words } from "./graph.js";

const arrowLength = 9, arrowNotch = 6.5, arrowWidth = 3.6, circle = 3.4, cross = 3.4;

const point = (c, i) => [c[2 * i], c[2 * i + 1]];

function pathOf(curve) {
  let d = `M${round(curve[0])} ${round(curve[1])}`;
  for (let i = 2; i + 5 < curve.length; i += 6) d += "C" + curve.slice(i, i + 6).map(round).join(" ");
  return d;
}

const round = (x) => Math.round(x * 100) / 100;

// mark draws the mark at the end of a curve: [x, y] with the direction from before.
function mark(kind, [x, y], [fx, fy]) {
  const d = Math.hypot(x - fx, y - fy) || 1;
  const ax = (x - fx) / d, ay = (y - fy) / d;
  const at = (back, aside) => `${round(x - back * ax - aside * ay)} ${round(y - back * ay + aside * ax)}`;
  switch (kind) {
    case "<":
    case ">":
      return svg("path", { class: "head", d: `M${at(0.6, 0)}L${at(arrowLength, arrowWidth)}L${at(arrowNotch, 0)}L${at(arrowLength, -arrowWidth)}Z` });
    case "o":
      return svg("circle", { class: "ring", cx: round(x - (circle + 0.6) * ax), cy: round(y - (circle + 0.6) * ay), r: circle });
    case "x":
      return svg("path", { class: "cross", d: `M${at(5 - cross, cross)}L${at(5 + cross, -cross)}M${at(5 - cross, -cross)}L${at(5 + cross, cross)}` });
  }
  return null;
}

// near returns a point of the curve a little before its end, for the direction there.
function before(curve, atStart) {
  const n = curve.length / 2;
  const end = atStart ? point(curve, 0) : point(curve, n - 1);
  for (let i = 1; i < n; i++) {
    const p = atStart ? point(curve, i) : point(curve, n - 1 - i);
    if (Math.hypot(p[0] - end[0], p[1] - end[1]) > 3) return p;
  }
  return atStart ? point(curve, n - 1) : point(curve, 0);
}

export class Drawing {
  // host is the focusable element; handlers: select, connect, move, moved, add, remove, view.
  constructor(host, handlers) {
    this.host = host;
    this.on = handlers;
    this.layers = Object.fromEntries(["halo", "edges", "nodes", "rubber"].map((n) => [n, svg("g", { class: n })]));
    this.root = svg("svg", { "aria-hidden": "true", focusable: "false" }, ...Object.values(this.layers));
    this.had = [[], []]; // the elements of nodes and of edges
    host.append(this.root);
    this.box = [0, 0, 400, 300];
    this.listen();
  }

  // show draws a layout: nodes {name, x, y, w, h, lines}, edges {x, y, edge, status, curve}. What looks
  // as before stays, so that a choice in a large graph changes a few elements and not thousands.
  show({ nodes, edges }, look) {
    this.nodes = nodes;
    this.edges = edges;
    this.look = look;
    this.layers.halo.replaceChildren();
    if (look.path.size) for (const e of edges) if (look.path.has(key(e.x, e.y))) this.layers.halo.append(svg("path", { class: "path", d: pathOf(e.curve) }));
    for (const [x, y] of look.implied) {
      const a = this.find(x), b = this.find(y);
      if (a && b) this.layers.halo.append(svg("path", { class: "path implied", d: `M${a.x} ${a.y}L${b.x} ${b.y}` }));
    }
    const draw = [];
    nodes.forEach((v, i) => draw.push([0, i, [v.name, v.x, v.y, v.w, v.h, this.nodeClass(v)].join("\n"), () => this.node(v)]));
    edges.forEach((e, i) => draw.push([1, i, [e.x, e.y, e.edge, this.edgeClass(e, i), ...e.curve].join("\n"), () => this.edge(e, i)]));
    this.fill(draw, [nodes.length, edges.length]);
  }

  // fill puts elements in their places, some a frame, so that the page stays awake. To lay them out
  // takes several times as long as to make them.
  fill(draw, count) {
    const token = (this.token = {});
    this.had.forEach((list, which) => list.splice(count[which]).forEach((e) => e.remove()));
    const step = (i) => {
      if (this.token !== token) return;
      for (let made = 0; i < draw.length && made < 60; i++) {
        const [which, k, sign, make] = draw[i], old = this.had[which][k];
        if (old?.sign === sign) continue;
        const fresh = (this.had[which][k] = make());
        fresh.sign = sign;
        made++;
        if (old) old.replaceWith(fresh);
        else this.layers[which ? "edges" : "nodes"].append(fresh);
      }
      if (i < draw.length) requestAnimationFrame(() => step(i));
    };
    step(0);
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
    const c = e.curve, n = c.length / 2, d = pathOf(c);
    const g = svg("g", { class: this.edgeClass(e, i), "data-edge": i }, svg("path", { class: "hit", d }), svg("path", { class: "line", d }));
    const title = svg("title");
    title.textContent = `${e.x} ${e.edge} ${e.y}: ${e.status}`;
    g.append(title);
    for (const m of [mark(e.edge[0], point(c, 0), before(c, true)), mark(e.edge[2], point(c, n - 1), before(c, false))]) if (m) g.append(m);
    return g;
  }

  // view sets what part of the plane is seen.
  view(box) {
    this.box = box;
    this.root.setAttribute("viewBox", box.map(round).join(" "));
  }

  place(event) {
    const m = this.root.getScreenCTM();
    return m ? new DOMPoint(event.clientX, event.clientY).matrixTransform(m.inverse()) : new DOMPoint(0, 0);
  }

  listen() {
    const root = this.root;
    const target = (e) => {
      const at = document.elementFromPoint(e.clientX, e.clientY)?.closest?.("[data-node], [data-edge]");
      return at && root.contains(at) ? at : null;
    };
    root.addEventListener("pointerdown", (e) => {
      if (e.button !== 0) return;
      const hit = target(e), start = this.place(e), node = hit?.dataset.node;
      const connect = node !== undefined && (e.shiftKey || this.on.connecting());
      const from = node !== undefined ? this.find(node) : null;
      const origin = { x: from?.x, y: from?.y }, box = this.box;
      let moved = false;
      root.setPointerCapture(e.pointerId);
      const move = (e) => {
        const p = this.place(e), dx = p.x - start.x, dy = p.y - start.y;
        if (!moved && Math.hypot(dx, dy) * (root.clientWidth / this.box[2]) < 4) return;
        moved = true;
        if (connect) {
          this.layers.rubber.replaceChildren(svg("path", { class: "line", d: `M${from.x} ${from.y}L${p.x} ${p.y}` }));
        } else if (from) {
          this.on.move(node, origin.x + dx, origin.y + dy);
        } else if (!hit) {
          this.on.view([this.box[0] - dx, this.box[1] - dy, box[2], box[3]]);
        }
      };
      const up = (e) => {
        root.removeEventListener("pointermove", move);
        root.removeEventListener("pointerup", up);
        root.removeEventListener("pointercancel", up);
        this.layers.rubber.replaceChildren();
        const end = target(e)?.dataset;
        if (connect && moved) {
          if (end?.node !== undefined && end.node !== node) this.on.connect(node, end.node);
        } else if (moved && from) this.on.moved();
        else if (!moved) {
          if (node !== undefined) this.on.select({ node }, connect);
          else this.on.select(hit ? { edge: Number(hit.dataset.edge) } : null);
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
    return `${e.x} ${words(e.edge)} ${e.y}, ${e.status}. Tab to its marks; Delete removes it.`;
  }

  // describe says what is drawn, for those who do not see it.
  describe(name) {
    const at = this.edges.filter((e) => e.x === name || e.y === name);
    if (!at.length) return `${name}, no edges`;
    return `${name}: ` + at.map((e) => (e.x === name ? `${words(e.edge)} ${e.y}` : `${e.x} ${words(e.edge)} ${name}`)).join("; ");
  }
}

export const key = (x, y) => JSON.stringify(x < y ? [x, y] : [y, x]);
