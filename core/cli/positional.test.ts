/** Positional words and usage lines. */
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import type { Json, ToolInfo } from "../host/frontend-api.ts";
import { type Flag, option } from "./flags.ts";
import type { Io } from "./io.ts";
import { fill, missing, slotsOf, usageOf } from "./positional.ts";

const query = option("query", "TEXT", "", { required: true });
const files = option("files", "FILE", "");
const paths = option("paths", "DIR", "", { list: true });
const mode = option("mode", "M", "");
const flags = [query, paths, files, mode];
const tool = { positional: ["query", "paths|files"] } as unknown as ToolInfo;
const slots = slotsOf(tool, undefined, flags);

const ioOf = (text: string) => ({ stdin: Readable.from([Buffer.from(text)]), cwd: "/" }) as unknown as Io;

/** Values by flag. */
async function filled(
  rest: string[],
  given: Record<string, Json> = {},
  { plain = rest.length, stdin = "", synonyms = {} } = {},
) {
  const values = new Map<Flag, Json>(
    Object.entries(given).map(([name, value]) => [flags.find((flag) => flag.name === name)!, value]),
  );
  await fill({ values, rest, plain }, slots, synonyms, [], { io: ioOf(stdin), usage: "jig x QUERY" });
  return Object.fromEntries([...values].map(([flag, value]) => [flag.name, value]));
}

test("slots are those declared, else the required parameters", () => {
  assert.deepEqual(
    slots.map(({ flag, unless }) => [flag.name, ...unless]),
    [["query"], ["paths", "files"]],
  );
  const names = (declared: string | readonly string[] | undefined, info: object = {}) =>
    slotsOf(info as ToolInfo, declared, flags).map(({ flag }) => flag.name);
  assert.deepEqual(names(undefined), ["query"]);
  assert.deepEqual(names("mode"), ["mode"]);
  assert.deepEqual(names(["mode", "none", "files"]), ["mode", "files"]);
});

test("the usage line says what may be left out, and what takes several", () => {
  assert.equal(usageOf(slots, false), "QUERY [PATHS …]");
  assert.equal(usageOf(slotsOf(tool, ["mode", "files"], flags), true), "MODE [FILES]");
  assert.equal(usageOf(slotsOf(tool, ["mode", "files"], flags), false), "[MODE] [FILES]");
  assert.equal(usageOf(slotsOf(tool, ["mode"], flags), false, flags), "[MODE] --query TEXT");
});

test("words go to their places in order, a list takes the rest", async () => {
  assert.deepEqual(await filled(["a"]), { query: "a" });
  assert.deepEqual(await filled(["a", "b", "c"]), { query: "a", paths: ["b", "c"] });
  assert.deepEqual(await filled(["b"], { query: "a" }), { query: "a", paths: ["b"] });
  assert.deepEqual(await filled([], { mode: "m" }), { mode: "m" });
});

test("a place is passed over where it, its alternative or its synonym has a value", async () => {
  await assert.rejects(filled(["a", "b"], { files: "f" }), /Unexpected argument "b"/);
  const synonyms = { mode: "query" };
  assert.deepEqual(await filled(["b"], { mode: "m" }, { synonyms }), { mode: "m", paths: ["b"] });
});

test("a word too many is refused with the usage", async () => {
  await assert.rejects(
    fill({ values: new Map(), rest: ["a"], plain: 1 }, [], {}, [], { io: ioOf(""), usage: "jig x" }),
    { code: "INVALID_ARGUMENT", hint: "Every argument is a flag; see --help" },
  );
  await assert.rejects(filled(["a", "b"], { paths: ["p"] }), { hint: "Write jig x QUERY" });
});

test("- is read from stdin: the whole text, or a list's lines; behind -- it stands for itself", async () => {
  assert.deepEqual(await filled(["-"], {}, { stdin: "a\nb\r\n" }), { query: "a\nb" });
  assert.deepEqual(await filled(["x", "-"], {}, { stdin: "a\n\nb\0c\r\n" }), { query: "x", paths: ["a", "b", "c"] });
  assert.deepEqual(await filled(["-"], {}, { stdin: "text", plain: 0 }), { query: "-" });
  await assert.rejects(filled(["x", "-"], {}, { stdin: "\n" }), /stdin has no line for --paths/);
});

test("what must have a value and has none is named", () => {
  assert.equal(missing(slots, {})!.flag.name, "query");
  assert.equal(missing(slots, { query: "a" }), undefined);
  assert.equal(missing(slots, { query: undefined })!.flag.name, "query");
});
