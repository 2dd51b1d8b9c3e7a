// @ts-check
// Messages, the status of the comparison, and the area for questions.
import { byId, el, repaint, visible } from "./dom.js";

// ignore shows an error unless it is a cancelled request.
export const ignore = (err) => {
  if (err?.name !== "AbortError") showMessage(err.message);
};

export function showMessage(text, kind = "fault") {
  repaint(byId("message"), text ? el("div", { class: "message " + kind }, el("p", {}, text), el("button", { type: "button", "data-key": "dismiss", onclick: () => { showMessage(""); byId("numbers").focus({ preventScroll: true }); } }, "Close")) : null);
}

export function setStatus(text, bad = false) {
  const s = byId("status");
  s.textContent = visible(text);
  s.classList.toggle("fault", bad);
}

// question shows a question about the truth, the guess or both, or removes it if content is null.
const asked = new Map();
export function question(content, about = "both") {
  if (!content && !asked.has(about)) return;
  asked.delete(about);
  if (content) asked.set(about, el("div", { class: "message question", role: "group", "aria-label": about === "both" ? "Question" : `Question about the ${about}` }, content));
  repaint(byId("question"), ...asked.values());
}
