/** Writes Unreal's archive format. See byte-reader.ts. */
import { JigError } from "../../../core/host/plugin-api.ts";

export function int32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setInt32(0, value, true);
  return bytes;
}

/** Writes ASCII with 8 bits and other text as UTF-16. Throws INVALID_ARGUMENT if the text contains NUL. */
export function fstring(text: string): Uint8Array {
  if (text.includes("\0")) throw new JigError("INVALID_ARGUMENT", "A name for the editor contains a NUL character");
  if (text === "") return int32(0);
  const isAscii = /^[\x01-\x7f]*$/.test(text);
  const width = isAscii ? 1 : 2;
  const bytes = new Uint8Array(4 + (text.length + 1) * width);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, (text.length + 1) * (isAscii ? 1 : -1), true);
  for (let at = 0; at < text.length; at++) {
    if (isAscii) view.setUint8(4 + at, text.charCodeAt(at));
    else view.setUint16(4 + at * 2, text.charCodeAt(at), true);
  }
  return bytes;
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
