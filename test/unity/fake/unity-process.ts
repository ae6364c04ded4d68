/** A process that looks like a Unity Editor in process lists. */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class UnityProcess {
  readonly #root: string;
  #child: ChildProcess | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  start(): void {
    const program = join(mkdtempSync(join(tmpdir(), "jig-unity-bin-")), "Unity");
    // Exits with the test, when stdin is closed.
    writeFileSync(program, "#!/bin/sh\nread line\n");
    chmodSync(program, 0o755);
    this.#child = spawn(program, ["-projectPath", this.#root], { stdio: ["pipe", "ignore", "ignore"] });
    this.#child.on("error", () => {});
  }

  stop(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }
}
