/**
 * Tests that, whatever was on the screen before, a frame leads to the same content as drawing the whole screen again.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import xterm from "@xterm/headless";
import { Chalk } from "chalk";
import type { DOMElement } from "ink";
import { createSurface, type PaintedBoxes } from "./surface.ts";

const chalk = new Chalk({ level: 3 });
const COLUMNS = 44;
const ROWS = 14;
/** `JIG_SURFACE_ROUNDS` overrides this. */
const ROUNDS = Number(process.env.JIG_SURFACE_ROUNDS ?? 100);

type Terminal = InstanceType<typeof xterm.Terminal>;
interface Part {
  x: number;
  y: number;
  lines: string[];
}

const emulator = (): Terminal => new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true });
const shown = (terminal: Terminal, text: string) => new Promise<void>((done) => terminal.write(text, done));

/** Stands in for Ink's layout. */
function place(placed: PaintedBoxes, parts: readonly Part[]): void {
  placed.clear();
  const box = (x: number, y: number, parent?: DOMElement) => {
    const node = {
      nodeName: "ink-box",
      childNodes: [],
      parentNode: parent,
      yogaNode: { getComputedLeft: () => x, getComputedTop: () => y },
    } as unknown as DOMElement;
    parent?.childNodes.push(node);
    return node;
  };
  const root = box(0, 0);
  for (const { x, y, lines } of parts) placed.set(box(x - 1, y - 2, box(1, 2, root)), lines);
}

/** With its own terminal. `slow`: output is held until `take`. */
function screen({ slow = false } = {}) {
  const terminal = emulator();
  const waiting: (() => void)[] = [];
  let sent = "";
  const surface = createSurface({
    columns: COLUMNS,
    rows: ROWS,
    write(text, done) {
      sent += text;
      if (slow) waiting.push(done);
      else done();
    },
  });
  return {
    surface,
    draw(parts: readonly Part[]) {
      place(surface.boxes, parts);
      surface.draw();
    },
    take: () => waiting.shift()?.(),
    /** Since the last call. */
    async bytes(): Promise<string> {
      const bytes = sent;
      sent = "";
      await shown(terminal, `\u001b[?7l${bytes}`);
      return bytes;
    },
    cells: () => cells(terminal),
    text: () =>
      cells(terminal).map((row) =>
        row
          .map(([character]) => character || " ")
          .join("")
          .trimEnd(),
      ),
  };
}

/** The emulator has this in an untyped private field. Another test checks that it still exists. */
function linkOf(terminal: Terminal, cell: unknown): string {
  const { extended } = cell as { extended?: { urlId: number } };
  const core = terminal as unknown as {
    _core: { _oscLinkService: { getLinkData(id: number): { uri: string } | undefined } };
  };
  return (extended?.urlId ? core._core._oscLinkService.getLinkData(extended.urlId)?.uri : undefined) ?? "";
}

/** Character, visible style and link per cell. */
function cells(terminal: Terminal): string[][][] {
  const { active } = terminal.buffer;
  return Array.from({ length: ROWS }, (_, y) =>
    Array.from({ length: COLUMNS }, (_, x) => {
      const cell = active.getLine(active.baseY + y)!.getCell(x)!;
      const text = cell.getChars() === "" && cell.getWidth() === 1 ? " " : cell.getChars();
      const seen = [cell.getBgColorMode(), cell.getBgColor(), cell.isInverse(), cell.isUnderline()];
      const colour = [cell.getFgColorMode(), cell.getFgColor(), cell.isBold(), cell.isDim(), cell.isItalic()];
      const rule = cell.isInverse() || cell.isUnderline();
      return [
        text,
        linkOf(terminal, cell),
        seen.join(),
        text !== " " ? colour.join() : rule ? colour.slice(0, 2).join() : "",
      ];
    }),
  );
}

/** Seeded. */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const WORDS = [
  "plum",
  "orchard ",
  "    ",
  "果樹園",
  "é",
  "ñandú",
  "│ ",
  "── ",
  "日本",
  "▶ ",
  "⠋",
  "한",
  "0",
  "12 345",
  "🍑",
  "👩‍🚀",
  "✔️",
  "e\u0301",
];
const PAINTS = [
  (text: string) => text,
  chalk.cyan,
  chalk.bold.cyan,
  chalk.dim,
  chalk.inverse.bold,
  chalk.underline.hex("#ff8800"),
  chalk.bgHex("#203040"),
  chalk.hex("#abcdef").bgHex("#102030"),
  (text: string) => `\u001b]8;;https://example.com/${text.length}\u001b\\${text}\u001b]8;;\u001b\\`,
];

function randomLine(next: (below: number) => number): string {
  const count = next(9);
  return Array.from({ length: count }, () => PAINTS[next(PAINTS.length)]!(WORDS[next(WORDS.length)]!)).join("");
}

test("the emulator says where a cell leads", async () => {
  const terminal = emulator();
  await shown(terminal, "\u001b]8;;https://example.com/plum\u001b\\a\u001b]8;;\u001b\\b");
  const links = cells(terminal)[0]!.map(([, link]) => link);
  assert.deepEqual(links.slice(0, 2), ["https://example.com/plum", ""]);
});

test("frames one after another show what each alone would", async () => {
  const next = random(7);
  const growing = screen();
  let parts: Part[] = [];
  const pool = Array.from({ length: 60 }, () => randomLine(next));
  for (let round = 0; round < ROUNDS; round++) {
    const kind = next(4);
    // Restart, scroll, edit a line, or add/remove an overlay.
    if (kind === 0 || parts.length === 0) {
      parts = [
        { x: 0, y: 0, lines: Array.from({ length: 1 + next(ROWS) }, () => pool[next(pool.length)]!) },
        { x: 20 + next(6), y: next(3), lines: Array.from({ length: next(ROWS) }, () => pool[next(pool.length)]!) },
      ];
    } else if (kind === 1) {
      const by = 1 + next(3);
      const { lines } = parts[0]!;
      const moved =
        next(2) === 0 ? [...lines.slice(by), ...lines.slice(0, by)] : [...lines.slice(-by), ...lines.slice(0, -by)];
      parts = [{ ...parts[0]!, lines: moved }, ...parts.slice(1)];
    } else if (kind === 2) {
      const lines = [...parts[0]!.lines];
      lines[next(lines.length)] = randomLine(next);
      parts = [{ ...parts[0]!, lines }, ...parts.slice(1)];
    } else if (parts.length > 2) parts = parts.slice(0, 2);
    else parts = [...parts, { x: 3 + next(20), y: next(6), lines: [randomLine(next), randomLine(next)] }];

    growing.draw(parts);
    await growing.bytes();
    const alone = screen();
    alone.draw(parts);
    await alone.bytes();
    assert.deepEqual(growing.cells(), alone.cells(), `round ${round}`);
  }
});

test("a line drawn by the surface is the line as it was painted", async () => {
  const next = random(11);
  for (let round = 0; round < Math.min(ROUNDS, 400) / 5; round++) {
    // Multi-character emoji have another width in this emulator.
    const lines = Array.from({ length: ROWS }, () => randomLine(next).replaceAll(/🍑|👩‍🚀|✔️/gu, "*"));
    const drawn = screen();
    drawn.draw([{ x: 0, y: 0, lines }]);
    await drawn.bytes();
    const terminal = emulator();
    await shown(terminal, `\u001b[?7l${lines.map((line, y) => `\u001b[${y + 1}H${line}`).join("\u001b[m")}`);
    assert.deepEqual(drawn.cells(), cells(terminal), JSON.stringify(lines));
  }
});

test("a list that moves by one line is moved by the terminal", async () => {
  const list = screen();
  const rows = Array.from({ length: 40 }, (_, index) => `${index * 7919} plums of tree ${(index * 104729) % 977}`);
  const at = (top: number): Part[] => [
    { x: 0, y: 0, lines: ["head"] },
    { x: 0, y: 1, lines: rows.slice(top, top + ROWS - 2) },
    { x: 0, y: ROWS - 1, lines: ["foot"] },
  ];
  list.draw(at(0));
  await list.bytes();
  for (const top of [1, 2, 3, 2, 1, 0]) {
    list.draw(at(top));
    const bytes = await list.bytes();
    assert.ok(bytes.length < 100, JSON.stringify(bytes));
    assert.deepEqual(list.text(), ["head", ...rows.slice(top, top + ROWS - 2), "foot"]);
  }
});

test("nothing is sent where nothing changed, and little where little did", async () => {
  const list = screen();
  const parts = (word: string): Part[] => [
    { x: 0, y: 3, lines: [`${chalk.dim("│")} a ${word} of many  ${chalk.dim("│")}`] },
  ];
  list.draw(parts("plum"));
  await list.bytes();
  list.draw(parts("plum"));
  assert.equal(await list.bytes(), "");
  list.draw(parts("pear"));
  assert.equal(await list.bytes(), "\u001b[?2026h\u001b[4;6Hear\u001b[?2026l");
});

test("a terminal that is slow gets the newest frame, not each", async () => {
  const slow = screen({ slow: true });
  const at = (count: number): Part[] => [{ x: 0, y: 0, lines: [`${count} plums`] }];
  for (let count = 1; count <= 5; count++) slow.draw(at(count));
  assert.match(await slow.bytes(), /1 plums/);
  slow.take();
  assert.match(await slow.bytes(), /5/);
  slow.take();
  assert.equal(await slow.bytes(), "");
  assert.deepEqual(slow.text()[0], "5 plums");
});

test("after somebody else wrote on the screen all is drawn", async () => {
  const disturbed = screen();
  disturbed.draw([{ x: 0, y: 0, lines: ["plums"] }]);
  await disturbed.bytes();
  disturbed.surface.pause();
  disturbed.draw([{ x: 0, y: 0, lines: ["pears"] }]);
  assert.equal(await disturbed.bytes(), "");
  disturbed.surface.resume();
  disturbed.draw([{ x: 0, y: 0, lines: ["pears"] }]);
  assert.match(await disturbed.bytes(), /2J.*pears/);
});
