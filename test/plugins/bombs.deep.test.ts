/** Memory and disk bombs that try to hide: each is killed at its limit with a message, without harm to other plugins. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { BOMBS, bombPlugin } from "./bombs.ts";
import { CONFINES, PYTHON } from "./hostile.ts";

const MEMORY = /more than 128 MB/;
const STORAGE = /may keep at most 32 MB/;
const WANTED: Record<keyof typeof BOMBS, RegExp> = {
  heap: MEMORY,
  "heap of a process that ignores signals": MEMORY,
  "shared memory that was released": MEMORY,
  "an unlinked file": STORAGE,
  "many small processes": MEMORY,
  "orphans in their own sessions": MEMORY,
  files: STORAGE,
  threads: /more than 4096 threads/,
  "buffers of sockets": MEMORY,
  "larger buffers of few sockets": /refused/,
  "watches of folders": /more than half of this user's folder watches/,
  "room reserved after the end of a file": STORAGE,
  "files whose names are no UTF-8": STORAGE,
  "unlinked files in private maps": STORAGE,
  "tables of pages": MEMORY,
  "maps in many processes": /more than 100000 memory maps/,
  "open files in many processes": /more than 16384 files and sockets/,
  "entries of epoll": /more than 16384 locks/,
  "a memory file": /PermissionError|not implemented|exit code 1/,
  "what is shared with children and fits": /survived/,
};

const skip = !CONFINES ? "this system cannot confine" : existsSync(PYTHON) ? false : `there is no ${PYTHON}`;
const options = { skip, timeout: 60_000 };
const env = { PATH: "/usr/bin:/bin" };

for (const [name, lines] of Object.entries(BOMBS)) {
  test(`a bomb of ${name}`, options, () => {
    const ran = runJig(["call", "bomb", "--plugins", bombPlugin(lines)], { env, cwd: scratch() });
    assert.match(ran.stdout + ran.stderr, WANTED[name as keyof typeof BOMBS]);
  });
}

test("a program that a module starts is held to the plugin's limits too", options, () => {
  for (const name of ["heap", "many small processes", "files"] as const) {
    const ran = runJig(["call", "bomb_by_context", "--plugins", bombPlugin(BOMBS[name])], { env, cwd: scratch() });
    assert.match(ran.stdout + ran.stderr, WANTED[name], name);
  }
});

test("neighbors of a bomb get their answers", options, async () => {
  const mcp = new McpProcess(["--plugins", bombPlugin(BOMBS["many small processes"])], { env, cwd: scratch() });
  await mcp.initialize();
  const neighbor = mcp.call("neighbor", "neighbor", {});
  const bomb = await mcp.call("bomb", "bomb", {});
  assert.match(bomb.result.content[0].text, MEMORY);
  assert.match((await neighbor).result.content[0].text, /unharmed/);
  mcp.child.stdin.end();
  await mcp.ended;
});
