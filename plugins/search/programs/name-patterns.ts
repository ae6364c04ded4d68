/** Matches many names at once. Regular expressions are matched by ripgrep, because its engine takes linear time. */

import type { Context } from "../../../core/host/plugin-api.ts";
import { compileGlob } from "../../../core/host/plugin-api.ts";
import { plainQuery } from "../ripgrep/query.ts";
import { refuseBadRequest } from "../ripgrep/run-ripgrep.ts";

export interface NamePattern {
  text: string;
  kind: "regex" | "glob" | "fixed";
  /** "smart" is case-insensitive unless the pattern has a capital letter. */
  case: "smart" | "sensitive" | "insensitive";
}

/** Returns the indexes of the matching names. @throws PATTERN_INVALID, INVALID_ARGUMENT */
export async function matchingNames(
  names: readonly string[],
  { text, kind, case: caseMode }: NamePattern,
  cwd: string,
  context: Context,
): Promise<Set<number>> {
  const folded = caseMode === "insensitive" || (caseMode === "smart" && text === text.toLowerCase());
  if (kind === "glob") {
    const matches = compileGlob(text, { ignoreCase: folded });
    return chosen(names, matches);
  }
  if (kind === "fixed" || /^[\w-]*$/.test(text)) {
    const wanted = folded ? text.toLowerCase() : text;
    return chosen(names, (name) => (folded ? name.toLowerCase() : name).includes(wanted));
  }
  const flag = { smart: "--smart-case", sensitive: "--case-sensitive", insensitive: "--ignore-case" }[caseMode];
  const running = await context.run({
    command: "rg",
    args: [
      "--no-config",
      "--color=never",
      "--engine=default",
      "--text",
      "--line-number",
      "--no-filename",
      flag,
      `--regexp=${text}`,
      "--",
      "-",
    ],
    cwd,
    stdin: names.map((name) => name.replaceAll("\n", "\ufffd")).join("\n"),
    signal: context.signal,
  });
  const decoder = new TextDecoder();
  let output = "";
  const drained = (async () => {
    for await (const _ of running.stderr);
  })();
  for await (const chunk of running.stdout) output += decoder.decode(chunk, { stream: true });
  const [end] = await Promise.all([running.exit, drained]);
  if (end.code === 2) await refuseBadRequest(context, plainQuery(text), cwd, "For * and ?, use -g");
  return new Set(Array.from(output.matchAll(/^(\d+):/gm), ([, number]) => Number(number) - 1));
}

function chosen(names: readonly string[], matches: (name: string) => boolean): Set<number> {
  return new Set(names.flatMap((name, index) => (matches(name) ? [index] : [])));
}
