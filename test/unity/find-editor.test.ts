/** Finds the right Editor, or explains quickly why there's none and what to do. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { SOON_MS } from "../soon.ts";
import { McpDriver } from "./driver.ts";
import { commands } from "./fake/commands.ts";
import { FakeEditor } from "./fake/editor.ts";
import { FakeProject } from "./fake/project.ts";
import { deadPort, within } from "./opened-jig.ts";
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

test("29: a stale port on which nothing listens", async () => {
  const project = new FakeProject();
  project.writeSettings("v2", await deadPort());
  await within([project.root], async (jig) => {
    const tools = ["clear-console", "get-logs", "compile", "unity-tools"];
    for (const { value, failed, ms } of await Promise.all(tools.map((tool) => jig.call(tool)))) {
      assert.equal(failed, true);
      assert.equal(value.Code, "EDITOR_NOT_REACHABLE");
      assert.match(value.ErrorMessage, /Nothing listens at 127\.0\.0\.1:\d+; Unity is not running with this project/);
      assert.match(value.Hint, /start the server/);
      assert.ok(ms < SOON_MS, `${ms} ms`);
    }
  });
  project.remove();
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

test("30: an older Editor is known by the process that listens at its port; Editors on other ports are ignored", {
  skip: process.platform === "win32",
}, async () => {
  const other = await FakeEditor.start({ generation: "seed" });
  const link = join(mkdtempSync(join(tmpdir(), "jig-link-")), "Linked");
  const project = new FakeProject();
  symlinkSync(project.root, link);
  project.writeSettings("seed", other.port);
  const called = async (opened: string, listener: string, tell: "ss" | "lsof" = "ss") => {
    const listings = {
      ss: `echo 'LISTEN 0 5 127.0.0.1:${other.port} 0.0.0.0:* users:(("Unity",pid=${listener},fd=9))'`,
      lsof: `echo 'p${listener}'`,
    };
    const PATH = commands({
      ps: `echo "  99 /opt/Unity/Editor/Unity -projectPath ${opened} -useHub"`,
      [tell]: listings[tell],
    });
    const jig = await McpDriver.open([project.root], { env: { PATH } });
    const { value } = await jig.call("clear-console");
    await jig.close();
    return value;
  };
  for (const tell of ["ss", "lsof"] as const) {
    const refused = await called("/work/Other", "99", tell);
    assert.equal(refused.Code, "WRONG_PROJECT", JSON.stringify(refused));
    assert.ok(String(refused.ErrorMessage).includes("/work/Other"), JSON.stringify(refused));
  }
  assert.equal(other.count("clear-console"), 0);
  const unproven = await called("/work/Other", "98");
  assert.equal(unproven.Success, true, JSON.stringify(unproven));
  assert.match(String(unproven.warnings), /too old to say which project/);
  for (const opened of [project.root, link]) {
    const known = await called(opened, "99");
    assert.equal(known.Success, true, JSON.stringify(known));
    assert.equal(known.warnings, undefined, `${opened}: ${JSON.stringify(known)}`);
  }
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

test("36: of several projects one must be named; one in a folder of the root is found; a part of one names it", async () => {
  const parent = mkdtempSync(join(tmpdir(), "jig-many-"));
  const one = await FakeEditor.start({ project: new FakeProject(parent, "One") });
  await within([parent], async (jig) => {
    assert.equal((await jig.call("get-logs")).failed, false);
    one.once("compile", ({ reply, result }) =>
      reply({ ...result(), Success: false, Errors: [{ Message: "m", File: "Assets/A.cs", Line: 1 }] }),
    );
    assert.equal((await jig.call("compile")).value.Errors[0].File, join(one.project.root, "Assets/A.cs"));
  });
  const two = await FakeEditor.start({ project: new FakeProject(parent, "Two") });
  for (const roots of [[parent], [one.project.root, two.project.root]]) {
    await within(roots, async (jig) => {
      const { value, failed } = await jig.call("clear-console");
      assert.equal(failed, true);
      assert.equal(value.Code, "PROJECT_AMBIGUOUS");
      assert.deepEqual(value.Details.Candidates, ["One", "Two"]);
      const chosen = await jig.call("clear-console", { ProjectPath: value.Details.Candidates[1] });
      assert.equal(chosen.failed, false, JSON.stringify(chosen.value));
    });
  }
  await within([parent], async (jig) => {
    const { value } = await jig.call("clear-console", { ProjectPath: "Two/Assets" });
    assert.match(value.Hint, /ProjectPath "Two"/, "a part of one");
  });
  assert.equal(one.count("clear-console"), 0);
  assert.equal(two.count("clear-console"), 2);
  assert.equal(two.last("clear-console").params.ProjectPath, undefined);
  const scripts = join(one.project.root, "Assets/Scripts");
  mkdirSync(join(scripts, "ProjectSettings"), { recursive: true });
  writeFileSync(join(scripts, "ProjectSettings/ProjectVersion.txt"), "");
  await within([scripts], async (jig) => {
    const { value } = await jig.call("get-logs");
    assert.equal(value.Code, "PROJECT_NOT_FOUND");
    assert.ok(value.Hint.includes(`--root "${one.project.root}"`), value.Hint);
  });
  await one.stop();
  await two.stop();
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
