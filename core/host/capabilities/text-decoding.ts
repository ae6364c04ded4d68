/** Decodes text by its BOM, as UTF-8, or else with a fallback encoding. No byte is ever dropped. */
import { JigError } from "../contract/errors.ts";

export interface Decoded {
  text: string;
  /** The label in the Encoding standard. */
  encoding: string;
  bom: boolean;
  /** True if invalid bytes became U+FFFD. */
  replaced: boolean;
}

/**
 * Decodes an entire file. @param encoding for text without a BOM that is not UTF-8; any label of the Encoding standard, default
 * Windows-1252
 */
export function decodeText(bytes: Uint8Array, encoding?: string): Decoded {
  const mark = byteOrderMark(bytes);
  if (mark) {
    const text = new TextDecoder(mark.encoding).decode(bytes.subarray(mark.length));
    return { text, encoding: mark.encoding, bom: true, replaced: text.includes("\ufffd") };
  }
  if (encoding === undefined || isUtf8(encoding)) {
    try {
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
      return { text, encoding: "utf-8", bom: false, replaced: false };
    } catch {
      if (encoding !== undefined || bytes.includes(0)) {
        return { text: new TextDecoder("utf-8").decode(bytes), encoding: "utf-8", bom: false, replaced: true };
      }
    }
  }
  const text = decoder(encoding ?? "windows-1252").decode(bytes);
  // If the encoding is a guess, the text counts as replaced, so that callers know it was not UTF-8.
  return {
    text,
    encoding: encoding ?? "windows-1252",
    bom: false,
    replaced: encoding === undefined || text.includes("\ufffd"),
  };
}

function byteOrderMark(bytes: Uint8Array): { encoding: string; length: number } | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: "utf-8", length: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: "utf-16le", length: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: "utf-16be", length: 2 };
  return undefined;
}

function isUtf8(label: string): boolean {
  return /^utf-?8$/i.test(label.trim());
}

function decoder(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch (error) {
    throw new JigError("ENCODING", `Unknown encoding ${JSON.stringify(label)}`, {
      hint: "Write a label of the Encoding standard, such as utf-8, utf-16le, latin1, shift_jis or gbk",
      cause: error,
    });
  }
}
