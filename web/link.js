// @ts-check
// Links: both graphs, deflated, after the # of the address. A browser does not send that part.

const longest = 1_000_000; // characters of a link
const largest = 8_000_000; // bytes that it may unpack to

class TooLarge extends Error {}

async function through(bytes, stream, limit) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      reader.cancel();
      throw new TooLarge();
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

export async function pack(state) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream("deflate-raw"), Infinity);
  let text = "";
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

// unpack returns what a fragment holds, or throws an error with a sentence.
export async function unpack(fragment) {
  const fail = (why) => new Error(`This link cannot be opened: ${why}.`);
  if (fragment.length > longest) throw fail(`it is too long (${fragment.length.toLocaleString("en")} characters; the limit is ${longest.toLocaleString("en")})`);
  const text = fragment.replace(/^#?g=/, "");
  if (!/^[A-Za-z0-9_-]+$/.test(text)) throw fail("it has characters that do not belong there");
  let state;
  try {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    state = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw"), largest)));
  } catch (err) {
    throw fail(err instanceof TooLarge ? "it unpacks to more than 8 MB" : "it is damaged or incomplete");
  }
  const whole = state && state.v === 1 && [state.truth, state.guess].every((g) => g && typeof g.text === "string" && typeof (g.name ?? "") === "string" && typeof (g.class ?? "") === "string");
  if (!whole) throw fail("it was made for another version of this page, or is not one of its links");
  return state;
}
