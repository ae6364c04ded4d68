/** Host API: calls, errors in the plugin's format, limits, cancellation. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import * as v from "valibot";
import { type Host, JigError, type JsonObject, type Outcome, type ToolModule } from "./frontend-api.ts";
import { definePlugin, type ToolDeclaration, tool } from "./plugin-api.ts";
import { createTestHost } from "./testing.ts";

/** PNG with one pixel. */
const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

function module(handler: ToolModule["default"], rest: Partial<ToolModule> = {}) {
  return async () => ({ default: handler as never, ...rest });
}

const fixture = definePlugin({
  name: "fixture",
  version: "1.0.0",
  title: "Fixture",
  description: "Tools for the tests of the host.",
  host: "^1",
  permissions: { read: ["workspace"], run: ["rg"] },
  failure: (error) => ({ value: { ok: false, code: error.code, message: error.advice }, failed: true }),
  tools: {
    echo: tool({
      title: "Echo",
      description: "Gives its input back.",
      effect: "read",
      parameterEffects: { output_file: "write" },
      input: v.strictObject({
        text: v.pipe(v.string(), v.minLength(1)),
        count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 3),
        mode: v.optional(v.picklist(["plain", "loud"])),
        words: v.optional(v.array(v.string())),
        output_file: v.optional(v.string()),
      }),
      view: "json",
      examples: [],
      handler: module(async (input) => ({ value: input })),
    }),
    sleepy: tool({
      title: "Sleepy",
      description: "Never answers.",
      effect: "read",
      input: v.strictObject({ timeout_ms: v.optional(v.number()) }),
      timeout: { defaultMs: 150 },
      view: "json",
      examples: [],
      handler: module(() => new Promise<Outcome>(() => {})),
    }),
    reader: tool({
      title: "Reader",
      description: "Reads a file of the workspace.",
      effect: "read",
      input: v.strictObject({ path: v.string() }),
      view: "text",
      examples: [],
      handler: module(async (input, context) => ({ value: (await context.files.readText(String(input.path))).text })),
    }),
    searcher: tool({
      title: "Searcher",
      description: "Runs rg.",
      effect: "read",
      input: v.strictObject({ word: v.string() }),
      view: "text",
      examples: [],
      handler: module(async (input, context) => {
        const running = await context.run({
          command: "rg",
          args: ["--no-config", "-e", String(input.word), "--", "."],
        });
        let text = "";
        for await (const chunk of running.stdout) text += Buffer.from(chunk).toString();
        return { value: { text, code: (await running.exit).code } };
      }),
    }),
    thrower: tool({
      title: "Thrower",
      description: "Breaks.",
      effect: "execute",
      input: v.strictObject({}),
      view: "json",
      examples: [],
      handler: module(async () => {
        throw new JigError("COMMAND_FAILED", "It broke");
      }),
    }),
    sweeper: tool({
      title: "Sweeper",
      description: "Walks.",
      effect: "read",
      input: v.strictObject({}),
      view: "json",
      examples: [],
      handler: module(async (_input, context) => ({
        value: (await context.files.sweep({ extensions: [".txt"] })).paths,
      })),
    }),
  },
});

/** Threads are unref'ed in tests, so keep the process alive. */
let waiting: ReturnType<typeof setInterval> | undefined;
before(() => {
  waiting = setInterval(() => {}, 1000);
});
after(() => clearInterval(waiting));

describe("host", () => {
  let host: Host;
  let folder: string;
  const codeOf = (outcome: Outcome) => (outcome.value as JsonObject).code;
  const messageOf = (outcome: Outcome) => String((outcome.value as JsonObject).message);

  before(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "jig-host-")));
    mkdirSync(join(folder, "sub"));
    writeFileSync(join(folder, "a.txt"), "hello\n");
    writeFileSync(join(folder, "sub", "b.txt"), "\u{feff}wörld\r\n");
    writeFileSync(join(folder, "c.cs"), "class C {}\n");
    symlinkSync("/etc", join(folder, "out"));
    host = await createTestHost({ builtIns: [fixture], roots: [folder] });
  });
  after(() => host.close());

  test("invoke() passes the value on and fills defaults", async () => {
    assert.deepEqual(await host.invoke("echo", { text: "x" }), { value: { text: "x", count: 3 } });
  });

  test("invoke() accepts an integral string for an integer, and null for an absent option", async () => {
    assert.deepEqual(await host.invoke("echo", { text: "x", count: "5", mode: null }), {
      value: { text: "x", count: 5 },
    });
  });

  test("invoke() refuses true and 2.9 for an integer", async () => {
    for (const count of [true, 2.9, "2.9", "x", -1]) {
      const outcome = await host.invoke("echo", { text: "x", count });
      assert.equal(outcome.failed, true);
      assert.equal(codeOf(outcome), "INVALID_ARGUMENT");
      assert.match(messageOf(outcome), /"count" must be/);
    }
  });

  test("invoke() names an unknown parameter and the near one", async () => {
    const outcome = await host.invoke("echo", { text: "x", cout: 3 });
    assert.match(messageOf(outcome), /Unknown parameter "cout".*Did you mean "count"\?/);
  });

  test("invoke() names what is missing, wrong choices and wrong items", async () => {
    assert.match(messageOf(await host.invoke("echo", {})), /"text" is required/);
    assert.match(messageOf(await host.invoke("echo", { text: "" })), /non-empty/);
    assert.match(
      messageOf(await host.invoke("echo", { text: "x", mode: "soft" })),
      /one of "plain", "loud", not "soft"/,
    );
    assert.match(
      messageOf(await host.invoke("echo", { text: "x", words: ["a", 1] })),
      /"words\[1\]" must be a string, not 1/,
    );
    assert.match(
      messageOf(await host.invoke("echo", { text: "x", words: "a" })),
      /"words" must be an array of strings/,
    );
    assert.match(messageOf(await host.invoke("echo", [])), /must be a JSON object/);
  });

  test("invoke() of an unknown tool suggests the near one", async () => {
    const outcome = await host.invoke("ecko", {});
    assert.deepEqual([outcome.failed, codeOf(outcome)], [true, "UNKNOWN_TOOL"]);
    assert.match(String((outcome.value as JsonObject).error), /Did you mean "echo"/);
  });

  test("invoke() gives up on a tool that never answers", async () => {
    assert.equal(codeOf(await host.invoke("sleepy", {})), "TIMEOUT");
  });

  test("invoke() answers a cancelled call with CANCELLED", async () => {
    const cancel = new AbortController();
    const call = host.invoke("sleepy", {}, { signal: cancel.signal });
    cancel.abort();
    assert.equal(codeOf(await call), "CANCELLED");
  });

  test("a handler's error keeps its code in the plugin's envelope", async () => {
    assert.deepEqual(await host.invoke("thrower", {}), {
      value: { ok: false, code: "COMMAND_FAILED", message: "It broke" },
      failed: true,
      reason: "It broke",
    });
  });

  test("files follow the path rules and decode", async () => {
    assert.deepEqual(await host.invoke("reader", { path: "sub/b.txt" }), { value: "wörld\r\n" });
    assert.deepEqual(await host.invoke("reader", { path: "sub/../a.txt" }), { value: "hello\n" });
    assert.deepEqual(await host.invoke("reader", { path: "sub\\b.txt" }), { value: "wörld\r\n" });
    assert.deepEqual(await host.invoke("reader", { path: join(folder, "a.txt") }), { value: "hello\n" });
    for (const path of ["../x", "/etc/passwd", "out/passwd", "C:\\x", "\\\\server\\x", "/proc/self/environ"]) {
      assert.equal(codeOf(await host.invoke("reader", { path })), "PATH_OUTSIDE", path);
    }
    assert.equal(codeOf(await host.invoke("reader", { path: "nope.txt" })), "PATH_NOT_FOUND");
    assert.equal(codeOf(await host.invoke("reader", { path: "sub" })), "NOT_A_FILE");
    for (const path of ["", "a\0b", "file:///etc/passwd"]) {
      assert.equal(codeOf(await host.invoke("reader", { path })), "INVALID_ARGUMENT", path);
    }
  });

  test("rg is found and runs in the root", async () => {
    const outcome = await host.invoke("searcher", { word: "hello" });
    assert.deepEqual(outcome.value, { text: "./a.txt:hello\n", code: 0 });
  });

  test("the sweep runs on a thread", async () => {
    assert.deepEqual(await host.invoke("sweeper", {}), {
      value: [join(folder, "a.txt"), join(folder, "sub", "b.txt")],
    });
  });

  test("present() keeps a success one whatever its size, and keeps the whole as a path that tools accept", async () => {
    const outcome = { value: { text: `first\n${"x".repeat(80)}\n`.repeat(100), done: true } };
    const cut = await host.present("echo", outcome, {}, { maxChars: 1000 });
    assert.equal(cut.failed, false);
    assert.ok(cut.text.length <= 1000, String(cut.text.length));
    const sent = JSON.parse(cut.text);
    assert.equal(sent.done, true);
    assert.equal(sent.truncated, true);
    assert.match(sent.answer, /^answer:[0-9a-z]{12}$/);
    const { text } = await host.savedText(sent.answer.slice(7), 1, 2, 10_000);
    assert.equal(text, `first\n${"x".repeat(80)}\n`);
    assert.ok((await host.savedAnswers()).some(({ id }) => `answer:${id}` === sent.answer));
    const few = await host.present("echo", outcome, { max_tokens: 300 }, {});
    assert.ok(few.text.length < 2500 && JSON.parse(few.text).truncated, few.text);
    const read = await host.invoke("reader", { path: sent.answer });
    assert.equal(read.failed, undefined);
  });

  test("without a root, a tool that reads the workspace says so instead of finding nothing", async () => {
    const rootless = await createTestHost({ builtIns: [fixture], roots: [] });
    try {
      const outcome = await rootless.invoke("sweeper", {});
      assert.equal(codeOf(outcome), "UNAVAILABLE");
      assert.match(messageOf(outcome), /no workspace root.*--root/);
    } finally {
      await rootless.close();
    }
  });

  test("read-only hides what can change things and takes raising parameters from schemas", async () => {
    const careful = await createTestHost({ builtIns: [fixture], roots: [folder], readOnly: true });
    assert.equal(careful.tool("thrower")?.listed, false);
    assert.equal(Object.hasOwn(careful.tool("echo")!.inputSchema.properties as object, "output_file"), false);
    assert.equal(codeOf(await careful.invoke("thrower", {})), "PERMISSION_DENIED");
    assert.equal(codeOf(await careful.invoke("echo", { text: "x", output_file: "y" })), "PERMISSION_DENIED");
    await careful.close();
  });

  test("two roots with the same relative path need a name in front", async () => {
    const other = realpathSync(mkdtempSync(join(tmpdir(), "jig-host-")));
    writeFileSync(join(other, "a.txt"), "other\n");
    const two = await createTestHost({ builtIns: [fixture], roots: [folder, other] });
    const outcome = await two.invoke("reader", { path: "a.txt" });
    assert.equal(codeOf(outcome), "INVALID_ARGUMENT");
    const shown = two.workspace.display(join(other, "a.txt"));
    assert.deepEqual(await two.invoke("reader", { path: shown }), { value: "other\n" });
    assert.deepEqual(await two.invoke("reader", { path: "sub/b.txt" }), { value: "wörld\r\n" });
    await two.close();
  });
});

describe("host of several plugins", () => {
  const about = { version: "1.0.0", description: "D.", host: "^1", permissions: {} } as const;
  const common: Pick<ToolDeclaration, "title" | "description" | "effect" | "view" | "examples"> = {
    title: "T",
    description: "D.",
    effect: "read",
    view: "json",
    examples: [],
  };
  const answering = module(async (input) => ({ value: input }));
  const running = new Set<AbortSignal>();
  const search = definePlugin({
    ...{ ...about, name: "search", title: "Search" },
    tools: {
      find: tool({ ...common, input: v.strictObject({ word: v.string() }), handler: answering }),
      hidden: tool({ ...common, dynamic: true, input: v.strictObject({ word: v.string() }), handler: answering }),
      endless: tool({
        ...common,
        input: v.strictObject({}),
        handler: module(async (_, { signal }) => {
          running.add(signal);
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
          throw signal.reason;
        }),
      }),
    },
    contributes: {
      languages: [{ id: "toy", title: "Toy", extensions: [".toy", ".game"] }],
      finders: [
        { title: "words", tool: "find", parameter: "word" },
        { title: "hidden", tool: "hidden", parameter: "word" },
      ],
      jumps: [
        { rel: "references", tool: "find", input: { word: { at: "/word" } } },
        { rel: "definition", tool: "find", languages: ["toy"], input: { word: { at: "/word" } } },
        { rel: "members", tool: "hidden", input: { word: { at: "/word" } } },
      ],
      prompts: [{ name: "look", title: "Look", description: "D.", text: "Look." }],
      cliAliases: [{ command: "seek", tool: "find", description: "Finds." }],
      doctor: async () => ({
        default: async ({ tool }) => [{ what: "search", state: "ok", detail: `well, by ${tool}` }],
      }),
    },
  });
  const ill = definePlugin({
    ...{ ...about, name: "ill", title: "Ill" },
    tools: {},
    contributes: {
      prompts: [{ name: "ill", title: "Ill", description: "D.", text: "Ill." }],
      doctor: async () => ({
        default: async () => {
          throw new JigError("UNAVAILABLE", "no pulse", { hint: "Call somebody" });
        },
      }),
    },
  });
  const idle = definePlugin({
    ...{ ...about, name: "idle", title: "Idle", when: { workspaceHas: ["no/such/path"] } },
    tools: { rest: tool({ ...common, input: v.strictObject({}), handler: answering }) },
    contributes: {
      doctor: async () => ({ default: async () => [{ what: "idle", state: "ok", detail: "never said" }] }),
    },
  });

  let folder: string;
  let host: Host;
  before(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "jig-host-")));
    writeFileSync(join(folder, "dot.png"), DOT);
    host = await createTestHost({ builtIns: [search, ill, idle], roots: [folder], readOnly: true });
  });
  after(() => host.close());

  test("what plugins contribute is there, but for what belongs to a tool that is not listed", () => {
    assert.deepEqual(
      host.finders().map(({ title, plugin }) => [title, plugin]),
      [["words", "search"]],
    );
    assert.deepEqual(
      host.languages().map(({ id }) => id),
      ["toy"],
    );
    assert.deepEqual(
      host.cliAliases().map(({ command }) => command),
      ["seek"],
    );
    assert.deepEqual(
      host
        .prompts()
        .map(({ name }) => name)
        .sort(),
      ["ill", "look"],
    );
    const rels = (path: string) => host.jumps({ path, word: "w", line: 1, column: 1 }).map(({ rel }) => rel);
    assert.deepEqual(rels("a.txt"), ["references"]);
    assert.deepEqual(rels("A.TOY"), ["definition"]);
    assert.deepEqual(rels("a.game"), ["definition"]);
    assert.deepEqual([...new Set(host.plugins().map(({ sandbox }) => sandbox))], ["host"]);
    assert.deepEqual(
      host.plugins().map(({ name, state }) => [name, state]),
      [
        ["search", "ready"],
        ["ill", "ready"],
        ["idle", "inactive"],
      ],
    );
  });

  test("the doctor hears all that have something to do, a broken one as an error", async () => {
    assert.deepEqual(await host.doctor(), [
      { what: "search", state: "ok", detail: "well, by doctor" },
      { what: "Ill", state: "error", detail: "no pulse", fix: "Call somebody" },
    ]);
  });

  test("a plugin's file is read again on demand, and whoever listens hears of a change", async () => {
    const plugins = realpathSync(mkdtempSync(join(tmpdir(), "jig-plugins-")));
    const write = (more: JsonObject) => {
      mkdirSync(join(plugins, "late"), { recursive: true });
      const file = { ...about, name: "late", title: "Late", tools: {}, ...more };
      writeFileSync(join(plugins, "late", "plugin.json"), JSON.stringify(file));
    };
    write({});
    const reloading = await createTestHost({
      builtIns: [search],
      roots: [folder],
      pluginFolders: [plugins],
      pluginsInProcess: true,
    });
    let changes = 0;
    const stop = reloading.onChange(() => changes++);
    const late = () => reloading.plugins().find(({ source }) => source.startsWith(plugins))!;
    assert.deepEqual([late().title, late().state], ["Late", "ready"]);
    write({ title: "Later" });
    await reloading.reload("search");
    assert.deepEqual([late().title, changes], ["Late", 0], "another plugin is as it was");
    await reloading.reload("late");
    assert.deepEqual([late().title, changes], ["Later", 1]);
    await reloading.reload();
    assert.equal(changes, 1, "nothing is new");
    await Promise.all([reloading.reload(), reloading.reload(), reloading.reload("late")]);
    assert.equal(changes, 1, "nothing is new, however many reload at once");
    write({ title: 1 });
    await Promise.all([reloading.reload(), reloading.reload()]);
    assert.deepEqual([late().state, changes], ["unavailable", 2]);
    assert.equal((await reloading.doctor()).length, 1, "one that cannot run is not asked");
    stop();
    write({});
    await reloading.reload();
    assert.deepEqual([late().state, changes], ["ready", 2]);
    await reloading.close();
  });

  test("what no tool answered is shown as it is", async () => {
    const outcome = { value: { a: 1 } };
    assert.deepEqual(await host.view("none", outcome, {}), { rows: [{ text: '{"a":1}' }] });
    assert.deepEqual(await host.present("none", outcome, {}, {}), { text: '{"a":1}', value: { a: 1 }, failed: false });
    assert.equal((await host.present("none", { ...outcome, failed: true }, {}, {})).failed, true);
    assert.notDeepEqual(await host.view("find", { value: { word: "x" } }, {}), { rows: [] });
  });

  test("pictures are read from the workspace or the answer, within a limit", async () => {
    const inFile = { mimeType: "image/png", path: "dot.png" };
    const inside = { mimeType: "image/png", base64: DOT.toString("base64") };
    assert.equal(await host.mediaBytes(inFile, 1000), inside.base64);
    assert.equal(await host.mediaBytes(inFile, 10), undefined);
    assert.equal(await host.mediaBytes({ ...inFile, path: "none.png" }, 1000), undefined);
    for (const media of [inFile, inside]) {
      const { width, height } = await host.picture(media, 5, 5);
      assert.deepEqual([width, height], [1, 1]);
    }
    const large = await host.encodedPicture(inside, "sixel", { width: 4, height: 4, enlarge: 3 });
    assert.deepEqual([large.width, large.height, large.data.slice(0, 2)], [3, 3, "\u001bP"]);
    await assert.rejects(host.picture({ ...inFile, path: "none.png" }, 5, 5), {
      code: "PATH_NOT_FOUND",
      message: "The picture none.png cannot be read",
    });
    const { places } = await host.layout({ boxes: [[4, 2]], edges: [], gaps: [1, 1, 1] });
    assert.equal(places.length, 1);
  });

  test("close() gives running calls up, and says why", async () => {
    const closing = await createTestHost({ builtIns: [search], roots: [folder] });
    const call = closing.invoke("endless", {});
    while (running.size === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await closing.close();
    const told = JSON.stringify((await call).value);
    assert.match(told, /The host is closing/);
    assert.match(told, /"CANCELLED"/);
  });

  test("every call is a line of the audit log, under its tool's name or none", async () => {
    const file = join(folder, "audit.log");
    const audited = await createTestHost({ builtIns: [search], roots: [folder], audit: file });
    await audited.invoke("find", { word: "x" });
    await audited.invoke("secret words", {});
    await audited.invoke("endless", {}, { signal: AbortSignal.abort() });
    await audited.close();
    const lines = readFileSync(file, "utf8").trim().split("\n");
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)).map(({ tool, outcome }) => [tool, outcome]),
      [
        ["find", "ok"],
        ["(unknown)", "failed"],
        ["endless", "cancelled"],
      ],
    );
  });
});
