/** Slow tests for finding the Editor: waiting, and ports that prove nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SOON_MS } from "../soon.ts";
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
