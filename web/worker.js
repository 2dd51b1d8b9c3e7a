// A worker with the engine in it: it gets a compiled module first, and then frames to answer.
"use strict";
importScripts("wasm_exec.js");

let ready;

onmessage = async ({ data }) => {
  if (data.module) {
    const go = new Go();
    ready = WebAssembly.instantiate(data.module, go.importObject).then((instance) => void go.run(instance));
    return;
  }
  await ready;
  sepdistAnswer(data.frame, (response) => postMessage(response.buffer, [response.buffer]));
};
