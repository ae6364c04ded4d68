/**
 * Expands ripgrep's file types to globs, for files that were named explicitly. rg itself searches those regardless of
 * their type.
 */
import type { RunContext } from "./run-ripgrep.ts";

/** Returns the globs for these types, leaving out names that rg does not know. */
export async function globsOfTypes(context: RunContext, types: readonly string[], cwd: string): Promise<string[]> {
  if (types.length === 0) return [];
  const args = ["--no-config", "--type-list"];
  const running = await context.run({ command: "rg", args, cwd, spool: true, signal: context.signal });
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of running.stdout) text += decoder.decode(chunk, { stream: true });
  await running.exit;
  const lines = text.split("\n").map((line) => line.split(": "));
  return lines.flatMap(([name = "", globs = ""]) =>
    types.includes(name) || types.includes("all") ? globs.split(", ").filter((glob) => glob !== "") : [],
  );
}
