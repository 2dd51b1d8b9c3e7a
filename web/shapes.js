// @ts-check
// The shapes of a drawing: lines and marks of edges, many of them as one element, and what lies
// at a place.
import { svg } from "./dom.js";

const arrowLength = 9, arrowNotch = 6.5, arrowWidth = 3.6, circle = 3.4, cross = 3.4;

/** @type {(c: number[], i: number) => [number, number]} */
const point = (c, i) => [c[2 * i], c[2 * i + 1]];

export const round = (x) => Math.round(x * 100) / 100;

// pathOf returns a curve (a point, then three for each Bézier piece) as the data of an SVG path.
export function pathOf(curve) {
  let d = `M${round(curve[0])} ${round(curve[1])}`;
  for (let i = 2; i + 5 < curve.length; i += 6) d += "C" + curve.slice(i, i + 6).map(round).join(" ");
  return d;
}

// mark returns the class and the path of the mark at the end of a curve: [x, y] with the direction from before.
function mark(kind, [x, y], [fx, fy]) {
  const d = Math.hypot(x - fx, y - fy) || 1;
  const ax = (x - fx) / d, ay = (y - fy) / d;
  const at = (back, aside) => `${round(x - back * ax - aside * ay)} ${round(y - back * ay + aside * ax)}`;
  switch (kind) {
    case "<":
    case ">":
      return ["head", `M${at(0.6, 0)}L${at(arrowLength, arrowWidth)}L${at(arrowNotch, 0)}L${at(arrowLength, -arrowWidth)}Z`];
    case "o": {
      const side = circle + 0.6, half = `A${circle} ${circle} 0 0 0 `;
      return ["ring", `M${at(side, circle)}${half}${at(side, -circle)}${half}${at(side, circle)}Z`];
    }
    case "x":
      return ["cross", `M${at(5 - cross, cross)}L${at(5 + cross, -cross)}M${at(5 - cross, -cross)}L${at(5 + cross, cross)}`];
  }
  return null;
}

// before returns a point of the curve a little before its end, for the direction there.
function before(curve, atStart) {
  const n = curve.length / 2;
  const end = atStart ? point(curve, 0) : point(curve, n - 1);
  for (let i = 1; i < n; i++) {
    const p = atStart ? point(curve, i) : point(curve, n - 1 - i);
    if (Math.hypot(p[0] - end[0], p[1] - end[1]) > 3) return p;
  }
  return atStart ? point(curve, n - 1) : point(curve, 0);
}

// marksOf returns the marks of an edge, each as its class and path.
export const marksOf = ({ edge, curve: c }) => [mark(edge[0], point(c, 0), before(c, true)), mark(edge[2], point(c, c.length / 2 - 1), before(c, false))].filter(Boolean);

// together draws many edges of one class as one line and one path for each kind of mark.
export function together(edges, name) {
  const paths = new Map([["line", ""], ["head", ""], ["ring", ""], ["cross", ""]]);
  for (const e of edges) for (const [kind, d] of [["line", pathOf(e.curve)], ...marksOf(e)]) paths.set(kind, paths.get(kind) + d);
  return svg("g", { class: name }, ...[...paths].filter(([, d]) => d).map(([kind, d]) => svg("path", { class: kind, d })));
}

// boxes draws many nodes as one path.
export const boxes = (nodes, name) => svg("g", { class: name }, svg("path", { class: "body", d: nodes.map((v) => `M${round(v.x - v.w / 2)} ${round(v.y - v.h / 2)}h${round(v.w)}v${round(v.h)}h${round(-v.w)}z`).join("") }));

// The box around a curve: its control points hold it.
const around = new WeakMap();
function boxOf(curve) {
  if (!around.has(curve)) {
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < curve.length; i++) {
      box[i % 2] = Math.min(box[i % 2], curve[i]);
      box[2 + (i % 2)] = Math.max(box[2 + (i % 2)], curve[i]);
    }
    around.set(curve, box);
  }
  return around.get(curve);
}

// isIn reports whether a node or an edge touches a part of the plane: x, y, width, height.
export function isIn(item, box) {
  const [x, y, w, h] = box;
  const [left, top, right, bottom] = item.curve ? boxOf(item.curve) : [item.x - item.w / 2, item.y - item.h / 2, item.x + item.w / 2, item.y + item.h / 2];
  return right >= x && left <= x + w && bottom >= y && top <= y + h;
}

// nearest returns the place in a list of the edge next to a point, or -1 if none is within reach.
export function nearest(edges, { x, y }, reach) {
  let best = -1, least = reach;
  edges.forEach((e, k) => {
    if (!isIn(e, [x - reach, y - reach, 2 * reach, 2 * reach])) return;
    const c = e.curve;
    for (let i = 0; i + 7 < c.length; i += 6) for (let s = 0; s <= 16; s++) {
      const t = s / 16, u = 1 - t, at = (j) => u * u * u * c[i + j] + 3 * u * u * t * c[i + 2 + j] + 3 * u * t * t * c[i + 4 + j] + t * t * t * c[i + 6 + j];
      const d = Math.hypot(at(0) - x, at(1) - y);
      if (d < least) [best, least] = [k, d];
    }
  });
  return best;
}
