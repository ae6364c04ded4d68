/** Tests the rows of the home screen for a question, and their order. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMatcher, type Finder, type Row } from "../../core/host/frontend-api.ts";
import { textOfInput } from "../components/text-input/text-input-state.ts";
import { type ExplorerState, type HomeSection, initialState } from "../state/explorer-state.ts";
import { homeItems, questionOf, unansweredSign } from "./home-items.ts";

const finder = (title: string, prefix: string, extra: Partial<Finder> = {}): Finder => ({
  plugin: "p",
  title,
  tool: title,
  parameter: "q",
  prefix,
  ...extra,
});
const FILES = finder("files", "/", { order: "name", inMemory: true });
const SYMBOLS = finder("code", "@", { order: "name" });
const TEXT = finder("text", "#");

const place = (path: string, startLine = 1) => ({ absolute: `/w/${path}`, display: path, startLine, startColumn: 1 });
const file = (path: string): Row => ({ text: path, location: place(path) });
const symbol = (name: string, container: string, path: string): Row => ({
  text: name,
  name,
  cells: { kind: "class", container, signature: `class ${name}` },
  location: place(path, 7),
});
const hit = (path: string, text: string, line: number): Row => ({ text, location: place(path, line) });

function stateOf(typed: string, files: string[], symbols: Row[] = [], hits: Row[] = []): ExplorerState {
  const start = initialState({ plugins: [], tools: [] }, [FILES, SYMBOLS, TEXT], 120, 40);
  const { name } = questionOf(typed, start.finders);
  const { best } = createMatcher(files.map(file), ({ text }) => ({ text })).match(name);
  const section = (of: Finder, rows: Row[], more: Partial<HomeSection> = {}): HomeSection => ({
    finder: of,
    status: "done",
    stale: false,
    view: { rows, columns: ["kind", "container", "signature"], shapes: { signature: { kind: "code" } } },
    more: false,
    ...more,
  });
  const sections = [section(FILES, [], { matches: best }), section(SYMBOLS, symbols), section(TEXT, hits)];
  return { ...start, home: { ...start.home, input: textOfInput(typed), sections } };
}

const shown = (state: ExplorerState, height = 10) =>
  homeItems(state, {}, height, (path) => path).map(({ tag, label }) => `${tag}: ${label}`);

test("a file or a declaration of that name comes before names that hold it, and those before text", () => {
  const state = stateOf(
    "player",
    ["src/PlayerCamera.cs", "src/Player.cs"],
    [symbol("SlowPlayer", "Game", "a.cs"), symbol("Player", "Game", "b.cs")],
    [hit("c.cs", "new Player()", 3)],
  );
  assert.deepEqual(shown(state), [
    "code: Player  class  Game",
    "files: Player.cs",
    "files: PlayerCamera.cs",
    "code: SlowPlayer  class  Game",
    "text: new Player()",
  ]);
});

test("text keeps its share of a small screen, and a line with two matches is one row", () => {
  const files = Array.from({ length: 20 }, (_, index) => `page${index}.ts`);
  const hits = [hit("a.ts", "page page", 1), hit("a.ts", "page page", 1), hit("a.ts", "a page", 2)];
  const rows = shown(stateOf("page", files, [], hits));
  assert.equal(rows.length, 10);
  assert.deepEqual(rows.slice(-2), ["text: page page", "text: a page"]);
});

test("letters somewhere in a path are left out where a name fits well", () => {
  const files = ["core/page.ts", "plugins/angelscript/answer-error.ts"];
  assert.deepEqual(shown(stateOf("page", files)), ["files: page.ts"]);
  assert.deepEqual(shown(stateOf("paganer", files)), ["files: answer-error.ts"]);
});

test("a number behind the name is its line", () => {
  const [item] = homeItems(stateOf("page.ts:20", ["core/page.ts"]), {}, 9, (path) => path);
  assert.deepEqual([item?.label, item?.detail], ["page.ts", "core/:20"]);
  assert.ok(item?.does?.type === "read");
  assert.equal(item.does.place.startLine, 20);
  assert.deepEqual(questionOf("#a:b", [TEXT]), { prefix: "#", words: "a:b", name: "a:b" });
});

test("a sign that nobody answers to is said to be so", () => {
  assert.equal(unansweredSign(questionOf("@x", [FILES]), [FILES]), "symbols");
  assert.equal(unansweredSign(questionOf("/x", [FILES]), [FILES]), undefined);
  assert.equal(unansweredSign(questionOf("x", [FILES]), [FILES]), undefined);
});

test("before anything is typed, what is in the workspace is below the places where one was", () => {
  const start = initialState({ plugins: [], tools: [] }, [FILES], 120, 40);
  const overview: Row[] = [
    {
      text: "",
      cells: { section: "language", name: "Rust", detail: "3 files" },
      links: [{ rel: "members", tool: "list_files", input: { extensions: ["rs"] } }],
    },
    { text: "", cells: { section: "start", name: "src/main.rs", detail: "" }, location: place("src/main.rs") },
  ];
  const recent = Array.from({ length: 9 }, (_, at) => ({ ...place(`r${at}.rs`), at }));
  const items = homeItems({ ...start, overview, recent }, {}, 30, (path) => path);
  assert.deepEqual(
    items.map(({ tag }) => tag),
    [...Array.from({ length: 5 }, () => "recent"), "language", "start"],
  );
  assert.deepEqual(items[5]?.does, { type: "run", tool: "list_files", input: { extensions: ["rs"] } });
  assert.equal(items[6]?.does?.type, "read");
});

test("a question in words is answered by its first row: a jump, or a row of the overview", () => {
  const symbols = [symbol("PlayerCamera", "Game", "a.cs"), symbol("Player", "Game", "b.cs")];
  const [first, second] = homeItems(stateOf("who uses Player?", [], symbols), {}, 10, (path) => path);
  assert.deepEqual(
    [first?.tag, first?.row?.location?.display, first?.does],
    ["uses", "b.cs", { type: "action", id: "jump-references" }],
  );
  assert.equal(second?.tag, "code");
  const state = stateOf("what is big", ["what/is/big.ts"], [], [hit("a.md", "what is big", 1)]);
  const overview = [
    { text: "", cells: { kind: "test", name: "t.ts", detail: "" }, location: place("t.ts") },
    { text: "", cells: { kind: "large", name: "huge.ts", detail: "9 MB" }, location: place("huge.ts") },
  ];
  assert.deepEqual(shown({ ...state, overview }), ["large: huge.ts", "files: big.ts", "text: what is big"]);
});
