/** Implements interactive questions on a terminal. */
import type { Readable, Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";

export interface Questions {
  /** Returns the answer without surrounding spaces, or undefined on EOF. It rejects when `signal` is aborted. */
  ask(question: string): Promise<string | undefined>;
  /** True for `y` or `yes`. */
  confirm(question: string): Promise<boolean>;
  close(): void;
}

/**
 * All questions of a command share one reader, so that lines which are typed ahead are not lost. Line editing is left to the
 * terminal, which is how we notice EOF even between questions.
 */
export function openQuestions(
  input: Readable & { isTTY?: boolean },
  output: Writable,
  signal?: AbortSignal,
): Questions {
  const decoder = new StringDecoder("utf8");
  const lines: string[] = [];
  let partial = "";
  let isEnded = false;
  let wake = () => {};
  const onData = (chunk: Buffer | string) => {
    const parts = (partial + (typeof chunk === "string" ? chunk : decoder.write(chunk))).split(/\r?\n/);
    partial = parts.pop() ?? "";
    lines.push(...parts);
    // Terminals deliver whole lines. An incomplete one means ^D, which is EOF.
    if (input.isTTY && partial !== "") onEnd();
    wake();
  };
  const onEnd = () => {
    if (partial !== "") lines.push(partial);
    partial = "";
    isEnded = true;
    wake();
  };
  input.on("data", onData);
  for (const event of ["end", "close", "error"]) input.on(event, onEnd);

  async function ask(question: string): Promise<string | undefined> {
    signal?.throwIfAborted();
    output.write(question);
    if (lines.length === 0 && !isEnded) await change();
    const line = lines.shift();
    // At EOF, the cursor is still on the line of the question.
    if (line === undefined) output.write("\n");
    return line?.trim();
  }
  async function change(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => reject(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    wake = () => {
      if (lines.length > 0 || isEnded) resolve();
    };
    await promise.finally(() => signal?.removeEventListener("abort", onAbort));
  }
  return {
    ask,
    confirm: async (question) => /^y(es)?$/i.test((await ask(`${question} [y/N] `)) ?? ""),
    close() {
      input.off("data", onData);
      for (const event of ["end", "close", "error"]) input.off(event, onEnd);
      input.pause();
    },
  };
}
