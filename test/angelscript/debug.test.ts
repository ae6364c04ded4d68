/** The debugger against a fake editor: old and new versions, invalid data, and a connection loss. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { type FakeEditor, type FakeEditorOptions, fstring, startFakeEditor } from "./fake-editor.ts";
import { openSession, type Session } from "./session.ts";

const int = (value: number) => Buffer.from(Int32Array.of(value).buffer);
const CHUNKS = [{ UObject: { properties: {}, methods: [] }, AActor: { properties: {}, methods: [] } }];
const root = scratch({ "Script/Sub/Thing.as": "class AThing : AActor\n{\n\tvoid Go()\n\t{\n\t\tint A = 1;\n\t}\n}\n" });
const FILE = join(root, "Script/Sub/Thing.as");
const STOPPED: [number, Buffer] = [11, Buffer.concat([fstring("breakpoint"), fstring(""), fstring("Größe 蓝")])];

/** A call stack with script, Blueprint and native frames, and values with address and size. */
function answersOf(version: number): NonNullable<FakeEditorOptions["answers"]> {
  const module = (name: string) => (version > 0 ? [fstring(name)] : []);
  const place = () => (version >= 2 ? [Buffer.alloc(8, 7), Buffer.from([4])] : []);
  const value = (name: string, text: string) => [fstring(name), fstring(text), fstring("int"), int(0), ...place()];
  return (type, body) => {
    switch (type) {
      case 3:
        assert.deepEqual([...body], [2, 0, 0, 0]);
        return version > 0 ? [[33, int(version)]] : [];
      case 23:
        return [[24, Buffer.alloc(8)]];
      case 10: {
        const line = body.readInt32LE(4 + FILE.length + 1);
        const id = body.readInt32LE(4 + FILE.length + 5);
        return id < 0 ? [] : [[10, Buffer.concat([fstring(FILE), int(line === 99 ? -1 : line + 1), int(id)])]];
      }
      case 5:
      case 6:
      case 13:
        return [[12, Buffer.alloc(0)], STOPPED];
      case 7: {
        const frames = [
          [fstring("AThing::Go_Implementation"), fstring(FILE), int(5), ...module("Sub.Thing")],
          [fstring("Event"), fstring("::BP_Thing"), int(-1), ...module("")],
          [fstring("ProcessEvent"), fstring(""), int(0), ...module("")],
        ];
        return [[8, Buffer.concat([int(3), ...frames.flat()])]];
      }
      case 17:
        return [[18, Buffer.concat([int(2), ...value("A", "1"), ...value("蓝", "2")])]];
      case 19:
        return [[20, Buffer.concat(value("A + 1", "2"))]];
    }
    return [];
  };
}

async function debugged(
  options: Partial<FakeEditorOptions>,
  work: (ask: (input: object) => ReturnType<Session["call"]>, server: FakeEditor) => Promise<void>,
): Promise<void> {
  const server = await startFakeEditor({ chunks: CHUNKS, diagnostics: [{ path: FILE, items: [] }], ...options });
  const session = await openSession({ cwd: root, env: { JIG_UNREAL_PORT: String(server.port) } });
  try {
    await work((input) => session.call("angelscript_debug", input), server);
  } finally {
    await session.close();
    await server.close();
  }
}

for (const [version, lengthCountsType] of [
  [2, false],
  [0, true],
] as const)
  test(`breakpoint, stop, stack, values, step and detach, version ${version}, lengths ${lengthCountsType ? "with" : "without"} type`, () =>
    debugged({ answers: answersOf(version), lengthCountsType }, async (ask, server) => {
      assert.equal((await ask({ action: "attach", others: "clear" })).data.attachment, "started");
      const set = await ask({ action: "setBreakpoint", filePath: "Script/Sub/Thing.as", line: 4 });
      assert.equal(set.data.breakpoint.line, 5);
      const none = await ask({ action: "setBreakpoint", filePath: "Script/Sub/Thing.as", line: 99 });
      assert.equal(none.error.code, "NotFound");
      const stopped = await ask({ action: "continue" });
      assert.deepEqual(stopped.data.stop, { reason: "breakpoint", text: "Größe 蓝" });
      const [first, blueprint, engine] = stopped.data.frames;
      assert.equal(first.name, "AThing::Go");
      assert.match(first.filePath, /Script\/Sub\/Thing\.as$/);
      assert.deepEqual([first.line, blueprint.name, engine.filePath], [5, "Event (Blueprint BP_Thing)", undefined]);
      const { data } = await ask({ action: "variables" });
      assert.deepEqual(data.variables, [
        { name: "A", value: "1", type: "int", hasMembers: false },
        { name: "蓝", value: "2", type: "int", hasMembers: false },
      ]);
      assert.equal((await ask({ action: "evaluate", expression: "A + 1" })).data.variables[0].value, "2");
      assert.equal((await ask({ action: "stepOver" })).data.state, "stopped");
      assert.equal((await ask({ action: "detach" })).data.state, "detached");
      const said = () => Buffer.concat(server.received).toString("latin1");
      const detached = Buffer.from([1, 0, 0, 0, 6, 1, 0, 0, 0, 25]).toString("latin1");
      // The call returns before the editor has read the last message.
      while (!said().includes(detached)) await new Promise((resolve) => setTimeout(resolve, 5));
      const all = said();
      const breakpoint = Buffer.concat([fstring(FILE), int(4), int(1), fstring("Sub.Thing")]);
      for (const bytes of [
        Buffer.concat([int(breakpoint.length + 1), Buffer.from([10]), breakpoint]),
        Buffer.concat([int(1 + 4 + 10), Buffer.from([17]), fstring("0:%local%")].map((part) => part)),
        Buffer.concat([int(1 + 4 + 6 + 4), Buffer.from([19]), fstring("A + 1"), int(0)]),
      ])
        assert.ok(all.includes(bytes.toString("latin1")), bytes.toString("hex"));
    }));

test("an answer of another layout, a game that runs on, an editor that goes away", () =>
  debugged(
    {
      answers: (type, body) => {
        if (type === 7) return [[8, Buffer.concat([int(1_000_000), Buffer.alloc(3)])]];
        if (type === 13) return [[12, Buffer.alloc(0)]];
        return type === 6 ? [[11, Buffer.from([1, 2])]] : answersOf(2)(type, body);
      },
    },
    async (ask, server) => {
      await ask({ action: "attach", others: "clear" });
      const odd = await ask({ action: "continue" });
      assert.match(odd.error.message, /cannot be read/);
      const status = await ask({ action: "status" });
      assert.deepEqual([status.data.state, status.data.stop], ["stopped", { reason: "unknown" }]);
      const running = await ask({ action: "stepOver", waitSeconds: 0.1 });
      assert.deepEqual([running.data.state, running.data.frames], ["running", undefined]);
      assert.equal((await ask({ action: "evaluate" })).error.code, "InvalidParams");
      assert.equal((await ask({ action: "setBreakpoint", filePath: "../x.as", line: 1 })).ok, false);
      await server.close();
      const gone = await ask({ action: "callStack" });
      assert.equal(gone.error.code, "NotReady");
    },
  ));
