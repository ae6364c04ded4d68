/** Stand-ins for commands of the operating system: shell scripts in a folder that is the whole PATH. */
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder. Every call is noted in its `calls.log`, one a line. */
export function commands(scripts: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "jig-path-"));
  const log = join(folder, "calls.log");
  writeFileSync(log, "");
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $*" >> "${log}"\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}
