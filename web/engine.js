// @ts-check
// The engine answers requests. There are two behind one interface: the native one behind
// `sepdist serve`, and the same code as WebAssembly in workers.
//
//   request(header, {parts, signal, lane}) → {header, parts}, or an EngineError
//
// Requests of one lane are answered one after the other: drawing does not wait for numbers.
import { decode, encode } from "./frame.js";

export class EngineError extends Error {
  constructor(fault) {
    super(fault.message);
    Object.assign(this, fault);
  }
}

export async function openEngine() {
  const start = await (await fetch("start.json")).json();
  const engine = start.engine === "http" ? new HttpEngine() : new WasmEngine(start);
  return { engine, start };
}

function answer(frame) {
  const response = decode(frame);
  if (response.header.error) throw new EngineError(response.header.error);
  return response;
}

class HttpEngine {
  local = true;

  async request(header, { parts, signal }) {
    let response;
    try {
      response = await fetch("request", { method: "POST", body: encode(header, parts), signal, headers: { "Content-Type": "application/octet-stream" } });
    } catch (err) {
      if (signal?.aborted) throw err;
      throw new EngineError({ kind: "gone", message: "sepdist serve has ended: start it again and open its link." });
    }
    if (!response.ok) throw new EngineError({ kind: "gone", message: await response.text() });
    return answer(new Uint8Array(await response.arrayBuffer()));
  }
}

class WasmEngine {
  local = false;
  modules = new Map();
  lanes = new Map();

  constructor(start) {
    this.files = start.files;
    this.module("engine");
  }

  // module compiles a module once. It is stored compressed, so that every host sends it so.
  module(name) {
    if (!this.modules.has(name)) {
      this.modules.set(name, fetch(this.files[name]).then((r) => {
        if (!r.ok) throw new EngineError({ kind: "gone", message: `The engine could not be loaded: ${r.status} ${r.statusText}` });
        const body = r.body.pipeThrough(new DecompressionStream("gzip"));
        return WebAssembly.compileStreaming(new Response(body, { headers: { "Content-Type": "application/wasm" } }));
      }));
    }
    return this.modules.get(name);
  }

  request(header, { parts, signal, lane = "numbers" }) {
    const name = ["report", "falsify"].includes(header.op) ? "report" : "engine";
    const key = name === "report" ? header.op : lane;
    if (!this.lanes.has(key)) this.lanes.set(key, new Lane(() => this.module(name)));
    return this.lanes.get(key).add(encode(header, parts), signal);
  }
}

// A Lane is a worker with the requests that wait for it. To cancel what it is doing, it is ended.
class Lane {
  waiting = [];
  job = null;

  constructor(module) {
    this.module = module;
  }

  add(frame, signal) {
    return new Promise((resolve, reject) => {
      const job = { frame, resolve, reject };
      signal?.addEventListener("abort", () => this.drop(job, signal.reason));
      if (signal?.aborted) return reject(signal.reason);
      this.waiting.push(job);
      this.next();
    });
  }

  drop(job, reason) {
    this.waiting = this.waiting.filter((j) => j !== job);
    if (this.job === job) {
      this.worker?.terminate();
      this.worker = this.job = null;
      this.next();
    }
    job.reject(reason);
  }

  async next() {
    if (this.job || this.waiting.length === 0) return;
    const job = (this.job = this.waiting.shift());
    try {
      if (!this.worker) {
        const module = await this.module();
        if (this.job !== job) return;
        this.worker = new Worker("worker.js");
        this.worker.postMessage({ module });
      }
      this.worker.onmessage = (e) => {
        this.job = null;
        try {
          job.resolve(answer(new Uint8Array(e.data)));
        } catch (err) {
          job.reject(err);
        }
        this.next();
      };
      this.worker.onerror = () => {
        this.worker = this.job = null;
        job.reject(new EngineError({ kind: "internal", message: "The engine stopped. It is started again with the next change." }));
        this.next();
      };
      this.worker.postMessage({ frame: job.frame });
    } catch (err) {
      this.job = null;
      job.reject(err);
    }
  }
}
