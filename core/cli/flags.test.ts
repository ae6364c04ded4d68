/** Flags from a schema: names, kinds, placeholders, choices. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { flagsOf, kebab, written } from "./flags.ts";

test("every way to spell a parameter is the same flag", () => {
  for (const parameter of ["includeGlobs", "include_globs", "IncludeGlobs", "include-globs"])
    assert.equal(kebab(parameter), "include-globs", parameter);
  assert.deepEqual(["URLPath", "a1B", "HTML", "x"].map(kebab), ["url-path", "a1-b", "html", "x"]);
});

test("a flag is written by its name unless it says otherwise", () => {
  assert.equal(written({ name: "all" }), "--all");
  assert.equal(written({ name: "i", written: "-i" }), "-i");
});

test("a schema's properties become flags of their kind, in their order", () => {
  const flags = flagsOf({
    required: ["query"],
    properties: {
      query: { type: "string", description: "What to find." },
      max_count: { type: "integer", default: 5 },
      ratio: { type: "number" },
      deep: { type: "boolean", default: false },
      mode: { enum: ["a", "b"] },
      level: { enum: [1, 2] },
      paths: { type: "array", items: { type: "string" } },
      options: { type: "object" },
      requests: { type: "array", items: { type: "object" } },
      either: { anyOf: [] },
    },
  });
  const shown = flags.map(({ name, kind, list, placeholder, required, fallback, negatable }) =>
    [name, kind, list ? "list" : "one", placeholder, required && "required", fallback, negatable && "--no"]
      .filter((each) => each !== undefined && each !== false && each !== "")
      .join(" "),
  );
  assert.deepEqual(shown, [
    "query string one TEXT required",
    "max-count integer one N 5",
    "ratio number one N",
    "deep boolean one --no",
    "mode string one a|b",
    "level any one 1|2",
    "paths string list TEXT",
    "options json one JSON",
    "requests json list JSON",
    "either any one VALUE",
  ]);
  assert.deepEqual(flags.find(({ name }) => name === "mode")!.choices, ["a", "b"]);
  assert.equal(flags[0]!.description, "What to find.");
  assert.deepEqual(flagsOf({}), []);
});

test("an object that must have something shows what", () => {
  const of = (schema: object) => flagsOf({ properties: { x: { type: "object", ...schema } } })[0]!.placeholder;
  const properties = { path: { type: "string" }, line: { type: "integer" }, all: { type: "boolean" } };
  assert.equal(of({ properties, required: ["path", "line", "all"] }), `'{"path":TEXT,"line":N,"all":true}'`);
  assert.equal(of({ properties, required: [] }), "JSON");
  assert.equal(of({ required: ["a-b"] }), "JSON");
  assert.equal(of({ required: ["none"] }), `'{"none":VALUE}'`);
});
