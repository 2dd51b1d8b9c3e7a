// @ts-check
// Frames: JSON with binary parts beside it, the one form of requests and responses.
//
//   "SDF1", number of parts (uint32), their lengths (uint64 each), the parts, each padded to 8 bytes

const magic = [0x53, 0x44, 0x46, 0x31];

export function encode(header, parts = []) {
  const all = [new TextEncoder().encode(JSON.stringify(header)), ...parts];
  let size = 8 + 8 * all.length;
  for (const p of all) size += (p.length + 7) & ~7;
  const frame = new Uint8Array(size);
  const view = new DataView(frame.buffer);
  frame.set(magic);
  view.setUint32(4, all.length, true);
  let at = 8 + 8 * all.length;
  all.forEach((p, i) => {
    view.setBigUint64(8 + 8 * i, BigInt(p.length), true);
    frame.set(p, at);
    at += (p.length + 7) & ~7;
  });
  return frame;
}

export function decode(frame) {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (frame.length < 8 || magic.some((b, i) => frame[i] !== b)) throw new Error("The engine sent something that is no response.");
  const count = view.getUint32(4, true);
  const parts = [];
  let at = 8 + 8 * count;
  for (let i = 0; i < count; i++) {
    const size = Number(view.getBigUint64(8 + 8 * i, true));
    parts.push(frame.subarray(at, at + size));
    at += (size + 7) & ~7;
  }
  return { header: JSON.parse(new TextDecoder().decode(parts[0])), parts: parts.slice(1) };
}
