/** A Unity project on disk with the Editor's settings and lock files. */
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Generation } from "./tools.ts";

export type LockName = "compiling.lock" | "domainreload.lock" | "serverstarting.lock";

export class FakeProject {
  readonly root: string;

  constructor(parent: string = mkdtempSync(join(tmpdir(), "jig-unity-")), name = "Game") {
    const root = join(parent, name);
    for (const folder of ["Assets", "ProjectSettings", "UserSettings", "Temp"])
      mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(
      join(root, "ProjectSettings/ProjectVersion.txt"),
      "m_EditorVersion: 6000.0.23f1\nm_EditorVersionWithRevision: 6000.0.23f1 (1c4764c07fb4)\n",
    );
    this.root = realpathSync(root);
  }

  /** Same procedure as the Editor of that generation. Newer ones use `.tmp` and `.bak`. */
  writeSettings(generation: Generation, port: number, more: Record<string, unknown> = {}): void {
    if (generation === "v3") {
      writeFileSync(join(this.root, "UserSettings/UnityCliLoopSettings.json"), "{}");
      return;
    }
    const file = join(this.root, "UserSettings/UnityMcpSettings.json");
    const keys =
      generation === "seed"
        ? { serverPort: port, customPort: 8700, isServerRunning: true }
        : { customPort: port, serverPort: 1, isServerRunning: true };
    const text = JSON.stringify({ ...keys, ...more }, null, 4);
    if (generation === "seed") {
      writeFileSync(file, text);
      return;
    }
    writeFileSync(`${file}.tmp`, text);
    rmSync(`${file}.bak`, { force: true });
    try {
      renameSync(file, `${file}.bak`);
    } catch {
      // There's no previous file the first time.
    }
    renameSync(`${file}.tmp`, file);
  }

  /** Packages in the lock file. */
  installed(packages: Record<string, string>): void {
    mkdirSync(join(this.root, "Packages"), { recursive: true });
    const entry = (version: string) => ({ version, depth: 0, source: "registry", dependencies: {} });
    const dependencies = Object.fromEntries(Object.entries(packages).map(([name, version]) => [name, entry(version)]));
    writeFileSync(join(this.root, "Packages/packages-lock.json"), JSON.stringify({ dependencies }, null, 2));
  }

  settingsText(text: string, ending = ""): void {
    writeFileSync(join(this.root, `UserSettings/UnityMcpSettings.json${ending}`), text);
  }

  removeSettings(): void {
    rmSync(join(this.root, "UserSettings/UnityMcpSettings.json"), { force: true });
  }

  lock(name: LockName, ageSeconds = 0): void {
    const file = join(this.root, "Temp", name);
    writeFileSync(file, new Date().toISOString());
    const then = Date.now() / 1000 - ageSeconds;
    utimesSync(file, then, then);
  }

  unlock(...names: LockName[]): void {
    for (const name of names) rmSync(join(this.root, "Temp", name), { force: true });
  }

  /** Compile result left by a reload, with .NET's byte order mark. */
  compileResult(requestId: string, text: string): void {
    const folder = join(this.root, "Temp/uLoopMCP/compile-results");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${requestId}.json`), `\uFEFF${text}`);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
