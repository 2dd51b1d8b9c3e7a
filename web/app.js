// @ts-check
// Starts the page: controls, links and examples.
import { arrange, fit, zoom } from "./arrange.js";
import { graphsChanged, listenForData } from "./data.js";
import { byId, el } from "./dom.js";
import { handlers } from "./edits.js";
import { examples } from "./examples.js";
import { arrows, empty, fromWire, toText } from "./graph.js";
import { changed, commit, onChange, undo } from "./history.js";
import { pack, unpack } from "./link.js";
import { showMessage } from "./messages.js";
import { compare } from "./numbers.js";
import { Pane } from "./pane.js";
import { saveMenu } from "./save.js";
import { ask, connect, doc, engine, future, options, panes, past, roles, setDoc, view } from "./state.js";

const shared = () => ({
  v: 1, ...Object.fromEntries(roles.map((r) => [r, { name: doc[r].name, class: doc[r].class, text: toText(doc[r]) }])), options: doc.options,
  at: Object.fromEntries([...doc.at].map(([n, [x, y]]) => [n, [Math.round(x), Math.round(y)]])),
});

async function link() {
  return `${location.origin}${location.pathname}#g=${await pack(shared())}`;
}

// open shows two graphs that are given as text.
async function open(state) {
  const graphs = {};
  for (const role of roles) {
    const response = await ask({ op: "read", graph: { name: role, text: state[role].text || "\n" } }, { lane: "drawing" });
    graphs[role] = { ...fromWire(response.header.graph, response.parts), name: state[role].name ?? role };
    if (state[role].class) graphs[role].class = state[role].class;
  }
  const at = new Map(Object.entries(state.at ?? {}).filter(([, p]) => Array.isArray(p) && p.length === 2 && p.every((c) => Number.isFinite(c) && Math.abs(c) < 1e6)));
  view.box = null;
  const o = options();
  for (const k of Object.keys(o)) if (typeof state.options?.[k] === typeof o[k]) o[k] = state.options[k];
  Object.assign(view.selected, { truth: null, guess: null });
  view.from = null;
  commit({ ...graphs, at, options: o });
  settings();
}

const choices = ["metrics", "symmetric", "invalid"];

function settings() {
  for (const name of choices) byId(name).value = doc.options[name];
  byId("project").checked = doc.options.project;
  byId("project-label").hidden = !doc.options.project;
}

// checkOffered throws an error if a link has a class or an option that this page does not offer: both are copied into
// the script that users can save.
function checkOffered(state) {
  const check = (what, select, value) => {
    if (value !== undefined && ![...select.options].some((o) => o.value === value)) throw new Error(`This link cannot be opened: ${what} is not one that this page offers.`);
  };
  for (const role of roles) check(`the class of the ${role}`, panes[role].kind, state[role].class);
  for (const name of choices) check(`the option ${name}`, byId(name), state.options?.[name]);
}

async function openFragment() {
  if (!location.hash.startsWith("#g=")) return false;
  try {
    const state = await unpack(location.hash);
    checkOffered(state);
    await open(state);
    return true;
  } catch (err) {
    showMessage(err.message);
    return false;
  }
}

async function start() {
  for (const r of roles) panes[r] = new Pane(r, handlers(r));
  onChange(() => {
    arrange();
    compare();
    graphsChanged();
  });
  byId("panes").append(panes.truth.element, panes.guess.element);
  byId("arrow").append(...arrows.map((a) => el("option", { value: a }, a)));
  byId("examples").append(...examples.map((x) => el("option", { value: x.id, title: x.about }, x.title)));
  const { first, header } = await connect();
  byId("invalid").append(...(header.policies ?? []).filter((p) => p.name !== "refuse").map((p) => el("option", { value: p.name, title: p.doc }, p.name)));
  byId("engine").textContent = engine.local ? "Computed by sepdist on this computer." : "Computed in this browser. Nothing you enter leaves it.";
  listen();
  if (!(await openFragment())) {
    if (first.truth) await open(first).catch((err) => showMessage(err.message));
    else changed();
  }
  past.length = 0;
  byId("undo").disabled = true;
  document.body.dataset.ready = "true";
  if (!engine.local && "serviceWorker" in navigator && location.protocol === "https:") navigator.serviceWorker.register("offline.js").catch(() => {});
}

function listen() {
  byId("undo").onclick = () => undo(past, future);
  byId("redo").onclick = () => undo(future, past);
  document.addEventListener("keydown", (e) => {
    const field = e.target instanceof Element && e.target.closest("textarea, input");
    if (!(e.ctrlKey || e.metaKey) || e.altKey || field || e.key.toLowerCase() !== "z") return;
    e.preventDefault();
    if (e.shiftKey) undo(future, past);
    else undo(past, future);
  });
  byId("share").onclick = async () => {
    const url = await link();
    history.replaceState(null, "", url);
    const length = `${url.length} characters`;
    const where = engine.local ? " It opens on this computer while sepdist serve runs." : "";
    try {
      await navigator.clipboard.writeText(url);
      showMessage(`The link is copied (${length}) and in the address bar.${where}`, "good");
    } catch {
      showMessage(`The link is in the address bar (${length}).${where}`, "good");
    }
  };
  byId("connect").onclick = () => {
    view.connecting = !view.connecting;
    byId("connect").setAttribute("aria-pressed", String(view.connecting));
    document.body.classList.toggle("connecting", view.connecting);
  };
  byId("tidy").onclick = () => {
    past.push({ ...doc, at: new Map(doc.at), texts: view.texts });
    future.length = 0;
    byId("undo").disabled = false;
    setDoc({ ...doc, at: new Map() });
    view.box = null;
    arrange();
  };
  byId("zoom-in").onclick = () => zoom(0.8);
  byId("zoom-out").onclick = () => zoom(1.25);
  byId("fit").onclick = fit;
  byId("whole").onchange = (e) => {
    view.whole = e.target.checked;
    setDoc({ ...doc, at: new Map() });
    view.box = null;
    arrange();
  };
  byId("clear").onclick = () => {
    commit({ truth: empty("truth"), guess: empty("guess"), at: new Map(), options: options() }, { text: "Both graphs are empty" });
    settings();
  };
  byId("examples").onchange = async (e) => {
    const x = examples.find((x) => x.id === e.target.value);
    if (!x) return;
    e.target.value = "";
    showMessage("");
    try {
      await open(x);
      showMessage(x.about, "good");
    } catch (err) {
      showMessage(err.message);
    }
  };
  for (const name of choices) byId(name).onchange = (e) => commit({ options: { ...doc.options, [name]: e.target.value } });
  byId("project").onchange = (e) => commit({ options: { ...doc.options, project: e.target.checked } });
  window.addEventListener("hashchange", openFragment);
  for (const type of ["dragover", "drop"]) window.addEventListener(type, (e) => e.preventDefault());
  listenForData();
  saveMenu(byId("save-list"), shared);
  document.addEventListener("click", (e) => { if (!byId("save").contains(e.target)) byId("save").open = false; });
  byId("save").addEventListener("keydown", (e) => {
    if (e.key !== "Escape") return;
    byId("save").open = false;
    byId("save").querySelector("summary").focus();
  });
}

start().catch((err) => showMessage(`The page could not start: ${err.message}`));
