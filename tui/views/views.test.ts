/** Tests that the renderers show every row within the available width. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row, View } from "../../core/host/frontend-api.ts";
import { layoutGraph } from "../../core/host/pictures/graph-layout.ts";
import { lineWidth, span } from "../text/line.ts";
import { jsonView } from "./json.ts";
import { RENDERERS, renderersOf } from "./mod.ts";
import type { Arrangement, RenderedView, RenderInput } from "./renderer.ts";

function draw(
  kind: keyof typeof RENDERERS,
  view: View,
  arrangement: Partial<Arrangement> = {},
  width = 40,
): RenderedView {
  const input: RenderInput = {
    view,
    width,
    arrangement: { folded: new Set(), widths: {}, ...arrangement },
    shorten: (path) => path.replace("/root/", ""),
    highlight: (lines) => lines.map((each) => [span(each)]),
    languageOf: () => undefined,
    layout: () => "waiting",
    media: [],
    image: () => "waiting",
    encoded: () => undefined,
    colored: true,
    braille: true,
  };
  return RENDERERS[kind](input);
}

const KINDS = Object.keys(RENDERERS) as (keyof typeof RENDERERS)[];

const texts = (rendered: RenderedView) =>
  Array.from({ length: rendered.count }, (_, index) =>
    rendered
      .line(index)
      .spans.map(({ text }) => text)
      .join("")
      .trimEnd(),
  );

const at = (path: string, line: number, text: string, marks: [number, number][] = []): Row => ({
  text,
  marks,
  location: { absolute: `/root/${path}`, display: `/root/${path}`, startLine: line, startColumn: 1 },
});

test("every kind has a renderer, which draws nothing of nothing", () => {
  for (const kind of KINDS) {
    const rendered = draw(kind, { rows: [] });
    assert.equal(rendered.count, 0, kind);
    assert.deepEqual(rendered.line(0).spans, [], kind);
    assert.equal(rendered.row(0), undefined, kind);
  }
});

test("matches are grouped by file, folded by file", () => {
  const view = { rows: [at("a.ts", 1, "  one"), at("a.ts", 20, "two"), at("b.ts", 3, "three"), { text: "a remark" }] };
  assert.deepEqual(texts(draw("matches", view)), [
    "▾ a.ts  2",
    "  1  one",
    " 20  two",
    "▾ b.ts  1",
    "  3  three",
    "a remark",
  ]);
  const closed = draw("matches", view, { folded: new Set(["/root/a.ts"]) });
  assert.deepEqual(texts(closed).slice(0, 2), ["▸ a.ts  2", "▾ b.ts  1"]);
  assert.equal(closed.row(0)?.text, "  one", "a heading stands for its first match");
  assert.equal(closed.fold?.(2), "/root/b.ts");
  const said = draw("matches", { rows: [{ text: "App class: 3 certain" }, ...view.rows] });
  assert.equal(said.head.length, 1, "what is said of all matches stays above");
  assert.equal(said.row(0)?.text, "  one", "so that the cursor starts on one");
});

test("two matches in a line are one row with two marks, and count as two", () => {
  const at = (startColumn: number, text = "add(1) + add(2)", startLine = 2): Row => ({
    text,
    location: { absolute: "/root/a.ts", display: "/root/a.ts", startLine, startColumn },
    marks: [[startColumn - 1, startColumn + 2]],
  });
  const rendered = draw("matches", { rows: [at(1), at(10), at(1, "add(1) + add(2)", 3), at(1, "another text", 3)] });
  assert.deepEqual(texts(rendered), ["▾ a.ts  4", "  2  add(1) + add(2)", "  3  add(1) + add(2)", "  3  another text"]);
  const marks = rendered.line(1).spans.filter(({ tone }) => tone === "mark");
  assert.deepEqual(
    marks.map(({ text }) => text),
    ["add", "add"],
  );
  assert.equal(rendered.row(1)?.location?.startColumn, 1);
});

test("a match far to the right is brought into sight, and the cut is marked", () => {
  const text = `${"x".repeat(300)}needle${"y".repeat(50)}`;
  const rendered = draw("matches", { rows: [at("a.ts", 1, text, [[300, 306]])] });
  assert.match(texts(rendered)[1]!, /^ {2}1 {2}…x+needle/);
  assert.ok(rendered.line(1).spans.some(({ text, tone }) => text === "needle" && tone === "mark"));
});

test("a table fits its width, sorts numbers as numbers, and draws remarks whole", () => {
  const cells = (name: string, size: number) => ({ text: name, cells: { name, size } });
  const view = { columns: ["name", "size"], rows: [cells("b", 9), cells("a", 10), cells(`long ${"z".repeat(99)}`, 1)] };
  const sorted = draw("table", view, { sort: { column: "size", descending: true } }, 30);
  assert.deepEqual(
    texts(sorted).map((each) => each.split(" ").at(-1)),
    ["10", "9", "1"],
  );
  assert.ok(lineWidth(sorted.line(2)) <= 30);
  assert.match(texts(sorted)[2]!, /…/);
  assert.deepEqual(sorted.columns, ["name", "size"]);
  assert.deepEqual(texts(draw("table", { columns: ["name"], rows: [{ text: "It failed" }] })), ["It failed"]);
  const wide = draw("table", view, { widths: { name: 30 } }, 30);
  assert.ok(lineWidth(wide.line(0)) > 30);
});

test("a narrow table keeps names and numbers whole, cuts paths in their middle, and drops what is declared to go", () => {
  const cells = (name: string, note: string | null, path: string, lines: string) => ({
    text: "",
    cells: { name, note, path, empty: null, signature: "public sealed class Of<T> : MonoBehaviour", lines },
  });
  const view: View = {
    columns: ["name", "note", "path", "empty", "signature", "lines"],
    shapes: {
      name: { kind: "symbol" },
      note: { drop: 2 },
      path: { kind: "path" },
      signature: { kind: "code", drop: 1 },
      lines: { kind: "line" },
    },
    rows: [
      ...Array.from({ length: 1200 }, () => cells("A", null, "a.cs", "1")),
      cells(
        "NetworkIdentityInspector",
        "component",
        "Assets/Mirror/Editor/Inspectors/NetworkIdentityInspector.cs",
        "12-3400",
      ),
    ],
  };
  const narrow = draw("table", view, {}, 98);
  assert.deepEqual(narrow.columns, ["name", "path", "signature", "lines"]);
  const last = texts(narrow).at(-1)!;
  assert.ok(last.startsWith("NetworkIdentityInspector  ") && last.endsWith("12-3400"), last);
  const path = draw("table", view, {}, 72);
  assert.deepEqual(path.columns, ["name", "path", "lines"]);
  assert.match(texts(path).at(-1)!, / Assets\/…\/NetworkIdentityInspector\.cs /);
  for (const width of [200, 100, 98, 72, 40]) {
    const rendered = draw("table", view, {}, width);
    assert.ok(lineWidth(rendered.line(1200)) <= width, String(width));
    assert.ok(!rendered.columns!.includes("empty"));
  }
});

test("a tree hides what is below a folded row", () => {
  const rows = [{ text: "a" }, { text: "b", depth: 1 }, { text: "c", depth: 2 }, { text: "d" }];
  assert.deepEqual(texts(draw("tree", { rows })), ["▾ a", "│ ▾ b", "│ │   c", "  d"]);
  assert.deepEqual(texts(draw("tree", { rows }, { folded: new Set(["0"]) })), ["▸ a", "  d"]);
});

test("JSON folds at brackets", () => {
  const view = jsonView({ a: [1, 2], b: "x" });
  const open = draw("json", view);
  assert.equal(open.count, 7);
  const closed = draw("json", view, { folded: new Set(["1"]) });
  assert.deepEqual(texts(closed), ["▾ {", '▸   "a": [ … ]', '    "b": "x"', "  }"]);
  assert.ok(open.line(5).spans.some(({ text, tone }) => text === '"b"' && tone === "key"));
});

test("text wraps and loses nothing", () => {
  const rendered = draw("text", { rows: [{ text: "plum ".repeat(20) }, { text: "end" }] }, {}, 12);
  assert.equal(texts(rendered).join(" ").match(/plum/g)?.length, 20);
  for (let index = 0; index < rendered.count; index++) assert.ok(lineWidth(rendered.line(index)) <= 12);
});

test("source is numbered from where it starts, a log has a sign for each level", () => {
  assert.deepEqual(texts(draw("source", { rows: [at("a.ts", 9, "x"), at("a.ts", 10, "y")] })), [" 9 │ x", "10 │ y"]);
  const rows: Row[] = [{ text: "a", tone: "error" }, { text: "b", tone: "warning" }, { text: "c" }];
  assert.deepEqual(texts(draw("log", { rows })), ["✖ a", "▲ b", "• c"]);
});

test("ten thousand rows cost what is on the screen", () => {
  const view = { rows: Array.from({ length: 10_000 }, (_, index) => at(`f${index % 50}.ts`, index, "text")) };
  // 2D views have items, not lines.
  for (const kind of KINDS.filter((each) => !draw(each, view).picture)) {
    const rendered = draw(kind, view);
    assert.ok(rendered.count >= 10_000, kind);
    assert.ok(rendered.line(9_999).spans.length > 0, kind);
  }
});

const ROOM = { width: 60, height: 16 };
const drawnText = (rendered: RenderedView, cursor: number) =>
  rendered.picture!.lines(cursor, { x: 0, y: 0 }, ROOM).map((each) => each.spans.map(({ text }) => text).join(""));

test("a treemap fills its room, whatever the names are, and arrows walk all of it", () => {
  const rows = Array.from({ length: 40 }, (_, index): Row => {
    const name = index % 3 === 0 ? "한글 이름\u001b[31m" : `plum ${index}`;
    return { text: name, size: { value: 40 - index, name, within: [index % 2 === 0 ? "even" : "odd"] } };
  });
  const rendered = draw("treemap", { rows });
  assert.equal(rendered.count, 40);
  const lines = drawnText(rendered, 0);
  assert.equal(lines.length, ROOM.height);
  for (const each of lines) assert.ok(lineWidth({ spans: [span(each)] }) <= ROOM.width, each);
  assert.ok(!lines.join("").includes("\u001b"));
  assert.match(lines[0]!, /^┏ .*━┓.*┐$/, "the first one is chosen");
  const reached = new Set([0]);
  for (const at of reached)
    for (const way of ["left", "right", "up", "down"] as const) reached.add(rendered.picture!.toward(at, way, ROOM));
  assert.equal(reached.size, 40);
});

test("a graph is drawn once its layout is there, scrolls to what is chosen, and says what lies beyond", async () => {
  const rows = Array.from(
    { length: 30 },
    (_, index): Row => ({ text: "", node: { id: `n${index}`, to: [`n${index + 1}`] } }),
  );
  const shrunk = { folded: new Set<string>(), widths: {} };
  let placed: Awaited<ReturnType<typeof layoutGraph>> | undefined;
  const input: RenderInput = {
    view: { rows },
    width: 60,
    arrangement: shrunk,
    shorten: (path) => path,
    highlight: () => [],
    languageOf: () => undefined,
    media: [],
    image: () => "waiting",
    encoded: () => undefined,
    colored: true,
    braille: true,
    layout: (_, request) => {
      if (!placed) void layoutGraph(request).then((each) => (placed = each));
      return placed ?? "waiting";
    },
  };
  assert.match(drawnText(RENDERERS.graph(input), 0).join("\n"), /Laying out the graph/);
  while (!placed) await new Promise((resolve) => setTimeout(resolve, 5));
  const rendered = RENDERERS.graph(input);
  assert.match(drawnText(rendered, 0).join("\n"), /▐n0▌[\u2800-\u28ff]+▸ n1 [\s\S]*n0 {2}0 in, 1 out · more →/);
  const end = drawnText(rendered, 30).join("\n");
  assert.match(end, /▸▐n30▌/);
  assert.match(end, /1 in, 0 out · more ←/);
  assert.equal(rendered.picture!.toward(4, "right", ROOM), 5);
  assert.equal(rendered.picture!.toward(4, "left", ROOM), 3);
});

test("diff: files fold, hunks have a box, and those left out are muted", () => {
  const rows: Row[] = [
    at("x.ts", 1, "--- a/x.ts\n+++ b/y.ts"),
    { text: "@@ -1 +1 @@", hunk: 1 },
    { text: "-old", tone: "removed", hunk: 1 },
    at("z.ts", 1, "--- /dev/null\n+++ b/z.ts"),
    { text: "@@ -0,0 +1 @@", hunk: 2 },
  ];
  const shown = (arrangement: Partial<Arrangement>) => texts(draw("diff", { rows }, arrangement));
  assert.deepEqual(shown({ leftOut: new Set([1]) }), [
    "▾ x.ts  → y.ts",
    "  ☐ @@ -1 +1 @@",
    "    -old",
    "▾ z.ts  new file",
    "  ☑ @@ -0,0 +1 @@",
  ]);
  assert.equal(shown({ folded: new Set(["0"]) }).length, 3);
});

test("an answer whose tool draws its own lines is no table", () => {
  const location = { absolute: "/w/a.cs", display: "a.cs", startLine: 3, startColumn: 1 };
  const columns = ["relation"];
  const plainOf = (...rows: View["rows"]) => renderersOf("graph", { columns, rows }).find((name) => name !== "graph");
  assert.equal(plainOf({ text: "derived B", location }), "matches");
  assert.equal(plainOf({ text: "derived B", cells: { relation: "derived" }, location }), "table");
  assert.equal(plainOf({ text: "no relations" }), "text");
});
