/** Hostile plugins in the compiled binary, in three settings: each harm meets its fate, and the host answers others meanwhile. */
import assert from "node:assert/strict";
import { chmodSync, existsSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { HARMS } from "./harms.ts";
import { CONFINES, harmsMeetTheirFate, PYTHON } from "./hostile.ts";
import { carriers, has, stillCarrying, WITH_DENO, WITHOUT_DENO } from "./paths.ts";

for (const setting of ["module", "python"] as const) harmsMeetTheirFate(setting, "refused");

/** What is refused by other means than the kernel's, or by chance of the machine. */
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

/** Each starts a process that hides, where it may, and never comes to an end: deaf to the end of its input and to SIGTERM. */
const DEAF = {
  "deaf/plugin.json": JSON.stringify({
    name: "deaf",
    version: "1.0.0",
    title: "Deaf",
    description: "Never ends by itself.",
    host: "^1",
    permissions: { run: ["python3", "setsid", "sleep"], env: ["JIG_DEAF"] },
    tools: Object.fromEntries(
      Object.entries({
        deaf_module: "./deaf.ts",
        deaf_command: { command: ["python3", "deaf.py"] },
        deaf_framed: { command: ["python3", "framed.py"], mode: "framed" },
      }).map(([name, handler]) => [
        name,
        { title: name, description: "Never ends.", effect: "read", input: { type: "object" }, handler },
      ]),
    ),
  }),
  "deaf/deaf.ts": `import { spawn } from "node:child_process";
import process from "node:process";
export default async () => {
  try { spawn("setsid", ["sleep", "60"], { detached: true, stdio: "ignore" }); } catch {}
  try { process.on("SIGTERM", () => {}); } catch {}
  console.log("deaf");
  setTimeout(() => { for (;;); }, 20);
  return new Promise(() => {});
};
`,
  "deaf/deaf.py": `import signal, subprocess, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
subprocess.Popen(["setsid", "sleep", "60"])
print("deaf", file=sys.stderr, flush=True)
while True: pass
`,
  "deaf/framed.py": `import json, sys
word = json.loads(sys.stdin.readline())["word"]
print(word, json.dumps({"type": "ready"}), flush=True)
sys.stdin.readline()
exec(open("deaf.py").read())
`,
};

for (const [setting, path, tool] of [
  ["a module under Deno", WITH_DENO, "deaf_module"],
  ["a module without Deno", WITHOUT_DENO, "deaf_module"],
  ["a command", WITHOUT_DENO, "deaf_command"],
  ["a framed command", WITHOUT_DENO, "deaf_framed"],
] as const) {
  for (const end of ["SIGKILL", "SIGTERM"] as const) {
    const skip = path === WITHOUT_DENO && !has("python3") ? "there is no python3" : false;
    // "outliving a jig that is killed" of HARMS.
    test(`${end} of the host ends ${setting} with all that it started`, { skip }, async () => {
      const deafs = `${process.pid} ${path.length} ${end} ${tool}`;
      const mcp = new McpProcess(["--plugins", join(scratch(DEAF), "deaf")], {
        cwd: scratch({ "a.txt": "text" }),
        env: { PATH: path, JIG_DEAF: deafs },
      });
      await mcp.initialize();
      const deaf = new Promise((settle) => mcp.child.stderr.on("data", (text) => /deaf/.test(text) && settle(text)));
      void mcp.call(1, tool, {});
      await deaf;
      await new Promise((settle) => setTimeout(settle, 100));
      assert.ok(carriers("JIG_DEAF", deafs).length > 1 || !existsSync("/proc"));
      mcp.child.kill(end);
      await mcp.ended;
      assert.deepEqual(await stillCarrying("JIG_DEAF", deafs), []);
    });
  }
}

test("a deno that does not hold anything back is found out", async () => {
  const folder = scratch({ "bin/deno": "" });
  // Runs the same program without its flags.
  const real = join(WITH_DENO.split(":")[0]!, "deno");
  writeFileSync(join(folder, "bin", "deno"), `#!/bin/sh\nfor last; do :; done\nexec ${real} run -A --quiet "$last"\n`);
  chmodSync(join(folder, "bin", "deno"), 0o755);
  const mcp = new McpProcess(["--plugins", join(import.meta.dirname, "hostile")], {
    cwd: folder,
    env: { PATH: `${join(folder, "bin")}:${WITHOUT_DENO}`, JIG_NO_CONFINEMENT: "1" },
  });
  await mcp.initialize();
  const { result } = await mcp.call(1, "hostile_echo", { do: "echo" });
  assert.match(result.content[0].text, /does not hold it to its permissions/);
  mcp.child.stdin.end();
  await mcp.ended;
});
