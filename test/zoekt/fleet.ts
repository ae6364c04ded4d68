/** Hosts with fake Zoekt servers and a repository. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";
import type { Host } from "../../core/host/frontend-api.ts";
import { createTestHost, testRuntime } from "../../core/host/testing.ts";
import { BUILT_INS } from "../../plugins/mod.ts";
import { type FakeRepo, type FakeZoekt, startFakeZoekt } from "./fake-zoekt.ts";

export const open: { close(): Promise<void> }[] = [];
after(async () => {
  for (const each of open.reverse()) await each.close();
});

export const FILES: Record<string, string> = {
  ".gitignore": "*.log\ngen/\n",
  "src/Player.cs": "class Player {\r\n  int health; // Größe\r\n  void Heal() { health += 1; }\r\n}\r\n",
  "src/nested/.gitignore": "!kept.log\n",
  "src/nested/kept.log": "health of all\n",
  "debug.log": "health check\n",
  "gen/Made.cs": "class Made { int health; }\n",
  ".hidden/notes.md": "health\n",
  "docs/größe 日本 [x].md": "# Health\nhealth — health 😀 health\n",
  "empty.txt": "",
  "ſort.txt": "a Claſs of its own, 3 \u212aelvin\n",
};

export function checkout(files: Record<string, string>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "jig-repo-")));
  mkdirSync(join(root, ".git"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

export const repo = (more: Partial<FakeRepo> = {}): FakeRepo => ({
  name: "org/game",
  version: "c0ffee",
  files: FILES,
  ...more,
});

export async function fleet(...repos: FakeRepo[][]): Promise<FakeZoekt[]> {
  const fakes = await Promise.all(repos.map(startFakeZoekt));
  open.push(...fakes);
  return fakes;
}

export async function hostOver(
  urls: readonly string[],
  root = checkout({ "own.txt": "health\n" }),
  environment = {},
  runtime = testRuntime(),
): Promise<Host> {
  const configured = { ...process.env, JIG_ZOEKT: urls.join(" "), ...environment };
  const host = await createTestHost({
    builtIns: BUILT_INS,
    roots: [root],
    runtime: { ...runtime, environment: configured },
  });
  open.push(host);
  return host;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Answer = any;

export const ask = async (host: Host, input: object): Promise<Answer> =>
  (await host.invoke("search_content", input as never)).value;
