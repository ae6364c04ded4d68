/** The binary alone is enough: moved to an empty folder, a worker thread of it parses C# with the embedded grammar. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { environment, JIG, scratch, TOP } from "../jig.ts";

const SOURCE = `class Player
{
    int Score()
    {
        int Local(int x) => x + 1;
        return Local(1);
    }
}
`;
const INPUT = JSON.stringify({ path: "Assets/Player.cs" });
const project = scratch({
  "Assets/Player.cs": SOURCE,
  "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
});

/** Local functions are what only the grammar sees: the outline reader steps over bodies. */
function assertParsed({ status, stdout, stderr }: { status: number | null; stdout: string; stderr: string }): void {
  assert.equal(status, 0, stderr);
  const { symbols } = JSON.parse(stdout) as { symbols: { name: string; kind: string }[] };
  assert.ok(
    symbols.some((symbol) => symbol.kind === "localFunction" && symbol.name === "Local"),
    stdout,
  );
}

test("a moved binary parses C# on a worker thread", () => {
  const folder = scratch();
  const moved = join(folder, "renamed-jig");
  copyFileSync(JIG, moved);
  const options = { cwd: project, env: environment(), encoding: "utf8", timeout: 60_000 } as const;
  assertParsed(spawnSync(moved, ["call", "script_symbols_get", "--as", "json", "--input", INPUT], options));
  rmSync(folder, { recursive: true });
});

test("a Deno run of the source parses it too", () => {
  const deno = join(TOP, "node_modules", ".bin", "deno");
  const args = ["run", "-A", join(TOP, "main.ts"), "call", "script_symbols_get", "--as", "json", "--input", INPUT];
  assertParsed(spawnSync(deno, args, { cwd: project, env: environment(), encoding: "utf8", timeout: 120_000 }));
});
