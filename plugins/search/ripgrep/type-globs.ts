/** Expands file types to globs. This is only needed for explicitly named files, because ripgrep doesn't look at types for those. */
import type { RunContext } from "./run-ripgrep.ts";

/** Returns the globs. Unknown types are left out. */
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
