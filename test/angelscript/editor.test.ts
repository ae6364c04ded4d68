/** The tools beside an Unreal editor: both length conventions, pieces, a death in the middle, a huge frame, pushed diagnostics. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, describe, test } from "node:test";
import { scratch } from "../jig.ts";
import { type FakeEditor, type FakeEditorOptions, fstring, settings, startFakeEditor } from "./fake-editor.ts";
import { openSession, type Session } from "./session.ts";

const SCRIPT = "class AThing : AActor\n{\n\tvoid F() { Native.DoIt(); }\n\tUNative Native;\n}\n";
const CHUNKS = [
  { UObject: { properties: {}, methods: [] }, AActor: { inherits: "UObject", properties: {}, methods: [] } },
  {
    UNative: {
      inherits: "UObject",
      doc: "Größe → ünïcode",
      properties: {},
      methods: [{ name: "DoIt", return: "void", args: [], isProperty: false }],
    },
  },
  { __Math: { properties: { PI: ["const float64"] }, methods: [] } },
];
const AT_DO_IT = { filePath: "Thing.as", position: { line: 3, character: 20 } };

const root = scratch({ "Thing.as": SCRIPT });
const clean = { path: join(root, "Thing.as"), items: [] as never[] };
let session: Session;
let editor: FakeEditor | undefined;

function beside({ port }: FakeEditor, cwd: string): Promise<Session> {
  return openSession({ cwd, env: { JIG_UNREAL_PORT: String(port) } });
}

const RUN_FAKE_EDITOR = join(import.meta.dirname, "run-fake-editor.ts");

async function withEditor(
  options: Partial<FakeEditorOptions>,
  work: (editor: FakeEditor) => Promise<void>,
): Promise<void> {
  editor = await startFakeEditor({ chunks: CHUNKS, diagnostics: [clean], ...options });
  session = await beside(editor, root);
  try {
    await work(editor);
  } finally {
    await session.close();
    await editor.close();
    editor = undefined;
  }
}

const resolved = () =>
  session.until(
    "angelscript_resolveSymbolAtPosition",
    AT_DO_IT,
    (answer) => answer.ok && answer.data.nativeSource === "editor",
  );

/** Until the editor's types are in use: how long that took. */
async function claimed(): Promise<number> {
  const start = performance.now();
  const answer = await resolved();
  assert.equal(answer.data?.nativeSource, "editor");
  return performance.now() - start;
}

describe("beside an Unreal editor", () => {
  after(async () => editor?.close());

  test("one with nothing to complain about, and another client: its assets show that it is ours", () =>
    withEditor({ diagnostics: [], assets: [["/Game/Things/BP_Thing", "AThing"]] }, async (server) => {
      const other = connect(server.port, "127.0.0.1");
      await once(other, "connect");
      other.write(Buffer.from([1, 0, 0, 0, 1]));
      other.resume();
      const took = await claimed();
      console.log(`types of the editor in use after ${took.toFixed(0)} ms`);
      assert.ok(server.requests >= 2);
      other.destroy();
    }));

  test("assets whose files lie in the project's content show it as well", async () => {
    const project = scratch({ "Script/Thing.as": SCRIPT, "Content/Things/BP_Any.uasset": "x" });
    editor = await startFakeEditor({ chunks: CHUNKS, assets: [["/Game/Things/BP_Any", "AUnheard"]] });
    session = await beside(editor, project);
    const at = { ...AT_DO_IT, filePath: "Script/Thing.as" };
    const isOurs = (answer: { data?: { nativeSource?: string } }) => answer.data?.nativeSource === "editor";
    assert.ok(isOurs(await session.until("angelscript_resolveSymbolAtPosition", at, isOurs)));
    await session.close();
    await editor.close();
    editor = undefined;
  });

  test("one class name in common shows nothing", () =>
    withEditor(
      {
        diagnostics: [],
        assets: [
          ["/Game/A", "AThing"],
          ["/Game/B", "UElse"],
          ["/Game/../../C", "UMore"],
        ],
      },
      async (server) => {
        await session.until("angelscript_searchApi", { labelQuery: "AThing" }, () => server.requests > 0);
        const answer = await session.call("angelscript_searchApi", { labelQuery: "AThing" });
        assert.equal(answer.data.nativeSource, "baseline");
      },
    ));

  test("the process that listens names the project: nothing else shows whose the editor is", async (context) => {
    const project = scratch({ "Script/Thing.as": SCRIPT, "Game.uproject": "{}" });
    const started = spawn(process.execPath, [RUN_FAKE_EDITOR, join(project, "Game.uproject")], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const [line] = await once(createInterface({ input: started.stdout }), "line");
    const port = Number(line);
    if (spawnSync("ss", ["-V"]).error && spawnSync("lsof", ["-v"]).error) return context.skip("neither ss nor lsof");
    const asks = (cwd: string) => openSession({ cwd, env: { JIG_UNREAL_PORT: line } });
    session = await asks(project);
    const isTold = (answer: { ok: boolean; data?: { nativeSource?: string } }) =>
      answer.data?.nativeSource === "editor";
    const told = await session.until("angelscript_getTypeMembers", { name: "UToldByProcess" }, isTold);
    assert.ok(isTold(told), JSON.stringify(told));
    await session.close();
    // Of another workspace the same process shows nothing.
    session = await asks(root);
    const probe: Socket = connect(port, "127.0.0.1");
    await once(probe, "connect");
    probe.destroy();
    const other = await session.call("angelscript_searchApi", { labelQuery: "AThing" });
    assert.equal(other.data.nativeSource, "baseline");
    await session.close();
    started.stdin.end();
    await once(started, "exit");
  });

  test("every message that is read, of another layout: it is left out, and the others hold", () =>
    withEditor({}, async (server) => {
      await claimed();
      const bodies = [
        Buffer.alloc(0),
        Buffer.alloc(1),
        Buffer.from([255, 255, 255, 127]),
        Buffer.from([0, 0, 0, 128]),
        // A count of strings, then one without its end, and one of UTF-16 that is longer than what is left.
        Buffer.from([1, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 65, 66]),
        Buffer.from([1, 0, 0, 0, 2, 0, 0, 0, 254, 255, 255, 255, 65, 0]),
        Buffer.alloc(300_000, 0xee),
      ];
      // Settings, a part of the database, its end, assets, their end, diagnostics, and one that nobody knows.
      for (const type of [31, 2, 26, 28, 29, 0, 63]) {
        for (const body of bodies) server.raw(type, body);
        server.push({ path: join(root, "Thing.as"), items: [[`After ${type}`, 1, 1, true, false]] });
        const told = await session.until(
          "angelscript_diagnostics",
          {},
          (answer) => answer.data?.diagnostics[0]?.message === `After ${type}`,
        );
        assert.equal(told.data.diagnostics[0].message, `After ${type}`);
        assert.equal((await resolved()).data?.symbol.name, "DoIt", `after ${type}`);
      }
      assert.equal(server.requests, 1);
    }));

  test("the end of a database before its beginning, twice, and settings in its middle", () =>
    withEditor({}, async (server) => {
      server.raw(26, Buffer.alloc(0));
      await claimed();
      server.raw(26, Buffer.alloc(0));
      server.raw(2, fstring(JSON.stringify({ ULate: { properties: {}, methods: [] } })));
      server.raw(31, settings(7));
      server.raw(26, Buffer.alloc(0));
      const late = await session.call("angelscript_getTypeMembers", { name: "ULate" });
      assert.equal(late.ok, false, "settings begin a database anew");
      assert.equal((await resolved()).data?.symbol.name, "DoIt");
    }));

  test("diagnostics say how old they are, and wait for the compile that follows a save", async () => {
    const own = scratch({ "Thing.as": SCRIPT });
    const path = join(own, "Thing.as");
    editor = await startFakeEditor({ chunks: CHUNKS, diagnostics: [{ path, items: [] }] });
    session = await beside(editor, own);
    const server = editor;
    const first = await session.until("angelscript_diagnostics", {}, (answer) => answer.data?.source === "editor");
    assert.ok(first.data.ageSeconds >= 0 && first.data.ageSeconds < 10, JSON.stringify(first.data));
    await new Promise((settle) => setTimeout(settle, 50));
    writeFileSync(path, SCRIPT.replace("DoIt", "DoWhat"));
    const stale = await session.call("angelscript_diagnostics", { filePath: "Thing.as" });
    assert.equal(stale.data.isStale, true);
    const waiting = session.call("angelscript_diagnostics", { filePath: "Thing.as", wait: true });
    await new Promise((settle) => setTimeout(settle, 400));
    server.push({ path, items: [["No DoWhat", 3, 20, true, false]] });
    const told = await waiting;
    assert.equal(told.data.waited, "compiled");
    assert.equal(told.data.isStale, undefined);
    assert.equal(told.data.diagnostics[0].message, "No DoWhat");
    await session.close();
    await server.close();
    editor = undefined;
  });

  for (const lengthCountsType of [false, true])
    for (const version of [1, 4, 7])
      test(`lengths that ${lengthCountsType ? "count" : "leave out"} the type byte, settings version ${version}`, () =>
        withEditor({ lengthCountsType, version }, async (server) => {
          const answer = await resolved();
          assert.equal(answer.data?.symbol.signature, "void UNative.DoIt()");
          // The request is 01 00 00 00 and the type, nothing else.
          assert.deepEqual([...Buffer.concat(server.received)], [1, 0, 0, 0, 1]);
        }));

  test("messages in pieces of three bytes", () =>
    withEditor({ pieceBytes: 3 }, async () => {
      assert.equal((await resolved()).data?.symbol.name, "DoIt");
    }));

  test("a server that never says it has finished", () =>
    withEditor({ neverFinishes: true }, async () => {
      assert.equal((await resolved()).data?.nativeSource, "editor");
    }));

  test("a frame of 16 MiB before the database", () =>
    withEditor({ padding: 16 * 1024 * 1024, pieceBytes: 65_536 }, async () => {
      assert.equal((await resolved()).data?.nativeSource, "editor");
    }));

  test("messages that are no JSON, entries and diagnostics of another layout: the rest holds", () =>
    withEditor(
      {
        chunks: [
          {
            AActor: 5,
            UObject: null,
            UOdd: { methods: [null, { name: 7 }, { name: "Ok", args: [null, {}] }], doc: 5 },
          },
          ...CHUNKS,
        ],
      },
      async (server) => {
        server.raw(2, Buffer.from("no FString"));
        assert.equal((await resolved()).data?.symbol.name, "DoIt");
        const odd = await session.call("angelscript_getTypeMembers", { name: "UOdd", includeDocs: true });
        assert.equal(odd.data.members[0].signature, "void UOdd.Ok()");
        server.raw(0, Buffer.from([255, 255, 255, 127]));
        server.raw(63, Buffer.alloc(3));
        const after = await session.call("angelscript_searchApi", { labelQuery: "AThing" });
        assert.equal(after.ok, true);
        assert.equal((await resolved()).data?.symbol.name, "DoIt");
      },
    ));

  test("an editor of another project is not used", () =>
    withEditor({ diagnostics: [{ path: "/elsewhere/Script/A.as", items: [] }] }, async (server) => {
      await session.until("angelscript_searchApi", { labelQuery: "AThing" }, () => server.requests > 0);
      const answer = await session.call("angelscript_searchApi", { labelQuery: "AThing" });
      assert.equal(answer.data.nativeSource, "baseline");
      assert.ok(answer.data.total > 0);
    }));

  test("a server that dies in the middle: scripts answer, and its return is noticed", async () => {
    const dying = await startFakeEditor({ chunks: CHUNKS, diagnostics: [clean], diesAfter: 1 });
    session = await beside(dying, root);
    try {
      const first = await session.until("angelscript_searchApi", { labelQuery: "AThing" }, () => dying.requests > 0);
      assert.equal(first.data.nativeSource, "baseline");
      assert.equal((await session.call("angelscript_getTypeMembers", { name: "AThing" })).ok, true);
      await dying.close();
      editor = await startFakeEditor({ chunks: CHUNKS, diagnostics: [clean], port: dying.port });
      assert.equal((await resolved()).data?.nativeSource, "editor");
      await editor.close();
      editor = undefined;
      // What it told holds on when it is gone.
      assert.equal((await resolved()).data?.symbol.name, "DoIt");
    } finally {
      await session.close();
    }
  });

  test("diagnostics are the editor's, pushed as they change", () =>
    withEditor(
      { diagnostics: [{ path: join(root, "Thing.as"), items: [["No such type: ÜNative", 4, 2, true, false]] }] },
      async (server) => {
        const told = await session.until("angelscript_diagnostics", {}, (answer) => answer.data?.source === "editor");
        assert.equal(told.data.total, 1);
        assert.deepEqual(
          { ...told.data.diagnostics[0], filePath: undefined },
          { filePath: undefined, line: 4, character: 2, severity: "error", message: "No such type: ÜNative" },
        );
        server.push(clean);
        const now = await session.until("angelscript_diagnostics", {}, (answer) => answer.data?.total === 0);
        assert.equal(now.data.source, "editor");
      },
    ));

  test("without an editor the parser's errors are told", async () => {
    const broken = scratch({ "Bad.as": "void F()\n{\n\tint A = ;\n}\n" });
    session = await openSession({ cwd: broken });
    const answer = await session.call("angelscript_diagnostics", { filePath: "Bad.as" });
    await session.close();
    assert.equal(answer.data.source, "parser");
    assert.equal(answer.data.diagnostics[0].line, 3);
  });
});
