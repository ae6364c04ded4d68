/** Finds the right Editor, or explains quickly why there's none and what to do. */
import assert from "node:assert/strict";
import { mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { SOON_MS } from "../soon.ts";
import { FakeEditor } from "./fake/editor.ts";
import { FakeProject } from "./fake/project.ts";
import { within } from "./opened-jig.ts";
import { scenario } from "./scenario.ts";

test("no Unity project: the tools are not listed, and a call says what is missing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-plain-"));
  await within([folder], async (jig) => {
    assert.ok(!(await jig.tools()).some(({ name }) => name === "get-logs"));
    const { value, failed, ms } = await jig.call("get-logs");
    assert.equal(failed, true);
    assert.match(value.ErrorMessage, /ProjectVersion\.txt/);
    assert.match(value.Hint, /--root/);
    assert.equal(value.Ver, "");
    assert.ok(ms < SOON_MS);
  });
});

test("30: another project's Editor on the port is refused before the command", async () => {
  const other = await FakeEditor.start({ generation: "v2" });
  const project = new FakeProject();
  project.writeSettings("seed", other.port);
  await within([project.root], async (jig) => {
    for (const tool of ["clear-console", "get-logs", "compile", "unity-tools"]) {
      const { value, failed, ms } = await jig.call(tool);
      assert.equal(failed, true);
      assert.equal(value.Code, "WRONG_PROJECT");
      assert.ok(value.ErrorMessage.includes(other.project.root));
      assert.ok(ms < SOON_MS);
      assert.equal(other.count(tool), 0);
    }
    assert.equal((await jig.call("unity-status")).value.State, "wrong project");
  });
  await other.stop();
  project.remove();
});

test("30: an Editor refuses a stamp of another project: nothing runs", async () => {
  const other = await FakeEditor.start({ generation: "v2" });
  const project = new FakeProject();
  project.writeSettings("v2", other.port, { projectRootPath: project.root, serverSessionId: "old" });
  await within([project.root], async (jig) => {
    const { value } = await jig.call("clear-console");
    assert.equal(value.Code, "WRONG_PROJECT");
    assert.equal(other.count("clear-console"), 0);
    assert.equal((await jig.call("get-logs")).value.Code, "WRONG_PROJECT");
    assert.equal(other.served("get-logs"), 0);
  });
  await other.stop();
  project.remove();
});

test("30: an older Editor, which cannot judge stamps, is another one if the settings hold a session", async () => {
  const other = await FakeEditor.start({ generation: "seed" });
  const project = new FakeProject();
  project.writeSettings("v2", other.port, { projectRootPath: project.root, serverSessionId: "ours" });
  await within([project.root], async (jig) => {
    for (const tool of ["clear-console", "get-logs"])
      assert.equal((await jig.call(tool)).value.Code, "WRONG_PROJECT", tool);
    assert.equal(other.count("clear-console"), 0);
  });
  await other.stop();
  project.remove();
});

test("32: a copy is used if the settings are being swapped or are torn", async () => {
  for (const ending of [".tmp", ".bak"]) {
    await scenario({}, async (editor, jig) => {
      const good = JSON.stringify({
        customPort: editor.port,
        projectRootPath: editor.project.root,
        serverSessionId: editor.sessionId,
      });
      editor.project.settingsText("x", ".tmp");
      editor.project.settingsText("x", ".bak");
      editor.project.settingsText(good, ending);
      for (const torn of [false, true]) {
        if (torn) editor.project.settingsText(good.slice(0, 20));
        else editor.project.removeSettings();
        assert.equal((await jig.call("get-logs")).failed, false, `${ending}, torn: ${torn}`);
      }
    });
  }
});

test("a project behind a link, with spaces and CJK in its path, is the same project", async () => {
  const parent = mkdtempSync(join(tmpdir(), "jig link "));
  const project = new FakeProject(parent, "ゲーム é (1)");
  const link = join(parent, "link");
  symlinkSync(project.root, link);
  const editor = await FakeEditor.start({ project, dataPath: `${link}/Assets` });
  editor.noteSettings({ projectRootPath: link });
  for (const root of [project.root, link]) {
    await within([root], async (jig) => {
      const { value, failed } = await jig.call("clear-console");
      assert.equal(failed, false, JSON.stringify(value));
    });
  }
  assert.equal(editor.count("clear-console"), 2);
  await editor.stop();
});
