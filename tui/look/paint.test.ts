/** Tests painted lines of any width, including links on terminals that support them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { line, linked, span } from "../text/line.ts";
import { createPainter } from "./paint.ts";
import { themeOf } from "./theme.ts";

const place = { absolute: "/orchard/plums.cs", display: "plums.cs", startLine: 7, startColumn: 1 };
const theme = themeOf("terminal", {});
const painted = line(span("in "), linked(span("orchard/plums.cs"), place), span(" seven"));
const osc8 = (text: string) => `\u001b]8;;at:/orchard/plums.cs:7\u001b\\${text}\u001b]8;;\u001b\\`;
const painter = createPainter(theme, 0, ({ absolute, startLine }) => `at:${absolute}:${startLine}`);

test("what leads to a place is a link, cut or scrolled too, and under the cursor", () => {
  assert.equal(painter.line(painted, 40), `in ${osc8("orchard/plums.cs")} seven`);
  assert.equal(painter.line(painted, 11), `in ${osc8("orchard")}…`);
  assert.equal(painter.line(painted, 40, { shift: 10 }), `…${osc8("/plums.cs".slice(1))} seven`);
  assert.ok(painter.line({ ...painted, cursor: "strong" }, 40).includes(osc8("orchard/plums.cs")));
});

test("a terminal that knows no links, and a place that has no address, get the text alone", () => {
  assert.equal(createPainter(theme, 0).line(painted, 40), "in orchard/plums.cs seven");
  assert.equal(createPainter(theme, 0, () => undefined).line(painted, 40), "in orchard/plums.cs seven");
});

test("a line scrolls sideways under its fixed start", () => {
  const numbered = { spans: [span("12 │ "), span("const one = two;")], fixed: 1 };
  assert.equal(painter.line(numbered, 40, { shift: 5 }), "12 │ …one = two;");
  assert.equal(painter.line(numbered, 12, { shift: 5 }), "12 │ …one =…");
  assert.equal(painter.line(numbered, 40, { shift: 100 }), "12 │ …");
  assert.equal(painter.line({ ...numbered, spans: numbered.spans.slice(0, 1) }, 40, { shift: 5 }), "12 │ ");
});
