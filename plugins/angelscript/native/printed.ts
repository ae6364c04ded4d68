/** Runs a program of the system and returns its output. */
import type { Running, RunRequest } from "../../../core/host/plugin-api.ts";

/** Returns stdout, or undefined if the program is missing or fails. */
export async function printed(
  run: (request: RunRequest) => Promise<Running>,
  command: string,
  args: string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const running = await run({ command, args, seesMachine: true, signal });
    const [text, , { code }] = await Promise.all([textOf(running.stdout), textOf(running.stderr), running.exit]);
    return code === 0 ? text : undefined;
  } catch {
    return undefined;
  }
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text;
}

/** Returns the lines that aren't empty, without surrounding whitespace. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
