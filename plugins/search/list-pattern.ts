/** Which names match the regular expression of a listing: by ripgrep, whose engine is linear. */
import type { Context } from "../../core/host/plugin-api.ts";
import { type Query, toRequest } from "./request.ts";
import { searchArguments } from "./rg-arguments.ts";
import { refuseBadRequest } from "./rg-run.ts";

/** Indices of the subjects that match, rising. Throws PATTERN_INVALID. */
export async function matchingNames(
  context: Context,
  pattern: string,
  subjects: readonly string[],
  cwd: string,
): Promise<number[]> {
  const { query } = toRequest({ query: pattern });
  return await matchingLines(context, query, subjects, cwd);
}

/** Gives rg one subject a line on its stdin and reads the numbers of the lines that match. */
async function matchingLines(
  context: Context,
  query: Query,
  subjects: readonly string[],
  cwd: string,
): Promise<number[]> {
  const args = searchArguments(query, "lines", ["-"]);
  const lines = subjects.map((subject) => subject.replace(/[\r\n]/g, "\ufffd")).join("\n");
  const running = await context.run({ command: "rg", args, cwd, stdin: lines, signal: context.signal });
  let text = "";
  const decoder = new TextDecoder();
  const complaints = (async () => {
    for await (const _ of running.stderr);
  })();
  for await (const chunk of running.stdout) text += decoder.decode(chunk, { stream: true });
  const [end] = await Promise.all([running.exit, complaints]);
  if (end.code === 2) await refuseBadRequest(context, query, cwd, "For * and ? set glob");
  return [...text.matchAll(/^(\d+):/gm)].map((line) => Number(line[1]) - 1);
}
