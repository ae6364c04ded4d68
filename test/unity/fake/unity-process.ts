/** A process that looks like a Unity Editor with a project open, for whoever lists processes. */
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
    // Ends by itself when the test's process has gone: then its standard input is closed.
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
