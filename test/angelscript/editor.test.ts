/** The tools beside an Unreal editor: both length conventions, pieces, a death in the middle, a huge frame, pushed diagnostics. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { scratch } from "../jig.ts";
import { type FakeEditor, type FakeEditorOptions, startFakeEditor } from "./fake-editor.ts";
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

async function withEditor(
  options: Partial<FakeEditorOptions>,
  work: (editor: FakeEditor) => Promise<void>,
): Promise<void> {
  editor = await startFakeEditor({ chunks: CHUNKS, diagnostics: [clean], ...options });
  session = await openSession({ cwd: root });
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
      const other = connect(27099, "127.0.0.1");
      await once(other, "connect");
      other.write(Buffer.from([1, 0, 0, 0, 1]));
      other.resume();
      console.log(`types of the editor in use after ${(await claimed()).toFixed(0)} ms`);
      assert.ok(server.requests >= 2);
      other.destroy();
    }));

  test("assets whose files lie in the project's content show it as well", async () => {
    const project = scratch({ "Script/Thing.as": SCRIPT, "Content/Things/BP_Any.uasset": "x" });
    editor = await startFakeEditor({ chunks: CHUNKS, assets: [["/Game/Things/BP_Any", "AUnheard"]] });
    session = await openSession({ cwd: project });
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

  test("an editor on another port, as the environment names it", async () => {
    editor = await startFakeEditor({ chunks: CHUNKS, diagnostics: [clean], port: 27123 });
    session = await openSession({ cwd: root, env: { JIG_UNREAL_PORT: "27123" } });
    await claimed();
    await session.close();
    await editor.close();
    editor = undefined;
  });

  test("assets and settings of another layout are left out", () =>
    withEditor({ chunks: [...CHUNKS] }, async (server) => {
      await claimed();
      server.raw(28, Buffer.from([1, 0, 0, 0, 255, 255, 255, 127]));
      server.raw(28, Buffer.alloc(0));
      server.raw(31, Buffer.alloc(1));
      server.raw(0, Buffer.from([255, 255, 255, 127]));
      server.push({ path: join(root, "Thing.as"), items: [["After all that", 1, 1, true, false]] });
      const told = await session.until("angelscript_diagnostics", {}, (answer) => answer.data?.total === 1);
      assert.equal(told.data.diagnostics[0].message, "After all that");
      assert.equal(server.requests, 1);
    }));

  test("diagnostics say how old they are, and wait for the compile that follows a save", async () => {
    const own = scratch({ "Thing.as": SCRIPT });
    const path = join(own, "Thing.as");
    editor = await startFakeEditor({ chunks: CHUNKS, diagnostics: [{ path, items: [] }] });
    session = await openSession({ cwd: own });
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
          // The request is 01 00 00 00 and the type, nothing else; another jig on this machine may have asked as well.
          const sent = [...Buffer.concat(server.received)].join();
          assert.match(sent, /^1,0,0,0,1(,1,0,0,0,1)*$/);
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
    session = await openSession({ cwd: root });
    try {
      const first = await session.until("angelscript_searchApi", { labelQuery: "AThing" }, () => dying.requests > 0);
      assert.equal(first.data.nativeSource, "baseline");
      assert.equal((await session.call("angelscript_getTypeMembers", { name: "AThing" })).ok, true);
      await dying.close();
      editor = await startFakeEditor({ chunks: CHUNKS, diagnostics: [clean] });
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
