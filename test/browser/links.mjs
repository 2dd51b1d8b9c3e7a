// Links of the page, without a browser: what a graph becomes in a link or a script is read back as the same graph, and
// damaged links give one sentence. Run by run.sh; by hand: SEPDIST=build/sepdist node test/browser/links.mjs [LINKS]
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const count = Number(process.argv[2] ?? 1000); // damaged links
const work = mkdtempSync(join(tmpdir(), "links-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
cpSync(new URL("../../web", import.meta.url), work, { recursive: true });
writeFileSync(join(work, "package.json"), '{"type": "module"}');
const web = (name) => import(pathToFileURL(join(work, name)).href);
const { pack, unpack } = await web("link.js");
const { arrows, flip, forward, toText } = await web("graph.js");
const { moment, series } = await web("series.js");

// mulberry32: the same numbers each time
let state = 1;
const random = (n) => {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) % n;
};
const one = (list) => list[random(list.length)];

const odd = ["a", "END", "a\nb", "\r", "\n", 'say "no"', "\\", "a\\nb", "X(t-1)", "X(t)", "X", "x-x", "-->", "a-->b", "collider", "#1", " ", "\u0085", "\u2028", "\t", "{", "}", "'$(id)`", "\u202e", "é", "🫁", "\u200b", "\ufeffbom"];

// randomGraph returns a graph with some of the names, as the page keeps it.
function randomGraph(lagged) {
  const names = [...new Set(Array.from({ length: 2 + random(5) }, () => one(odd)))];
  if (names.length < 2) names.push("other");
  const edges = [], seen = new Set();
  const node = (v, lag) => (lagged ? moment(names[v], lag) : names[v]);
  for (let i = 0; i < 6; i++) {
    const x = random(names.length), y = random(names.length);
    if (x === y || seen.has(`${x} ${y}`)) continue;
    seen.add(`${x} ${y}`).add(`${y} ${x}`);
    const lag = lagged ? random(3) : 0, e = { x: node(x, lag), arrow: lag ? "-->" : one(arrows), y: node(y, 0) };
    edges.push(forward(random(2) ? e : { x: e.y, arrow: flip(e.arrow), y: e.x }));
  }
  if (lagged && edges.length === 0) edges.push({ x: node(0, 1), arrow: "-->", y: node(1, 0) });
  const rest = { name: "", class: "", edges, triples: [] };
  return lagged ? series({ ...rest, variables: names }) : { ...rest, nodes: names };
}

// edgesOf returns edges as sorted lines that do not depend on how they are written.
const edgesOf = (list) => list.map(([x, arrow, y]) => [JSON.stringify([x, arrow, y]), JSON.stringify([y, flip(arrow), x])].sort()[0]).sort();

const made = [];
for (let i = 0; i < 120; i++) {
  const g = randomGraph(i % 3 === 0);
  const link = await pack({ v: 1, truth: { text: toText(g) }, guess: { text: toText(g) } });
  made.push(link);
  const { truth } = await unpack("#g=" + link);
  writeFileSync(join(work, "truth.txt"), truth.text);
  const out = JSON.parse(execFileSync(process.env.SEPDIST, ["convert", "--to", "json", join(work, "truth.txt")], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  assert.deepEqual(out.nodes, g.variables ?? g.nodes, truth.text);
  assert.equal(out.max_lag, g.lags, truth.text);
  const node = (name, lag = 0) => (g.variables ? moment(name, lag) : name);
  assert.deepEqual(edgesOf(out.edges.map((e) => [node(e.from, e.lag), e.edge, node(e.to)])), edgesOf(g.edges.map((e) => [e.x, e.arrow, e.y])), truth.text);
}

let opened = 0;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
for (let i = 0; i < count; i++) {
  const link = [...one(made)];
  for (let k = 1 + random(3); k > 0; k--) {
    const at = random(link.length);
    if (random(3) === 0) link.splice(at, 1 + random(20));
    else if (random(2)) link.splice(at, 0, ...link.slice(random(link.length)).slice(0, 50));
    else link[at] = one(alphabet);
  }
  try {
    await unpack("#g=" + link.join(""));
    opened++;
  } catch (err) {
    assert.match(err.message, /^This link cannot be opened: [^\n]{1,120}\.$/);
  }
}
console.log(`test/browser: ${made.length} links are read back; of ${count} damaged ones ${opened} could be opened, the others gave a sentence`);
