/** A plugin whose texts try to control terminals and inject prompts. None of it may get through in any frontend. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { packed } from "../../core/authoring/pack.ts";
import { readFolder } from "../../core/host/frontend-api.ts";
import { runJig, scratch } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { DRIVES, EVIL, FILES, HIDES } from "./evil.ts";
import { WITH_DENO, WITHOUT_DENO } from "./paths.ts";

/** Tests with a plugin full of such texts. */
export function textsDoNoHarm(setting: "with Deno" | "without"): void {
  const path = setting === "with Deno" ? WITH_DENO : WITHOUT_DENO;
  let cwd = "";
  const plugins = () => ["--plugins", join(cwd, "evil")];
  const jig = (...args: string[]) => runJig(args, { cwd, env: { PATH: path } });
  const packFile = () => join(cwd, "..", `${cwd.split("/").at(-1)}.jigplugin`);
  before(() => {
    cwd = scratch({ ...FILES, "a.evl": "x\n", "b.txt": "x\n" });
    // Use our own packer, as `pack` rejects plugins with errors.
    writeFileSync(packFile(), packed(readFolder(join(cwd, "evil"))));
  });

  test(`no command drives the terminal with a plugin's words, ${setting}`, () => {
    const commands: string[][] = [
      ["plugin", "list", ...plugins()],
      ["plugin", "list", "--json", ...plugins()],
      ["plugin", "check", "evil"],
      ["plugin", "test", "evil"],
      ["plugin", "trust", "evil"],
      ["plugin", "pack", "evil", "--out", join(cwd, "..", "again.jigplugin")],
      ["plugin", "install", packFile()],
      ["tools", ...plugins()],
      ["tools", "--json", ...plugins()],
      ["describe", "evil_do", ...plugins()],
      ["evil_do", "--help", ...plugins()],
      ["doctor", ...plugins()],
      ["settings", ...plugins()],
      ["settings", "--json", ...plugins()],
      ["completion", "bash", ...plugins()],
      ["completion", "zsh", ...plugins()],
      ["completion", "fish", ...plugins()],
      ["evil_do", "--a", "none", ...plugins()],
      ["evil_do", "--as", "text", ...plugins()],
      ["evil_view", "--as", "text", ...plugins()],
      ["check_code_scale", "--file-path", "a.evl", "--as", "text", ...plugins()],
    ];
    for (const command of commands) {
      const { stdout, stderr } = jig(...command);
      assert.doesNotMatch(stdout, DRIVES, command.join(" "));
      assert.doesNotMatch(stderr, DRIVES, command.join(" "));
    }
    assert.match(
      jig("plugin", "trust", "evil").stdout,
      /buried⟨U\+001B⟩/,
      "a text deep in a schema is part of the review",
    );
    assert.match(jig("doctor", ...plugins()).stdout, /FAIL w/);
  });

  test(`rows, symbols and lines of doctor that are none are left out, ${setting}`, () => {
    const drawn = jig("evil_view", "--as", "text", ...plugins());
    assert.equal(drawn.code, 0, drawn.stderr);
    assert.match(drawn.stdout, /row/);
    const scale = jig("check_code_scale", "--file-path", "a.evl", "--as", "json", ...plugins());
    const [symbol, ...others] = JSON.parse(scale.stdout).structure;
    assert.deepEqual([others, symbol.container, symbol.startLine, symbol.endLine], [[], null, 1, 1]);
  });

  test(`a model is told nothing that a person cannot see, ${setting}`, async () => {
    const mcp = new McpProcess(plugins(), { cwd, env: { PATH: path } });
    await mcp.initialize();
    const { result } = await mcp.ask(1, "tools/list");
    const tool = result.tools.find((each: { name: string }) => each.name === "evil_do");
    const { enum: data, ...told } = tool.inputSchema.properties.a;
    assert.equal(data[1], `two${EVIL}`, "values stay what they are");
    const texts = [tool.title, tool.description, told.description, tool.inputSchema.properties.deep];
    const prompts = await mcp.ask(2, "prompts/list");
    for (const text of [...texts, prompts.result]) {
      const words = JSON.stringify(text);
      assert.doesNotMatch(words, DRIVES);
      assert.doesNotMatch(words, HIDES);
      assert.doesNotMatch(words, /\\u00/);
    }
    mcp.child.stdin.end();
    assert.doesNotMatch((await mcp.ended).stderr, DRIVES);
  });
}
