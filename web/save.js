// @ts-check
// Downloads: pictures, numbers, the report, and a script that computes the same numbers.
import { download, el } from "./dom.js";
import { toText } from "./graph.js";
import { showMessage } from "./messages.js";
import { compareOptions, pair } from "./numbers.js";
import { ask, doc, found } from "./state.js";

// saveMenu fills the menu. shared returns the content of a link.
export function saveMenu(host, shared) {
  const button = (text, run) => el("button", { type: "button", onclick: async () => {
    try {
      await run();
    } catch (err) {
      showMessage(err.message);
    }
  } }, text);
  const at = () => Object.fromEntries(doc.at);
  const picture = async () => {
    const { truth, guess } = pair();
    const response = await ask({ op: "draw", to: "svg", truth, guess, at: at(), title: `${guess.name} against ${truth.name}` }, { lane: "drawing" });
    return response.parts[response.header.data];
  };
  const all = () => (doc.options.metrics === "all" ? ["all"] : ["default"]);
  host.append(
    button("Picture (SVG)", async () => download("difference.svg", await picture(), "image/svg+xml")),
    button("Picture (PNG)", async () => download("difference.png", await toPNG(await picture()))),
    button("Numbers and graphs (JSON)", async () => {
      const { header } = await ask({ op: "compare", ...pair(), metrics: all(), options: compareOptions() });
      download("comparison.json", JSON.stringify({ ...header.comparison, explanation: found.explanation, graphs: shared() }, null, 2), "application/json");
    }),
    button("Report (HTML)", async () => {
      showMessage("The report is being written…", "good");
      const response = await ask({ op: "report", ...pair(), metrics: ["all"], limit: 12, options: compareOptions() });
      download("report.html", response.parts[response.header.data], "text/html");
      showMessage("");
    }),
    button("Command line", async () => {
      const text = command(doc);
      download("compare.sh", text, "text/plain");
      try {
        await navigator.clipboard.writeText(text);
        showMessage("The commands are saved as compare.sh and copied.", "good");
      } catch {
        showMessage("The commands are saved as compare.sh.", "good");
      }
    }));
}

// toPNG paints an SVG at twice its size.
async function toPNG(bytes) {
  const url = URL.createObjectURL(new Blob([bytes], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new Error("The picture cannot be painted in this browser: save it as SVG."));
      image.src = url;
    });
    const scale = Math.min(2, 8000 / Math.max(image.width, image.height));
    const canvas = el("canvas", { width: Math.round(image.width * scale), height: Math.round(image.height * scale) });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}

// command returns a script with both graphs in it.
export function command({ truth, guess, options }) {
  const file = (name, text) => {
    let end = "END";
    while (text.split("\n").includes(end)) end += "_";
    return `cat > ${name} <<'${end}'\n${text}${end}\n`;
  };
  const flags = [];
  if (options.metrics === "all") flags.push("--metrics=all");
  if (options.symmetric) flags.push("--symmetric=" + options.symmetric);
  if (options.invalid) flags.push("--invalid=" + options.invalid);
  if (options.project) flags.push("--project");
  if (truth.class) flags.push("--truth-class=" + truth.class);
  if (guess.class) flags.push("--guess-class=" + guess.class);
  const words = ["sepdist", "compare", ...flags, "truth.txt", "guess.txt"];
  return `#!/bin/sh\n${file("truth.txt", toText(truth))}${file("guess.txt", toText(guess))}${words.map(quoted).join(" ")}\n`;
}

// quoted quotes a word for a shell.
const quoted = (word) => (/^[\w.=-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'");
