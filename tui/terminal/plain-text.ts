/** Delivers plain text without going through Ink, whose parser is slow when it runs for the first time. */
import type { ReadStream } from "node:tty";
import { filteredInput } from "./filtered-input.ts";

const PLAIN = /^[ -~]+$/;
const PASTED = /\u001b\[200~[\s\S]*?\u001b\[201~/g;
const SEQUENCE = /\u001b\u001b?(?:O[\d;]*[@-~]|\[(?!200~)\[?[0-?]*[ -/]*[@-~]|[^\u001b[O])/g;

/**
 * Returns a stream that passes plain text to `onText` and leaves everything else to the reader. As long as a key sequence or a
 * paste is incomplete, text goes to the reader as well, because it might be a part of it.
 */
export function withoutPlainText(stdin: ReadStream, onText: (text: string) => void): ReadStream {
  /** The input since nothing was pending. */
  let open = "";
  return filteredInput(stdin, (chunk) => {
    if (open === "" && PLAIN.test(chunk)) {
      onText(chunk);
      return "";
    }
    open += chunk;
    if (!open.replace(PASTED, "").replace(SEQUENCE, "").includes("\u001b")) open = "";
    return chunk;
  });
}
