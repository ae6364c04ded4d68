/** Section in AGENTS.md: added, updated, and removed without a trace. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { hasAgentsNote, setAgentsNote, WHEN_JIG } from "./agents-note.ts";

function project(text?: string): { root: string; file: string; read: () => string } {
  const root = mkdtempSync(join(tmpdir(), "jig-agents-"));
  const file = join(root, "AGENTS.md");
  if (text !== undefined) writeFileSync(file, text);
  return { root, file, read: () => readFileSync(file, "utf8") };
}

test("it is added below what is there, once, and removed without a trace", () => {
  for (const text of [
    undefined,
    "# Mine\n\nUse tabs.\n",
    "# Mine\r\n\r\nUse tabs.\r\n",
    "\ufeff# Mine\n",
    "# Ours\n\n\n",
    "",
    "\ufeff",
    "\n",
    "\r\n",
    "# No end",
    "# No end\r\nhere",
    "# Both\r\nends\n",
    "  ",
  ]) {
    const { root, file, read } = project(text);
    assert.deepEqual(setAgentsNote(root, "write"), { file, change: "added" });
    const written = read();
    assert.ok(written.startsWith(text ?? ""));
    assert.ok(written.replaceAll("\r\n", "\n").includes(`\n${WHEN_JIG}\n`), written);
    if (text?.endsWith("\r\n")) assert.doesNotMatch(written, /[^\r]\n/);
    assert.equal(setAgentsNote(root, "write").change, "unchanged");
    assert.ok(hasAgentsNote(root));
    assert.equal(setAgentsNote(root, "remove").change, "removed");
    if (text === undefined) assert.ok(!existsSync(file));
    else assert.equal(read(), text);
    assert.equal(setAgentsNote(root, "remove").change, "unchanged");
  }
});

test("what was written below it since stays, an older paragraph is replaced", () => {
  const { root, read } = project("# Mine\n");
  setAgentsNote(root, "write");
  writeFileSync(join(root, "AGENTS.md"), `${read().replace("Prefer", "Once preferred")}\n## Later\n`);
  assert.equal(setAgentsNote(root, "write").change, "updated");
  assert.match(read(), /\nPrefer [\s\S]*\n## Later\n$/);
  setAgentsNote(root, "remove");
  assert.equal(read(), "# Mine\n\n\n## Later\n");
});

test("a lone mark is refused and nothing is changed", () => {
  for (const text of ["<!-- jig -->\n", "<!-- /jig -->\n<!-- jig -->\n", "<!-- jig -->\n<!-- jig -->\n<!-- /jig -->"]) {
    const { root, read } = project(text);
    for (const action of ["write", "remove"] as const)
      assert.throws(() => setAgentsNote(root, action), { code: "INVALID_ARGUMENT" });
    assert.equal(read(), text);
  }
});

test("a file that jig cannot have written has no paragraph", { skip: process.platform === "win32" }, () => {
  const { root, file } = project();
  assert.equal(hasAgentsNote(root), false);
  writeFileSync(file, Buffer.from("\ufeff# Ours", "utf16le"));
  assert.equal(hasAgentsNote(root), false);
  rmSync(file);
  mkdirSync(file);
  assert.equal(hasAgentsNote(root), false);
});
