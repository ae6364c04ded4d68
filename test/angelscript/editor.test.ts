/** Connecting to an editor: both length conventions, split messages, a huge frame, pushed diagnostics. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, describe, test } from "node:test";
import { scratch } from "../jig.ts";
import { startFakeEditor } from "./fake-editor.ts";
import {
  AT_DO_IT,
  CHUNKS,
  claimed,
  clean,
  close,
  editor,
  open,
  resolved,
  root,
  SCRIPT,
  session,
  withEditor,
} from "./fake-editor-session.ts";
import { openSession } from "./session.ts";

const RUN_FAKE_EDITOR = join(import.meta.dirname, "run-fake-editor.ts");

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
    await open(await startFakeEditor({ chunks: CHUNKS, assets: [["/Game/Things/BP_Any", "AUnheard"]] }), project);
    const at = { ...AT_DO_IT, filePath: "Script/Thing.as" };
    const isOurs = (answer: { data?: { nativeSource?: string } }) => answer.data?.nativeSource === "editor";
    assert.ok(isOurs(await session.until("angelscript_resolveSymbolAtPosition", at, isOurs)));
    await close();
  });

  test("the process that listens names the project: nothing else shows whose the editor is", async (context) => {
    if (["ss", "lsof"].every((name) => spawnSync(name, ["-v"]).error)) return context.skip("neither ss nor lsof");
    const project = scratch({ "Script/Thing.as": SCRIPT, "Game.uproject": "{}" });
    const started = spawn(process.execPath, [RUN_FAKE_EDITOR, join(project, "Game.uproject")], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const [line] = await once(createInterface({ input: started.stdout }), "line");
    const port = Number(line);
    const asks = (cwd: string) => openSession({ cwd, env: { JIG_UNREAL_PORT: line } });
    const session = await asks(project);
    const isTold = (answer: { ok: boolean; data?: { nativeSource?: string } }) =>
      answer.data?.nativeSource === "editor";
    const told = await session.until("angelscript_getTypeMembers", { name: "UToldByProcess" }, isTold);
    assert.ok(isTold(told), JSON.stringify(told));
    await session.close();
    // The same process doesn't use it for another workspace.
    const elsewhere = await asks(root);
    const probe: Socket = connect(port, "127.0.0.1");
    await once(probe, "connect");
    probe.destroy();
    const other = await elsewhere.call("angelscript_searchApi", { labelQuery: "AThing" });
    assert.equal(other.data.nativeSource, "baseline");
    await elsewhere.close();
    started.stdin.end();
    await once(started, "exit");
  });

  test("messages in pieces of three bytes", () =>
    withEditor({ pieceBytes: 3 }, async () => {
      assert.equal((await resolved()).data?.symbol.name, "DoIt");
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
    const session = await openSession({ cwd: broken });
    const answer = await session.call("angelscript_diagnostics", { filePath: "Bad.as" });
    await session.close();
    assert.equal(answer.data.source, "parser");
    assert.equal(answer.data.diagnostics[0].line, 3);
  });
});
