/** Tests forms: the fields for a schema, the conversion of drafts, errors, and the cursor. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { draftOf, emptyDraft, holds, readDraft, withDraft } from "./draft.ts";
import { formOf } from "./field.ts";
import { formLines } from "./form-lines.ts";
import { emptyForm, type FormAction, reduceForm } from "./form-state.ts";

const form = formOf({
  type: "object",
  properties: {
    optional: { type: "string" },
    name: { type: "string", minLength: 2, pattern: "^[a-z]+$" },
    count: { type: "integer", minimum: 1 },
    kind: { enum: ["a", "b"] },
    flag: { type: "boolean", default: false },
    words: { type: "array", items: { type: "string" }, maxItems: 2 },
    jobs: {
      type: "array",
      items: { type: "object", properties: { to: { type: "string" }, grams: { type: "number" } }, required: ["to"] },
    },
    box: { $ref: "#/$defs/box" },
    any: { anyOf: [{ type: "string" }, { type: "array" }] },
  },
  required: ["name"],
  $defs: { box: { type: "object", properties: { lid: { const: "shut" } } } },
});
const shape = { form, presets: true };

function steps(...actions: FormAction[]) {
  return actions.reduce((state, action) => reduceForm(shape, state, action), emptyForm(shape));
}

function faultsOf(input: Record<string, string>) {
  let draft = emptyDraft(form);
  for (const [key, text] of Object.entries(input)) draft = withDraft(draft, [key], text);
  return readDraft(form, draft).faults.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

test("formOf() puts required parameters first and finds each one's kind", () => {
  assert.deepEqual(
    form.fields.map((field) => `${field.key} ${field.kind}`),
    [
      "name text",
      "optional text",
      "count number",
      "kind choice",
      "flag toggle",
      "words list",
      "jobs list",
      "box group",
      "any json",
    ],
  );
  const box = form.fields.find((field) => field.key === "box");
  assert.equal(box?.kind === "group" && box.fields[0]?.kind, "choice");
});

test("a draft gives the input that it came from", () => {
  const input = {
    name: "jam",
    count: 3,
    kind: "b",
    flag: false,
    words: ["x"],
    jobs: [{ to: "y", grams: 2.5 }],
    any: [1],
  };
  const { value, faults } = readDraft(form, draftOf(form, input));
  assert.deepEqual([value, faults], [input, []]);
});

test("what is not given is not in the input", () => {
  assert.deepEqual(readDraft(form, draftOf(form, { name: "jam" })), { value: { name: "jam" }, faults: [] });
});

test("faults stand at their field and say what to write", () => {
  assert.deepEqual(faultsOf({}), ["name: Needs a value"]);
  assert.deepEqual(faultsOf({ name: "x" }), ["name: At least 2 characters"]);
  assert.deepEqual(faultsOf({ name: "JAM" }), ["name: Does not match ^[a-z]+$"]);
  assert.deepEqual(faultsOf({ name: "jam", count: "2.5" }), ["count: Needs a whole number"]);
  assert.deepEqual(faultsOf({ name: "jam", count: "0" }), ["count: At least 1"]);
  assert.deepEqual(faultsOf({ name: "jam", count: "two" }), ['count: Needs a number, not "two"']);
  assert.deepEqual(faultsOf({ name: "jam", any: "{" }), ['any: Needs JSON: "text", 5, true, [ … ] or { … }']);
  const job = readDraft(form, draftOf(form, { name: "jam", jobs: [{ grams: 1 }] }));
  assert.deepEqual(job.faults, [{ path: ["jobs", 0, "to"], message: "Needs a value" }]);
});

test("long forms fold what is optional, and show what is given", () => {
  const folded = formLines(shape, emptyDraft(form), false);
  const fields = Array<string>(7).fill("field");
  assert.deepEqual(
    folded.map((line) => line.kind),
    ["presets", ...fields, "more", "run"],
  );
  const given = formLines(shape, draftOf(form, { name: "x", any: 1 }), false);
  assert.deepEqual(
    given.flatMap((line) => (line.kind === "field" ? [line.label] : [])),
    ["name", "optional", "count", "kind", "flag", "words", "jobs", "any"],
  );
});

test("typing, moving and choosing change the draft", () => {
  const typed = steps({ type: "type", text: "jm" }, { type: "edit", edit: "left" }, { type: "type", text: "a" });
  assert.equal((typed.draft as { name: string }).name, "jam");
  const height = 20;
  const chosen = steps(
    { type: "fill", input: { name: "jam", kind: "a" } },
    { type: "move", move: { by: 3 }, height },
    { type: "cycle", by: 1 },
  );
  assert.deepEqual(readDraft(form, chosen.draft).value, { name: "jam", kind: "b" });
  const unset = reduceForm(shape, chosen, { type: "cycle", by: 1 });
  assert.deepEqual(readDraft(form, unset.draft).value, { name: "jam" });
});

test("lists grow and shrink; the cursor goes to the new item", () => {
  const height = 20;
  const start = steps(
    { type: "fill", input: { name: "jam", jobs: [{ to: "x" }] } },
    { type: "move", move: { end: "last" }, height },
  );
  const at = formLines(shape, start.draft, false).findIndex((line) => line.kind === "add");
  const added = [{ type: "move", move: { to: at }, height }, { type: "add" }, { type: "type", text: "y" }].reduce(
    (state, action) => reduceForm(shape, state, action as FormAction),
    start,
  );
  assert.deepEqual(readDraft(form, added.draft).value, { name: "jam", jobs: [{ to: "x" }, { to: "y" }] });
  const removed = reduceForm(shape, added, { type: "remove" });
  assert.deepEqual(readDraft(form, removed.draft).value, { name: "jam", jobs: [{ to: "x" }] });
});

test("a run that was refused goes to the fault, unfolding what hides it", () => {
  const state = steps({ type: "fill", input: { name: "jam" } }, { type: "tried", at: ["count"] });
  const line = formLines(shape, state.draft, state.more)[state.list.cursor];
  assert.equal(line?.kind === "field" && line.label, "count");
  assert.equal(state.tried, true);
});

test("a shape or anything at all is a form of that shape; what it has no field for is known", () => {
  const lenient = formOf({
    type: "object",
    properties: {
      requests: {
        type: "array",
        items: { anyOf: [{ type: "object", properties: { to: { type: "string" } }, required: ["to"] }, {}] },
      },
      limit: { type: ["integer", "null"] },
    },
  });
  const [requests, limit] = lenient.fields;
  assert.equal(requests?.kind === "list" && requests.item.kind, "group");
  assert.equal(limit?.kind, "number");
  assert.equal(holds(lenient, { requests: [{ to: "cellar" }], limit: 3 }), true);
  assert.equal(holds(lenient, { requests: [{ to: "cellar", extra: 1 }] }), false);
  assert.equal(holds(lenient, { requests: ["cellar"] }), false);
});

test("a tool without parameters has a form without fields", () => {
  assert.deepEqual(formOf({ type: "object" }).fields, []);
  assert.deepEqual(formOf({}).fields, []);
});
