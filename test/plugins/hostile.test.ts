/** Hostile plugins with the compiled binary in three settings: all attacks have the documented outcome, and other calls work meanwhile. */
import assert from "node:assert/strict";
import { chmodSync, existsSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { HARMS } from "./harms.ts";
import { CONFINES, harmsMeetTheirFate, PYTHON } from "./hostile.ts";
import { WITH_DENO, WITHOUT_DENO } from "./paths.ts";

harmsMeetTheirFate("module", "refused");

/** Rejected by something other than the kernel, or depending on the machine. */
const REFUSED_ANYWAY =
  /^(readByHost|readLinkByWorkersHost|writeByHost|runByHost|netByHost|env|descriptors|uring|imported|invoke|notJson)$/;

for (const [setting, tool] of [
  ["module", "hostile"],
  ["python", "hostile-command"],
  ["shell", "hostile-shell"],
] as const) {
  const skip = !CONFINES || (setting === "python" && !existsSync(PYTHON)) ? "this system cannot show it" : false;
  test(`the harms of ${setting} are real: unconfined they have their way`, { skip }, async () => {
    const root = scratch({ "a.txt": "text" });
    const outside = scratch({ id: "a secret" });
    symlinkSync(join(outside, "id"), join(root, "link"));
    const server = createServer((socket) => socket.end());
    await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
    const { port } = server.address() as { port: number };
    const mcp = new McpProcess(["--plugins", join(import.meta.dirname, tool)], {
      cwd: root,
      env: { PATH: `/usr/bin:${WITHOUT_DENO}`, JIG_NO_CONFINEMENT: "1" },
    });
    await mcp.initialize();
    for (const { harm, ...fates } of HARMS) {
      if (fates[setting] !== "refused" || REFUSED_ANYWAY.test(harm) || harm === "forkBomb") continue;
      const path = harm.startsWith("readLink") ? "link" : harm === "mode" ? "a.txt" : harm === "write" ? "new" : "";
      const given = { do: harm, path: path === "" ? join(outside, "id") : join(root, path), port };
      const { result } = await mcp.call(harm, "hostile_do", given);
      assert.match(result.content[0].text, /"got":(?!null)/, `${harm}: ${result.content[0].text.slice(0, 200)}`);
    }
    mcp.child.stdin.end();
    await mcp.ended;
    server.close();
  });
}

test("a deno that does not hold anything back is found out", async () => {
  const folder = scratch({ "bin/deno": "" });
  // Runs the real program without the flags.
  const real = join(WITH_DENO.split(":")[0]!, "deno");
  writeFileSync(join(folder, "bin", "deno"), `#!/bin/sh\nfor last; do :; done\nexec ${real} run -A --quiet "$last"\n`);
  chmodSync(join(folder, "bin", "deno"), 0o755);
  const mcp = new McpProcess(["--plugins", join(import.meta.dirname, "hostile")], {
    cwd: folder,
    env: { PATH: `${join(folder, "bin")}:${WITHOUT_DENO}`, JIG_NO_CONFINEMENT: "1" },
  });
  await mcp.initialize();
  const { result } = await mcp.call(1, "hostile_echo", { do: "echo" });
  assert.match(result.content[0].text, /does not limit it to its permissions/);
  mcp.child.stdin.end();
  await mcp.ended;
});
