/** Memory and disk that are taken in ways that hide them: each is ended at its limit, and says which. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";
import { CONFINES, PYTHON } from "./hostile.ts";

const BOMBS = {
  heap: [/more than 128 MB/, "kept = [bytearray(b'x' * M) for _ in range(600)]"],
  "shared memory that it gave back": [
    /more than 128 MB/,
    "kept = []",
    "for _ in range(60):",
    "    shared = mmap.mmap(-1, 10 * M); shared.write(b'x' * 10 * M); shared.madvise(mmap.MADV_DONTNEED)",
    "    kept.append(shared)",
  ],
  "an unlinked file": [
    /may keep 32 MB/,
    "file = open(os.environ['TMPDIR'] + '/x', 'wb'); os.unlink(file.name)",
    "for _ in range(300): file.write(b'x' * M); file.flush()",
  ],
  "many small processes": [
    /more than 128 MB/,
    "for _ in range(40):",
    "    if os.fork() == 0: kept = b'x' * 8 * M; time.sleep(9); os._exit(0)",
  ],
  "orphans in sessions of their own": [
    /more than 128 MB/,
    "for _ in range(40):",
    "    if os.fork() == 0:",
    "        os.setsid()",
    "        if os.fork() == 0: kept = b'x' * 8 * M; time.sleep(9)",
    "        os._exit(0)",
  ],
  files: [/may keep 32 MB/, "for at in range(300): open(os.environ['TMPDIR'] + f'/x{at}', 'wb').write(b'x' * M)"],
  "a memory file": [/PermissionError|not implemented|exit code 1/, "os.memfd_create('x')"],
  "what is shared with children and fits": [
    /survived/,
    "kept = b'x' * 60 * M",
    "for _ in range(3):",
    "    if os.fork() == 0: time.sleep(1); os._exit(0)",
    "time.sleep(1)",
    "print(json.dumps({'value': {'survived': True}})); sys.exit()",
  ],
} as const satisfies Record<string, readonly [RegExp, ...string[]]>;

const skip = !CONFINES ? "this system cannot confine" : existsSync(PYTHON) ? false : `there is no ${PYTHON}`;

for (const [name, [wanted, ...lines]] of Object.entries(BOMBS)) {
  test(`a bomb of ${name}`, { skip, timeout: 60_000 }, () => {
    const folder = scratch();
    mkdirSync(join(folder, "bomb"));
    const script = ["import json, mmap, os, sys, time", "M = 1 << 20", ...lines, "time.sleep(9)"];
    writeFileSync(join(folder, "bomb", "bomb.py"), script.join("\n"));
    const tool = { title: "Take", description: "Takes it.", effect: "read", input: { type: "object" } };
    const manifest = {
      ...{ host: "^1", name: "bomb", version: "1.0.0", title: "Bomb", description: "Takes much." },
      ...{ permissions: { run: ["python3"] }, memoryMb: 128, storageMb: 32 },
      tools: { bomb: { ...tool, handler: { command: ["python3", "bomb.py"] } } },
    };
    writeFileSync(join(folder, "bomb", "plugin.json"), JSON.stringify(manifest));
    const ran = runJig(["call", "bomb", "--plugins", join(folder, "bomb")], {
      env: { PATH: "/usr/bin:/bin" },
      cwd: scratch(),
    });
    assert.match(ran.stdout + ran.stderr, wanted);
  });
}
