// @ts-check
// Small helpers for the document. Text is always set as text.

// visible returns a text with escapes for characters that cannot be seen or turn the order of letters, as in a terminal.
// Joiners and selectors stay where they shape the characters beside them.
export const visible = (text) => text.replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{DI}\u2800]/gu, (c, at) =>
  (/[\u200c\u200d]/.test(c) && text[at - 1] > "\x7f" && text[at + 1] > "\x7f") || (/\p{VS}/u.test(c) && text[at - 1] > "\x7f")
    ? c : c > "\uffff" ? `\\U${c.codePointAt(0).toString(16).padStart(8, "0")}` : `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
const shown = (c) => (typeof c === "string" ? visible(c) : c);

export function el(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  set(e, attributes);
  e.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false).map(shown));
  return e;
}

export function svg(tag, attributes = {}, ...children) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set(e, attributes);
  e.append(...children.map(shown));
  return e;
}

function set(e, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else if (key === "value" && "value" in e) e.value = value;
    else e.setAttribute(key, value === true ? "" : key === "title" || key === "aria-label" ? shown(value) : value);
  }
}

// repaint replaces what an element holds and keeps the focus: it goes to the element with the
// same data-key, or to the one that stands in its place, or to the element itself.
export function repaint(parent, ...children) {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  const active = parent.contains(focused) && parent !== focused ? focused : null;
  const key = active?.dataset.key;
  const place = active ? focusable(parent).indexOf(active) : -1;
  parent.replaceChildren(...children.flat().filter(Boolean));
  if (!active) return;
  const list = focusable(parent);
  const next = list.find((e) => key && e.dataset.key === key) ?? list[Math.min(Math.max(place, 0), list.length - 1)];
  if (next) next.focus({ preventScroll: true });
  else {
    parent.tabIndex = -1;
    parent.focus({ preventScroll: true });
  }
}

/** @type {(parent: Element) => any[]} */
const focusable = (parent) => [...parent.querySelectorAll("button:not([disabled]), input, select, textarea, summary, a[href]")];

// turn lets the page draw and listen before the work goes on.
export const turn = () => new Promise((resolve) => setTimeout(resolve));

// later does things one a frame, in the order in which they were asked for; a newer one for the same
// purpose replaces the one that waits.
const waiting = new Map();
let coming = false;
export function later(purpose, run) {
  never(purpose);
  waiting.set(purpose, run);
  if (!coming) requestAnimationFrame(next);
  coming = true;
}

// never gives up what waits for a purpose.
export const never = (purpose) => waiting.delete(purpose);

function next() {
  const [first] = waiting;
  if (first) {
    waiting.delete(first[0]);
    first[1]();
  }
  coming = waiting.size > 0;
  if (coming) requestAnimationFrame(next);
}

/** @type {(id: string) => any} */
export const byId = (id) => document.getElementById(id);

// announce tells those who listen.
export function announce(text) {
  byId("announce").textContent = visible(text);
}

export function download(name, data, type) {
  const url = URL.createObjectURL(data instanceof Blob ? data : new Blob([data], { type }));
  const a = el("a", { href: url, download: name });
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
