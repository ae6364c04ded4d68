/** Slow tests for finding the Editor: waiting, and ports that prove nothing. */
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
import { at, scenario } from "./scenario.ts";

test("29: a stale serverPort next to the right customPort: used if the Editor there proves to be ours", async () => {
  const ours = await FakeEditor.start({ generation: "v2" });
  const both = async () => ({ serverPort: await deadPort(), customPort: ours.port });
  ours.project.settingsText(JSON.stringify(await both()));
  await within([ours.project.root], async (jig) => {
    assert.equal((await jig.call("clear-console")).failed, false);
    assert.equal((await jig.call("get-logs")).failed, false);
  });
  const project = new FakeProject();
  project.settingsText(JSON.stringify(await both()));
  const unsaid = await FakeEditor.start({ generation: "seed" });
  const another = new FakeProject();
  another.settingsText(JSON.stringify({ serverPort: await deadPort(), customPort: unsaid.port }));
  for (const [stranger, root] of [
    [ours, project.root],
    [unsaid, another.root],
  ] as const) {
    const before = stranger.count("clear-console");
    await within([root], async (jig) =>
      assert.equal((await jig.call("clear-console")).value.Code, "EDITOR_NOT_REACHABLE"),
    );
    assert.equal(stranger.count("clear-console"), before);
  }
  await ours.stop();
  await unsaid.stop();
});

test("33: a fresh lock is waited for until the deadline, then named with its age", async () => {
  for (const lock of ["compiling.lock", "domainreload.lock"] as const) {
    await scenario({}, async (editor, jig) => {
      editor.project.lock(lock, 5);
      const { value, failed, ms } = await jig.call("clear-console", { TimeoutSeconds: 0.5 });
      assert.equal(failed, true);
      assert.equal(value.Code, "EDITOR_BUSY");
      assert.ok(value.ErrorMessage.includes(`Temp/${lock} (`), value.ErrorMessage);
      assert.ok(value.Details.LockAgeSeconds >= 5);
      assert.ok(ms >= 500 && ms < SOON_MS);
      assert.equal(editor.log.length, 0);
      setTimeout(() => editor.project.unlock(lock), 400);
      assert.equal((await jig.call("clear-console")).failed, false);
      assert.equal(editor.count("clear-console"), 1);
    });
  }
});

at(["v2"], "35: a starting server is tried and waited for", async (editor, jig) => {
  editor.project.lock("serverstarting.lock");
  assert.equal((await jig.call("clear-console")).failed, false);
  await editor.close();
  setTimeout(() => void editor.listen(), 1_800);
  const { failed, ms } = await jig.call("clear-console");
  assert.equal(failed, false);
  assert.ok(ms > 1_500);
  assert.equal(editor.count("clear-console"), 2);
});

test("unity-status says what is there, and waits when asked", async () => {
  const project = new FakeProject();
  project.writeSettings("v2", await deadPort());
  await within([project.root], async (jig) => {
    const { value, failed, ms } = await jig.call("unity-status");
    assert.equal(failed, false);
    assert.equal(value.Ready, false);
    assert.equal(value.State, "not running");
    assert.equal(value.UnityVersion, "6000.0.23f1");
    assert.ok(ms < SOON_MS, `${ms} ms`);
    const editor = new FakeEditor({ project });
    setTimeout(() => void editor.listen(), 2_500);
    const waited = await jig.call("unity-status", { WaitUntilReady: true, TimeoutSeconds: 30 });
    assert.equal(waited.value.State, "ready", JSON.stringify(waited.value));
    assert.equal(waited.value.Ver, "2.1.1");
    await editor.stop();
  });
});

test("29: a project of the socket generation whose Editor is gone", async () => {
  const project = new FakeProject();
  project.writeSettings("v3", 0);
  await within([project.root], async (jig) => {
    const { value, ms } = await jig.call("clear-console");
    assert.match(value.ErrorMessage, /Nothing listens at \/tmp\/uloop(-\d+)?\/UnityCliLoop-[0-9a-f]{16}\.sock/);
    assert.ok(ms < SOON_MS, `${ms} ms`);
  });
  project.remove();
});

const FAULTS: [what: string, write: (project: FakeProject) => void, code: string, said: RegExp][] = [
  ["none", () => {}, "EDITOR_NOT_REACHABLE", /no package through which jig can reach its Editor/],
  ["bad JSON", (project) => project.settingsText("{ nope"), "SETTINGS_INVALID", /not valid JSON/],
  ["port 0", (project) => project.settingsText('{"customPort":0}'), "SETTINGS_INVALID", /the port 0;/],
  ["port 70000", (project) => project.settingsText('{"serverPort":70000}'), "SETTINGS_INVALID", /the port 70000;/],
  [
    "a port in quotes",
    (project) => project.settingsText('{"customPort":"8700"}'),
    "SETTINGS_INVALID",
    /the port "8700";/,
  ],
  ["no port", (project) => project.settingsText("{}"), "SETTINGS_INVALID", /names no port;/],
];

test("32: settings that are missing or wrong say what is wrong with them", async () => {
  await Promise.all(
    FAULTS.map(async ([what, write, code, said]) => {
      const project = new FakeProject();
      write(project);
      await within([project.root], async (jig) => {
        const { value, ms } = await jig.call("get-logs");
        assert.equal(value.Code, code, what);
        assert.match(value.ErrorMessage, said, what);
        assert.ok(value.Hint.length > 20, what);
        assert.ok(ms < SOON_MS, `${what}: ${ms} ms`);
      });
      project.remove();
    }),
  );
});

test("34: an old lock is ignored if the server answers, and named if it does not", async () => {
  await scenario({}, async (editor, jig) => {
    editor.project.lock("compiling.lock", 900);
    editor.project.lock("domainreload.lock", 900);
    const { failed, ms } = await jig.call("clear-console");
    assert.equal(failed, false);
    assert.ok(ms < SOON_MS);
    await editor.close();
    const { value, ms: later } = await jig.call("clear-console");
    assert.equal(value.Code, "EDITOR_NOT_REACHABLE");
    assert.match(value.ErrorMessage, /compiling\.lock \(90\d s old\).* was left behind/);
    assert.ok(later < SOON_MS, `${later} ms`);
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
