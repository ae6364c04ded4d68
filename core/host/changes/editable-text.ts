/** Decodes the text of a file and encodes it again. In every encoding, nothing changes outside of the edits. */
import { createHash } from "node:crypto";
import { decodeText } from "../capabilities/text-decoding.ts";
import { JigError } from "../contract/errors.ts";

export interface OpenedText {
  /** The text without a BOM. */
  text: string;
  /** The most frequent line ending. */
  newline: string;
  /** @throws ENCODING if there is a character that the encoding does not have */
  encode(text: string): Uint8Array;
}

export function hashOf(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}

/**
 * Decodes a file for editing. Since bytes outside of edits must not change, a file is refused if it could not be written back
 * unchanged. This is the case for binary files, invalid UTF-8 and legacy multi-byte encodings.
 * @throws ENCODING
 */
export function openText(bytes: Uint8Array, path: string): OpenedText {
  const { text, encoding, bom } = decodeText(bytes);
  const encoder = ENCODERS[encoding];
  const encode = (changed: string) => {
    const encoded = encoder?.(changed);
    if (encoded) return bom ? Buffer.concat([Buffer.from(bytes.subarray(0, bomLength(encoding))), encoded]) : encoded;
    throw new JigError("ENCODING", `${JSON.stringify(path)} is ${encoding}, which cannot represent the new text`, {
      hint: "Convert the file to UTF-8 first",
    });
  };
  if (!encoder || Buffer.compare(encode(text), bytes) !== 0) {
    throw new JigError("ENCODING", `${JSON.stringify(path)} is binary or has damaged text`, {
      hint: "Only text that can be written back byte for byte can be edited",
    });
  }
  return { text, newline: newlineOf(text), encode };
}

export function withNewline(text: string, newline: string): string {
  return text.includes("\n") ? text.replace(/\r?\n/g, newline) : text;
}

function newlineOf(text: string): string {
  const windows = text.match(/\r\n/g)?.length ?? 0;
  const all = text.match(/\n/g)?.length ?? 0;
  return windows * 2 > all ? "\r\n" : "\n";
}

function bomLength(encoding: string): number {
  return encoding === "utf-8" ? 3 : 2;
}

/** The encoders by the name from `decodeText`. They return undefined if the text can't be represented. */
const ENCODERS: Record<string, (text: string) => Buffer | undefined> = {
  "utf-8": (text) => Buffer.from(text, "utf8"),
  "utf-16le": (text) => Buffer.from(text, "utf16le"),
  "utf-16be": (text) => Buffer.from(text, "utf16le").swap16(),
  "windows-1252": toWindows1252,
};

function toWindows1252(text: string): Buffer | undefined {
  const table = new Map([...new TextDecoder("windows-1252").decode(ALL_BYTES)].map((char, byte) => [char, byte]));
  const bytes = Buffer.alloc(text.length);
  for (let at = 0; at < text.length; at++) {
    const byte = table.get(text.charAt(at));
    if (byte === undefined) return undefined;
    bytes[at] = byte;
  }
  return bytes;
}

const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte);
