/** Slow editor tests: crashes, silence, malformed messages, waiting for a compile. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { scratch } from "../jig.ts";
import { fstring, settings, startFakeEditor } from "./fake-editor.ts";
import {
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
  setEditor,
  withEditor,
} from "./fake-editor-session.ts";

describe("beside an Unreal editor", () => {
  after(async () => editor?.close());

  test("every message that is read, of another layout: it is left out, and the others hold", () =>
    withEditor({}, async (server) => {
      await claimed();
      const bodies = [
        Buffer.alloc(0),
        Buffer.alloc(1),
        Buffer.from([255, 255, 255, 127]),
        Buffer.from([0, 0, 0, 128]),
        // Two strings of which one is unterminated, then a UTF-16 string longer than the data.
        Buffer.from([1, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 65, 66]),
        Buffer.from([1, 0, 0, 0, 2, 0, 0, 0, 254, 255, 255, 255, 65, 0]),
        Buffer.alloc(300_000, 0xee),
      ];
      // Settings, database, end of database, assets, end of assets, diagnostics, and an unknown type.
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
    const server = await startFakeEditor({ chunks: CHUNKS, diagnostics: [{ path, items: [] }] });
    await open(server, own);
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
    await close();
  });

  test("a server that never says it has finished", () =>
    withEditor({ neverFinishes: true }, async () => {
      assert.equal((await resolved()).data?.nativeSource, "editor");
    }));

  test("a server that dies in the middle: scripts answer, and its return is noticed", async () => {
    const dying = await startFakeEditor({ chunks: CHUNKS, diagnostics: [clean], diesAfter: 1 });
    await open(dying, root);
    try {
      const first = await session.until("angelscript_searchApi", { labelQuery: "AThing" }, () => dying.requests > 0);
      assert.equal(first.data.nativeSource, "baseline");
      assert.equal((await session.call("angelscript_getTypeMembers", { name: "AThing" })).ok, true);
      await dying.close();
      setEditor(undefined);
      const back = await startFakeEditor({ chunks: CHUNKS, diagnostics: [clean], port: dying.port });
      setEditor(back);
      assert.equal((await resolved()).data?.nativeSource, "editor");
      await back.close();
      setEditor(undefined);
      // Its data stays in use after it's gone.
      assert.equal((await resolved()).data?.symbol.name, "DoIt");
    } finally {
      await session.close();
    }
  });
});

describe("beside an Unreal editor", () => {
  after(async () => editor?.close());

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

  for (const lengthCountsType of [false, true])
    for (const version of [1, 4, 7])
      test(`lengths that ${lengthCountsType ? "count" : "leave out"} the type byte, settings version ${version}`, () =>
        withEditor({ lengthCountsType, version }, async (server) => {
          const answer = await resolved();
          assert.equal(answer.data?.symbol.signature, "void UNative.DoIt()");
          // The request is just 01 00 00 00 and the type.
          assert.deepEqual([...Buffer.concat(server.received)], [1, 0, 0, 0, 1]);
        }));

  test("an editor of another project is not used", () =>
    withEditor({ diagnostics: [{ path: "/elsewhere/Script/A.as", items: [] }] }, async (server) => {
      await session.until("angelscript_searchApi", { labelQuery: "AThing" }, () => server.requests > 0);
      const answer = await session.call("angelscript_searchApi", { labelQuery: "AThing" });
      assert.equal(answer.data.nativeSource, "baseline");
      assert.ok(answer.data.total > 0);
    }));
});
