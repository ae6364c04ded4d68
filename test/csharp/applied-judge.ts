/** Renames random declarations, compares compiler diagnostics before and after, and reverts. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { join, relative } from "node:path";
import { McpProcess, type Wire } from "../mcp/mcp-process.ts";
import { renameRows } from "./rename-judge.ts";

export interface AppliedJudgement {
  applied: number;
  refused: string[];
  /** Renames that changed the diagnostics or couldn't be fully reverted. */
  faults: string[];
}

export interface AppliedRenames {
  /** A clean git work tree, which we modify. */
  root: string;
  /** Folder described by `symbols`. */
  sources: string;
  symbols: string;
  /** Command line for test/csharp/diagnostics-judge.cs. */
  compiler: string[];
  count: number;
  seed: number;
}

export async function judgeApplied(options: AppliedRenames): Promise<AppliedJudgement> {
  const { root, sources, symbols, count, seed } = options;
  const compiler = new Compiler(options.compiler);
  const client = new McpProcess([], { cwd: root });
  await client.initialize();
  const result: AppliedJudgement = { applied: 0, refused: [], faults: [] };
  const call = async (id: string, tool: string, input: object): Promise<Wire> => {
    const { result: answer } = await client.call(id, tool, input);
    const text: string = answer.content[0].text;
    return { failed: answer.isError === true, text, plan: /Plan (\w+) /.exec(text)?.[1] };
  };
  const before = await compiler.diagnostics();
  const git = (...words: string[]) => spawnSync("git", ["-C", root, ...words], { encoding: "utf8" }).stdout;
  try {
    for (const row of renameRows(symbols, 10 * count, seed)) {
      if (result.applied === count) break;
      const [path = "", line, column, to = ""] = row.split("\t");
      const at = `${relative(root, join(sources, path))}:${line}:${column}`;
      const renamed = await call(`rename ${at}`, "script_rename", { at, to, apply: true });
      if (renamed.failed) {
        result.refused.push(`${at}: ${renamed.text.split("\n").slice(0, 3).join(" ").slice(0, 200)}`);
        continue;
      }
      result.applied++;
      const after = await compiler.diagnostics();
      const said = difference(before, backToOldName(after, to, git("diff", "--name-status", "-M", "HEAD")));
      if (said.length > 0) result.faults.push(`${at} to ${to}: ${said.slice(0, 4).join("; ")}`);
      const undone = await call(`undo ${at}`, "changes", { undo: renamed.plan });
      const left = git("status", "--porcelain");
      if (undone.failed || left !== "") {
        result.faults.push(`${at} to ${to}: undo leaves ${left || undone.text.slice(0, 200)}`);
        break;
      }
    }
  } finally {
    compiler.end();
    await client.end();
  }
  return result;
}

/** Maps diagnostics back to the old name and file. */
function backToOldName(lines: readonly string[], to: string, status: string): string[] {
  const old = to.slice("Renamed".length);
  const files = status.split("\n").flatMap((line) => {
    const [kind = "", from = "", target] = line.split("\t");
    return kind.startsWith("R") && target !== undefined ? [[target, from] as const] : [];
  });
  return lines.map((line) => {
    let text = line.replaceAll(to, old);
    for (const [target, from] of files) text = text.replace(target.replaceAll(to, old), from);
    return text;
  });
}

function difference(before: readonly string[], after: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of after) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of before) counts.set(line, (counts.get(line) ?? 0) - 1);
  return [...counts].filter(([, by]) => by !== 0).map(([line, by]) => `${by > 0 ? "+" : "-"} ${line}`);
}

/** Long-running compiler process that caches parsed files. */
class Compiler {
  readonly #child: ChildProcessWithoutNullStreams;
  #text = "";
  #heard: () => void = () => {};
  #isGone = false;

  constructor([program = "", ...args]: string[]) {
    this.#child = spawn(program, args);
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.#text += text;
      this.#heard();
    });
    this.#child.stderr.resume();
    this.#child.on("exit", () => {
      this.#isGone = true;
      this.#heard();
    });
  }

  /** Without columns, since a longer name shifts them. */
  async diagnostics(): Promise<string[]> {
    this.#text = "";
    this.#child.stdin.write("\n");
    while (!/(?:^|\n)\.\n$/.test(this.#text)) {
      if (this.#isGone) throw new Error("the compiler ended");
      await new Promise<void>((resolve) => (this.#heard = resolve));
    }
    return this.#text
      .split("\n")
      .slice(0, -2)
      .map((line) => line.split("\t").toSpliced(3, 1).join("\t"));
  }

  end(): void {
    this.#child.kill();
  }
}
