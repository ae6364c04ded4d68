/** Fuzzy picker: keys in, lines out. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PLAIN_STYLE } from "../style.ts";
import { createPickList, type PickList } from "./pick-list.ts";

const choices = ["alpha.ts", "beta.ts", "gamma.md", "delta.ts"].map((text) => ({ text, print: text.toUpperCase() }));
const pressed = (list: PickList, ...keys: string[]) => keys.map((key) => list.press(key)).at(-1);
const drawn = (list: PickList, rows = 6, columns = 60) => list.draw(rows, columns, PLAIN_STYLE);
const current = (list: PickList) =>
  drawn(list)
    .find((line) => /^>[ *] /.test(line))
    ?.slice(3);
const [DOWN, UP, ENTER, TAB] = ["\x1b[B", "\x1b[A", "\r", "\t"];

test("the cursor moves within the list, by lines, pages and to its ends", () => {
  const list = createPickList("t", choices);
  assert.equal(current(list), "alpha.ts");
  pressed(list, UP);
  assert.equal(current(list), "alpha.ts");
  pressed(list, DOWN, "\x0e");
  assert.equal(current(list), "gamma.md");
  pressed(list, "\x1b[6~");
  assert.equal(current(list), "delta.ts");
  pressed(list, "\x1b[5~");
  assert.equal(current(list), "alpha.ts");
  pressed(list, "\x1b[F");
  assert.equal(current(list), "delta.ts");
  pressed(list, "\x1b[H");
  assert.equal(current(list), "alpha.ts");
});

test("enter chooses what the cursor is on, or all that is marked, in the list's order", () => {
  const list = createPickList("t", choices);
  assert.deepEqual(pressed(list, DOWN, ENTER), { chosen: [choices[1]] });
  pressed(list, DOWN, TAB, "\x1b[H", TAB);
  assert.deepEqual(pressed(list, ENTER), { chosen: [choices[0], choices[2]] });
  pressed(list, "\x1b[H", TAB);
  assert.deepEqual(pressed(list, ENTER), { chosen: [choices[2]] });
});

test("what is typed narrows the list, and can be taken back", () => {
  const list = createPickList("t", choices);
  pressed(list, "m", "d");
  assert.equal(current(list), "gamma.md");
  assert.match(drawn(list)[0]!, /^t {2}1\/4 /);
  pressed(list, "\x7f", "\b");
  assert.match(drawn(list)[0]!, /4\/4/);
  pressed(list, "a", "b", "\x15");
  assert.match(drawn(list)[1]!, /^> $/);
  for (const key of "one two") list.press(key);
  pressed(list, "\x17");
  assert.equal(drawn(list)[1], "> one ");
  pressed(list, "\x15", "z", "z", "z");
  assert.equal(pressed(list, ENTER), undefined, "nothing is there to choose");
  assert.equal(pressed(list, "\x1b[3~"), undefined, "an unknown key does nothing");
  assert.equal(drawn(list)[1], "> zzz");
});

test("escape, ctrl+c and ctrl+g leave", () => {
  for (const key of ["\x1b", "\x03", "\x07"]) assert.equal(createPickList("t", choices).press(key), "left");
});

test("it draws exactly the lines there are, the cursor's among them", () => {
  const list = createPickList("title", choices);
  assert.deepEqual(drawn(list, 4, 80), [
    "title  4/4  tab marks, enter prints, esc quits",
    "> ",
    ">  alpha.ts",
    "   beta.ts",
  ]);
  pressed(list, DOWN, DOWN, TAB);
  assert.deepEqual(drawn(list, 4, 80).slice(2), [" * gamma.md", ">  delta.ts"]);
  assert.match(drawn(list, 4, 80)[0]!, /1 marked/);
  assert.equal(drawn(list, 10).length, 10);
  for (const line of drawn(list, 6, 8)) assert.ok(line.length <= 8, line);
});

test("a large paste becomes a query of a thousand characters", () => {
  const list = createPickList("t", choices);
  pressed(list, ..."be", "ta".repeat(100_000), ..."more");
  assert.equal(drawn(list, 6, 2000)[1]?.trimEnd().length, 1002);
  pressed(list, "\x15", "beta");
  assert.equal(current(list), "beta.ts");
});
