/** Session tests. No terminal, just keys in and state out. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Finder,
  type Host,
  type InvokeOptions,
  isObject,
  type JsonObject,
  type Outcome,
  type PluginInfo,
  type Row,
  type ToolInfo,
} from "../../core/host/frontend-api.ts";
import { createResultRenderer } from "../layout/result-renderer.ts";
import { currentEntry } from "../state/trail.ts";
import { span } from "../text/line.ts";
import { createSession, type Session } from "./session.ts";
import type { Ports } from "./session-context.ts";

const tool = (name: string, extra: Partial<ToolInfo> = {}): ToolInfo => ({
  name,
  plugin: "fake",
  title: name,
  description: "A tool.",
  effect: "read",
  destructive: false,
  idempotent: true,
  openWorld: false,
  parameterEffects: {},
  inputSchema: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
  synonyms: {},
  unsupportedFlags: {},
  view: "matches",
  output: { schema: {} },
  examples: [],
  listed: true,
  ...extra,
});

const plugin: PluginInfo = {
  name: "fake",
  title: "Fake",
  version: "1.0.0",
  description: "A plugin.",
  source: "built-in",
  builtIn: true,
  state: "ready",
  permissions: {},
  sandbox: "host",
  tools: [],
};

type Call = { tool: string; input: JsonObject; signal: AbortSignal; answer(rows: Row[], plan?: JsonObject): void };

/** The host answers on command. */
function setUp(tools: ToolInfo[], finders: Finder[] = []) {
  const calls: Call[] = [];
  const copied: string[] = [];
  let draws = 0;
  let exit: number | undefined;
  const host = {
    workspace: {
      roots: [],
      resolve: async () => Promise.reject(new Error("outside")),
      display: (path: string) => path,
    },
    readOnly: false,
    tools: () => tools,
    plugins: () => [plugin],
    finders: () => finders,
    overviews: () => [],
    jumps: () => [],
    onChange: () => () => {},
    invoke: (name: string, input: JsonObject, { signal }: InvokeOptions) =>
      new Promise<Outcome>((resolve) => {
        const answer = (rows: Row[], plan?: JsonObject) => {
          const value: unknown = plan ? { ...plan, rows } : rows;
          resolve({ value: value as Outcome["value"] });
        };
        signal?.addEventListener("abort", () => resolve({ value: { error: "cancelled" }, failed: true }));
        calls.push({ tool: name, input, signal: signal!, answer });
      }),
    view: async (_: string, { value }: { value: unknown }) => {
      const rows = isObject(value) ? value.rows : value;
      return { rows: Array.isArray(rows) ? (rows as Row[]) : [] };
    },
  } as unknown as Host;
  const ports: Ports = {
    now: () => 1000,
    copy: async (text) => {
      copied.push(text);
      return "a test";
    },
    edit: async () => {},
    save: async (path) => path,
    readLines: async () => [],
    roots: { of: async () => [], go: async () => {} },
    watch: () => {},
    saveHistory: () => {},
    countTokens: async () => 0,
    doctor: async () => [],
    suspend: async () => {},
    theme: async () => {},
    trust: async () => {},
    exit: (code) => {
      exit = code;
    },
  };
  const parts = {
    shorten: (path: string) => path,
    highlight: (lines: readonly string[]) => lines.map((each) => [span(each)]),
    languageOf: () => undefined,
    colorVersion: () => 0,
    layout: () => "waiting" as const,
    version: () => 0,
    image: () => "waiting" as const,
    encoded: () => undefined,
    colored: true,
    braille: true,
  };
  const session: Session = createSession({
    host,
    ports,
    keys: {},
    renderResult: createResultRenderer(parts),
    shorten: parts.shorten,
    columns: 120,
    rows: 40,
    history: [],
    hostWords: [],
    onChange: () => {
      draws++;
    },
  });
  const press = (...names: string[]) => {
    for (const name of names) session.press([name.length === 1 ? { name, text: name } : { name }]);
  };
  return {
    session,
    calls,
    copied,
    press,
    draws: () => draws,
    exit: () => exit,
    entry: () => currentEntry(session.state().trail),
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 10));

test("one event draws once, however much it changes", () => {
  const { session, draws } = setUp([tool("a")]);
  const before = draws();
  session.press([{ name: "enter" }, { name: "x", text: "x" }, { name: "y", text: "y" }]);
  assert.equal(draws(), before + 1);
  session.close();
});

test("typing runs a live tool after a breath, and aborts the run before", async () => {
  const { session, calls, press, entry } = setUp([tool("a", { liveParameter: "word" })]);
  press("enter", "a", "b");
  assert.equal(calls.length, 0, "not on every letter");
  await new Promise((resolve) => setTimeout(resolve, 150));
  assert.deepEqual(
    calls.map(({ input }) => input),
    [{ word: "ab" }],
  );
  press("c");
  await new Promise((resolve) => setTimeout(resolve, 150));
  assert.deepEqual([calls.length, calls[0]?.signal.aborted], [2, true]);
  calls[1]?.answer([{ text: "row" }]);
  await settled();
  assert.deepEqual(entry()?.view.rows, [{ text: "row" }]);
  assert.equal(session.state().history.length, 0, "keystrokes are no history");
  session.close();
});

test("Enter goes to the answer that typing has asked for; ctrl+r asks again", async () => {
  const { session, calls, press } = setUp([tool("a", { liveParameter: "word" })]);
  press("enter", "a");
  await new Promise((resolve) => setTimeout(resolve, 150));
  calls[0]?.answer([{ text: "row" }]);
  await settled();
  press("enter");
  assert.deepEqual([calls.length, session.state().focus, session.state().history.length], [1, "result", 1]);
  press("ctrl+r");
  assert.equal(calls.length, 2);
  session.close();
});

test("what runs code is asked for first, and Enter alone does not say yes", async () => {
  const { session, calls, press } = setUp([tool("a", { effect: "execute" })]);
  press("enter", "x", "enter");
  assert.equal(session.state().overlay?.kind, "confirm");
  press("enter");
  assert.equal(calls.length, 0);
  press("escape", "enter", "y");
  assert.equal(calls.length, 1);
  session.close();
});

test("a destructive write by a parameter is asked for too", () => {
  const { session, calls, press } = setUp([tool("a", { parameterEffects: { word: "write" }, destructive: true })]);
  press("enter", "x", "enter");
  assert.deepEqual([session.state().overlay?.kind, calls.length], ["confirm", 0]);
  session.close();
});

test("a missing value is shown instead of run", () => {
  const { session, calls, press } = setUp([tool("a")]);
  press("ctrl+r");
  assert.equal(calls.length, 0);
  assert.equal(session.state().focus, "form");
  assert.match(session.state().notice?.text ?? "", /word: Needs a value/);
  session.close();
});

test("a jump opens the other tool with its input, back returns to the row", async () => {
  const { session, calls, press, entry } = setUp([tool("a"), tool("b")]);
  press("enter", "x", "enter");
  calls[0]?.answer([
    { text: "first" },
    { text: "second", links: [{ rel: "members", tool: "b", input: { word: "deep" } }] },
  ]);
  await settled();
  press("m");
  assert.equal(calls.length, 1, "the first row has no such link");
  press("down", "m");
  assert.deepEqual([calls[1]?.tool, calls[1]?.input], ["b", { word: "deep" }]);
  assert.equal(session.state().tool, "b");
  press("b");
  assert.equal(entry()?.tool, "a");
  assert.equal(entry()?.tabStates.result.list.cursor, 1);
  session.close();
});

test("an answer is asked for again when one of its files changes, but a plan stays as it is shown", async () => {
  const { session, calls, press } = setUp([tool("a")]);
  const row = { text: "x", location: { absolute: "/x", display: "x", startLine: 1, startColumn: 1 } };
  const asked = async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    session.changed(["/x"]);
    return calls.length;
  };
  press("enter", "x", "enter");
  calls[0]?.answer([row]);
  assert.equal(await asked(), 2);
  calls[1]?.answer([row], { plan: "k3f9a", state: "applied" });
  assert.equal(await asked(), 2);
  session.close();
});

test("a place outside the workspace is not read", async () => {
  const { session, calls, press } = setUp([tool("a")]);
  press("enter", "x", "enter");
  const location = { absolute: "/etc/passwd", display: "/etc/passwd", startLine: 1, startColumn: 1 };
  calls[0]?.answer([{ text: "root", location }]);
  while (session.state().preview?.fault === undefined) await settled();
  assert.match(session.state().preview?.fault ?? "", /outside/);
  assert.deepEqual(session.state().preview?.lines, []);
  session.close();
});

test("ctrl+c cancels what runs, then asks, then quits", async () => {
  const { session, calls, press, exit, entry } = setUp([tool("a")]);
  press("enter", "x", "enter");
  press("ctrl+c");
  await settled();
  assert.deepEqual([calls[0]?.signal.aborted, entry()?.status], [true, "cancelled"]);
  press("ctrl+c");
  assert.equal(exit(), undefined);
  press("ctrl+c");
  assert.equal(exit(), 0);
  session.close();
});

test("the CLI command of a call can be pasted into a shell", async () => {
  const { session, copied, press } = setUp([tool("a")]);
  press("enter", "i", "t", "'", "s", "escape", "c", "c");
  await settled();
  assert.deepEqual(copied, [`jig a "it's"`]);
  session.close();
});

test("Enter while a search is at work opens its first result, unless the words change first", async () => {
  const finder: Finder = { title: "text", tool: "a", parameter: "word", plugin: "fake" };
  const { session, calls, press } = setUp([tool("a"), tool("b")], [finder]);
  const row = (text: string): Row => ({
    text,
    location: { absolute: `/${text}`, display: text, startLine: 1, startColumn: 1 },
  });
  const opened = () => {
    const { overlay } = session.state();
    return overlay?.kind === "reader" ? overlay.place.display : undefined;
  };
  assert.equal(session.state().screen, "home");
  press("q", "enter");
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual(
    calls.map(({ tool }) => tool),
    ["a"],
  );
  press("r");
  await new Promise((resolve) => setTimeout(resolve, 100));
  calls[0]?.answer([row("stale")]);
  calls[1]?.answer([row("qr one")]);
  await settled();
  await settled();
  assert.equal(opened(), undefined, "the words changed");
  press("s", "enter");
  await new Promise((resolve) => setTimeout(resolve, 100));
  calls[2]?.answer([row("qrs one"), row("qrs two")]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(opened(), "qrs one");
  assert.equal(session.state().notice, undefined, "the source is open, so nothing will open");
  session.close();
});

test("Enter before any name has been read waits for the names, even if text was found", async () => {
  const names: Finder = { title: "files", tool: "names", parameter: "pattern", plugin: "fake", inMemory: true };
  const text: Finder = { title: "text", tool: "a", parameter: "word", plugin: "fake" };
  const { session, calls, press } = setUp([tool("names"), tool("a")], [names, text]);
  const row = (name: string): Row => ({
    text: name,
    location: { absolute: `/${name}`, display: name, startLine: 1, startColumn: 1 },
  });
  const opened = () => {
    const { overlay } = session.state();
    return overlay?.kind === "reader" ? overlay.place.display : undefined;
  };
  const rest = () => new Promise((resolve) => setTimeout(resolve, 100));
  press("q");
  await rest();
  calls.find((call) => call.tool === "a")?.answer([row("text with q")]);
  await rest();
  assert.ok(session.state().homeItems.some(({ label }) => label === "text with q"));
  press("enter");
  assert.equal(opened(), undefined);
  calls.find((call) => call.tool === "names")?.answer([row("q.ts")]);
  await rest();
  assert.equal(opened(), "q.ts");
  session.close();
});

test("Enter waits for the symbols, whose row goes above a text match, but not for ever", async () => {
  const symbols: Finder = { title: "code", tool: "symbols", parameter: "name", plugin: "fake" };
  const text: Finder = { title: "text", tool: "a", parameter: "word", plugin: "fake" };
  const at = (name: string) => ({ absolute: `/${name}`, display: name, startLine: 1, startColumn: 1 });
  const rest = () => new Promise((resolve) => setTimeout(resolve, 100));
  for (const answers of [true, false]) {
    const { session, calls, press } = setUp([tool("symbols", { view: "table" }), tool("a")], [text, symbols]);
    const opened = () => {
      const { overlay } = session.state();
      return overlay?.kind === "reader" ? overlay.place.display : undefined;
    };
    press("q", "u");
    await rest();
    calls.find((call) => call.tool === "a")?.answer([{ text: "a qu in text", location: at("text.ts") }]);
    await rest();
    press("enter");
    assert.equal(opened(), undefined);
    if (answers)
      calls
        .find((call) => call.tool === "symbols")
        ?.answer([{ text: "qu", name: "qu", cells: { kind: "class" }, location: at("class.ts") }]);
    while (opened() === undefined) await rest();
    assert.equal(opened(), answers ? "class.ts" : "text.ts");
    session.close();
  }
});

test("a sentence that no line contains is searched by its rarest word", async () => {
  const text: Finder = { title: "text", tool: "a", parameter: "word", plugin: "fake" };
  const { session, calls, press } = setUp([tool("a")], [text]);
  const row = (line: string): Row => ({
    text: line,
    location: { absolute: `/${line}`, display: line, startLine: 1, startColumn: 1 },
  });
  const answer = async (word: string, ...lines: string[]) => {
    let call: (typeof calls)[number] | undefined;
    while (!call) {
      await settled();
      call = calls.find(({ input, signal }) => input.word === word && !signal.aborted);
    }
    call.answer(lines.map(row));
  };
  press(..."the plum tree");
  await answer("the plum tree");
  await answer("plum", "a plum", "plums", "plum jam");
  await answer("tree", "oak tree", "plum-tree");
  while (session.state().homeItems.length === 0) await settled();
  assert.deepEqual(
    session.state().homeItems.map(({ label }) => label),
    ["plum-tree", "oak tree"],
  );
  session.close();
});

test("ifTyped gives the state that typing leads to, and changes nothing", async () => {
  const finder: Finder = { title: "files", tool: "names", parameter: "pattern", plugin: "fake", inMemory: true };
  const { session, calls, press, draws } = setUp([tool("names"), tool("xray")], [finder]);
  calls[0]?.answer(
    ["x.ts", "y.ts"].map((text) => ({
      text,
      location: { absolute: `/${text}`, display: text, startLine: 1, startColumn: 1 },
    })),
  );
  await settled();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const [before, drawn] = [session.state(), draws()];
  const ahead = session.ifTyped("x");
  assert.deepEqual([session.state(), draws()], [before, drawn]);
  press("x");
  assert.deepEqual(ahead, session.state());
  assert.deepEqual(
    ahead.homeItems.map(({ label }) => label),
    ["xray", "x.ts"],
  );
  session.close();
});
