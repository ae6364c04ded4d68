/** Detects bytes that are not UTF-8 before a decoder replaces them silently. */
import { isUtf8 } from "node:buffer";
import { JigError } from "../contract/errors.ts";

/**
 * @param subject printed the bytes, for the message
 * @throws COMMAND_FAILED with the position of the first offending byte
 */
export function refuseOtherBytes(bytes: Uint8Array, subject: string): void {
  if (isUtf8(bytes)) return;
  const at = firstOtherByte(bytes);
  const value = (bytes[at] ?? 0).toString(16).padStart(2, "0");
  throw new JigError("COMMAND_FAILED", `${subject} is not UTF-8 at byte ${at} (0x${value})`, {
    hint: "Print UTF-8 (in Python PYTHONUTF8=1, in PowerShell [Console]::OutputEncoding), and bytes as base64",
  });
}

/**
 * Returns the offset of the first character that can't be decoded. This is a binary search, because if a prefix is wrong,
 * longer ones are wrong too.
 */
function firstOtherByte(bytes: Uint8Array): number {
  let right = 0;
  let wrong = bytes.length + 1;
  while (wrong - right > 1) {
    const middle = (right + wrong) >> 1;
    if (decodes(bytes.subarray(0, middle))) right = middle;
    else wrong = middle;
  }
  // The last bytes might start a character which the next byte does not continue.
  while (right > 0 && !isUtf8(bytes.subarray(0, right))) right--;
  return Math.min(right, bytes.length - 1);
}

/** Returns true if the bytes are valid UTF-8. An incomplete character at the end is not an error. */
function decodes(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
