/** Editor tools: assets, and requests that must match those of the VS Code extension byte for byte. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type FakeEditor, fstring } from "./fake-editor.ts";
import { withEditor } from "./things-editor.ts";

/** Data received after the database request, once it's complete. */
async function sent(server: FakeEditor, length: number): Promise<Buffer> {
  for (let tries = 0; tries < 100; tries++) {
    const all = Buffer.concat(server.received).subarray(5);
    if (all.length >= length) return all;
    await new Promise((settle) => setTimeout(settle, 20));
  }
  return Buffer.concat(server.received).subarray(5);
}

const int = (value: number) => Buffer.from(Int32Array.of(value).buffer);

const frame = (type: number, ...body: Buffer[]) => {
  const bytes = Buffer.concat(body);
  return Buffer.concat([int(bytes.length + 1), Buffer.from([type]), bytes]);
};

const paths = (answer: { data: { assets: { path: string }[] } }) => answer.data.assets.map(({ path }) => path);

test("assets of a class and its heirs, by both spellings of its name; gone ones go; odd messages are left out", () =>
  withEditor(
    {
      assets: [
        ["/Game/Things/BP_Thing", "AThing"],
        ["/Game/Ünï/蓝图", "Heir"],
        ["/Game/../../../etc/passwd", "AThing"],
        ["/Game/Other", "ULoose"],
      ],
    },
    async (session, server) => {
      const all = await session.call("angelscript_assets", { name: "AThing" });
      assert.deepEqual(paths(all), ["/Game/../../../etc/passwd", "/Game/Things/BP_Thing", "/Game/Ünï/蓝图"]);
      assert.deepEqual(
        all.data.assets.map(({ filePath }: { filePath?: string }) => filePath),
        [undefined, "Content/Things/BP_Thing.uasset", undefined],
      );
      const own = await session.call("angelscript_assets", { name: "AThing", includeDerived: false });
      assert.equal(own.data.total, 2);
      // An invalid count, then an unterminated string. Other messages must still work.
      server.raw(28, Buffer.concat([int(1), int(1_000_000)]));
      server.raw(28, Buffer.concat([int(1), int(2), int(5), Buffer.from("/Game")]));
      server.raw(28, Buffer.concat([int(1), int(2), fstring("/Game/Things/BP_Thing"), fstring("")]));
      const fewer = await session.until("angelscript_assets", { name: "AThing" }, ({ data }) => data.total === 2);
      assert.deepEqual(paths(fewer), ["/Game/../../../etc/passwd", "/Game/Ünï/蓝图"]);
      server.raw(27, Buffer.alloc(0));
      server.raw(29, Buffer.alloc(0));
      const none = await session.until("angelscript_assets", { name: "AThing" }, ({ data }) => data.total === 0);
      assert.equal(none.data.total, 0);
      assert.equal((await session.call("angelscript_assets", { name: "ANobody" })).error.code, "NotFound");
    },
  ));

test("requests are those of the extension, byte for byte", () =>
  withEditor({ assets: [["/Game/Things/BP_Thing", "AThing"]] }, async (session, server) => {
    const asks: [input: object, bytes: Buffer][] = [
      [{ action: "openDefinition", name: "AActor" }, frame(21, fstring(""), fstring("AActor"))],
      [
        { action: "openDefinition", name: "AThing.GetActorLocation" },
        frame(21, fstring("AActor"), fstring("GetActorLocation")),
      ],
      [{ action: "openDefinition", name: "Math::Clamp" }, frame(21, fstring("__Math"), fstring("Clamp"))],
      [
        { action: "openAsset", name: "/Game/Ünï/蓝图" },
        frame(30, int(1), int(1), fstring("/Game/Ünï/蓝图"), fstring("")),
      ],
      [
        { action: "openAsset", name: "AThing" },
        frame(30, int(1), int(1), fstring("/Game/Things/BP_Thing"), fstring("AThing")),
      ],
      [{ action: "createBlueprint", name: "AThing" }, frame(34, fstring("AThing"))],
      [{ action: "stopPlay" }, Buffer.from([1, 0, 0, 0, 38])],
    ];
    const expected: Buffer[] = [];
    for (const [input, bytes] of asks) {
      const answer = await session.call("angelscript_editor", input);
      assert.equal(answer.data?.sent, true, JSON.stringify(answer));
      expected.push(bytes);
    }
    const all = Buffer.concat(expected);
    assert.deepEqual([...(await sent(server, all.length))], [...all]);
    // Rejected without sending anything.
    const refused: [input: object, code: string][] = [
      [{ action: "openDefinition", name: "AThing" }, "InvalidParams"],
      [{ action: "openDefinition", name: "AThing.Go" }, "InvalidParams"],
      [{ action: "openDefinition", name: "Nobody.Knows" }, "NotFound"],
      [{ action: "openDefinition" }, "InvalidParams"],
      [{ action: "openAsset", name: "/Game/A\0B" }, "InvalidParams"],
      [{ action: "openAsset", name: "ULoose" }, "NotFound"],
      [{ action: "createBlueprint", name: "AActor" }, "NotFound"],
      [{ action: "quit", name: "x" }, "InvalidParams"],
    ];
    for (const [input, code] of refused)
      assert.equal((await session.call("angelscript_editor", input)).error.code, code, JSON.stringify(input));
    assert.equal((await sent(server, all.length)).length, all.length);
  }));

test("an editor too old for blueprints says so; one that goes away is missed", () =>
  withEditor({ version: 3 }, async (session, server) => {
    const old = await session.call("angelscript_editor", { action: "createBlueprint", name: "AThing" });
    assert.match(old.error.message, /too old/);
    await server.close();
    const gone = await session.until("angelscript_editor", { action: "stopPlay" }, (answer) => !answer.ok);
    assert.deepEqual([gone.error.code, gone.error.retryable], ["NotReady", true]);
  }));
