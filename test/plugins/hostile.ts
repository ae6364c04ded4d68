/** Hostile plugins with the compiled binary: attacks have the documented outcome, and other calls work meanwhile. */
import assert from "node:assert/strict";
import { existsSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, test } from "node:test";
import { confines, scratch } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { type Fate, HARMS, SETTINGS } from "./harms.ts";
import { commandLines, WITH_DENO, WITHOUT_DENO } from "./paths.ts";

const FOLDERS = { module: "hostile", deno: "hostile", python: "hostile-command", shell: "hostile-shell" };

/** Not a version manager's wrapper, which would need more permissions. */
export const PYTHON = "/usr/bin/python3";

/** What each outcome looks like from outside. */
const FATES: Record<Exclude<Fate, "does not apply">, RegExp> = {
  refused: /PERMISSION_DENIED|PATH_OUTSIDE|INTERNAL|COMMAND_FAILED|UNAVAILABLE/,
  contained: /TIMEOUT|LIMIT_EXCEEDED|COMMAND_FAILED|"got":"(forked|not forged)"/,
  "as confined": /"got":"harm"/,
};

const isLate = (text: string, fate: keyof typeof FATES) => fate !== "contained" && text.includes('"TIMEOUT"');

export const CONFINES = confines();

/** One test per setting, with all attacks or just rejected ones. The others each take a timeout. */
export function harmsMeetTheirFate(setting: keyof typeof SETTINGS, which: "every" | "refused"): void {
  describe(SETTINGS[setting], () => {
    const skip = !CONFINES
      ? "this system cannot confine"
      : setting === "python" && !existsSync(PYTHON)
        ? `there is no ${PYTHON}`
        : false;
    const title = which === "every" ? "every harm meets its fate" : "every harm that is refused meets its fate";
    test(`${title}, and costs nobody else anything`, { skip }, async () => {
      const root = scratch({ "a.txt": "text" });
      const outside = scratch({ ".ssh/id": "a secret" });
      symlinkSync(join(outside, ".ssh", "id"), join(root, "link"));
      const server = createServer((socket) => socket.end());
      await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
      const { port } = server.address() as { port: number };
      const mcp = new McpProcess(["--plugins", join(import.meta.dirname, FOLDERS[setting])], {
        cwd: root,
        env: { PATH: setting === "deno" ? WITH_DENO : `/usr/bin:${WITHOUT_DENO}`, JIG_SECRET: "a secret" },
      });
      await mcp.initialize();
      const late = join(outside, "late");
      for (const { harm, long, apart, ...fates } of HARMS) {
        const fate = fates[setting];
        if (fate === "does not apply" || apart) continue;
        if (which === "refused" && fate !== "refused") continue;
        const path =
          harm === "fork"
            ? late
            : harm.startsWith("readLink")
              ? join(root, "link")
              : harm.startsWith("write") || harm === "mode"
                ? join(root, harm === "mode" ? "a.txt" : harm)
                : join(outside, ".ssh", "id");
        const [tool, input] = long ? ["hostile_long", { do: harm }] : ["hostile_do", { do: harm, path, port }];
        const doing = mcp.call(harm, tool, input);
        // A call of a built-in tool at the same time.
        const beside = await mcp.call(`${harm} beside`, "search_content", { query: "text", total_only: true });
        assert.equal(beside.result.content[0].text, "1", harm);
        let { result } = await doing;
        // Retry on a busy machine, where starting a thread can exceed the timeout.
        for (let again = 1; again < 12 && isLate(result.content[0].text, fate); again++) {
          ({ result } = await mcp.call(`${harm} ${again}`, tool, input));
        }
        assert.match(
          result.content[0].text,
          FATES[fate],
          `${harm} in ${setting}: ${result.content[0].text.slice(0, 300)}`,
        );
        const alive = await mcp.call(`${harm} after`, "hostile_echo", { do: "echo" });
        assert.equal(alive.result.content[0].text, '{"got":"alive"}', `after ${harm}`);
        if (fate === "refused" && harm.startsWith("write")) assert.ok(!existsSync(path), harm);
        if (harm === "forkTwice") await hiddenAreGone();
      }
      if (which === "every") await new Promise((settle) => setTimeout(settle, 3500));
      assert.ok(!existsSync(late), "the process that hid was ended");
      mcp.child.stdin.end();
      assert.equal((await mcp.ended).code, 0);
      server.close();
    });
  });
}

/** Processes that detached themselves are found anyway. */
async function hiddenAreGone(): Promise<void> {
  for (let waited = 0; commandLines().some(({ words }) => /hidden harm/.test(words)); waited += 50) {
    assert.ok(waited < 3000, "the process that left everything behind was ended");
    await new Promise((settle) => setTimeout(settle, 50));
  }
}
