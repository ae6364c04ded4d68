/** Fake system commands: shell scripts in a folder used as PATH. */
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Returns the folder. Calls are logged to `calls.log`, one per line. */
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
