/** Claude Code plugin and Gemini CLI extension: same version, same command line, complete files. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { clientExtensions } from "../../build/release/client-extensions.ts";

const identity = {
  ...{ version: "1.2.3", description: "Searches.", license: "MIT", repository: "owner/jig", npmScope: "@owner" },
  ...{ licenseFile: "", readmeFile: "" },
};

test("each has its manifest, the server and the text on when to use it", () => {
  const [claude, gemini] = clientExtensions(identity);
  assert.ok(claude && gemini);
  const plugin = JSON.parse(claude.files[".claude-plugin/plugin.json"] ?? "");
  const market = JSON.parse(claude.files[".claude-plugin/marketplace.json"] ?? "");
  const extension = JSON.parse(gemini.files["gemini-extension.json"] ?? "");
  for (const manifest of [plugin, extension]) {
    assert.deepEqual([manifest.name, manifest.version], ["jig", "1.2.3"]);
    assert.deepEqual(manifest.mcpServers, { jig: { command: "jig", args: ["mcp", "--as", "text"] } });
  }
  assert.deepEqual([market.plugins[0].name, market.plugins[0].source], ["jig", "./"]);
  assert.match(claude.files["skills/jig/SKILL.md"] ?? "", /^---\nname: jig\ndescription: .{40,1024}\n---\n\n/);
  assert.match(gemini.files[extension.contextFileName] ?? "", /grep/);
});
