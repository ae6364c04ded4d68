/** Errors in plugin.json: location, problem, fix. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { JigError } from "../contract/errors.ts";
import type { JsonSchema } from "../contract/host.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { PluginFile } from "../contract/plugin-file.ts";
import { HABITS } from "./habitual-keys.ts";
import { normalize } from "./normalize.ts";
import { faultsOf, parsedPluginFile, pluginFileSchema, readPluginFile } from "./read-plugin-file.ts";

const manifest = (more: JsonObject = {}, tool: JsonObject = {}): JsonObject => ({
  name: "trees",
  version: "1.0.0",
  title: "Trees",
  description: "Counts trees.",
  host: "^1",
  tools: {
    trees: {
      title: "Trees",
      description: "Counts trees.",
      effect: "read",
      input: { type: "object", properties: {} },
      handler: "./trees.ts",
      ...tool,
    },
  },
  ...more,
});
const output = (value: JsonObject) => manifest({}, { output: value });
const row = (value: JsonObject) => output({ rows: [{ at: "/items", ...value }] });

const RENAMED: [given: JsonObject, where: string, instead: string][] = [
  [manifest({ memory: 128 }), "memory", "memoryMb"],
  [manifest({ storage: 128 }), "storage", "storageMb"],
  [manifest({ when: { workspaceHas: ["a"], refuses: false } }), "when.refuses", "enforce"],
  [manifest({ contributes: { offers: "./a.ts" } }), "contributes.offers", "availableTools"],
  [manifest({ contributes: { finders: [{ least: 2 }] } }), "contributes.finders.0.least", "minLength"],
  [manifest({ contributes: { finders: [{}, { set: {} }] } }), "contributes.finders.1.set", "fixed"],
  [manifest({ contributes: { cliAliases: [{ set: {} }] } }), "contributes.cliAliases.0.set", "fixed"],
  [
    manifest({ contributes: { cliAliases: [{ elsewhere: {} }] } }),
    "contributes.cliAliases.0.elsewhere",
    "unsupportedFlags",
  ],
  [
    manifest({ contributes: { prompts: [{ arguments: [{ completes: ["path"] }] }] } }),
    "contributes.prompts.0.arguments.0.completes",
    "completion",
  ],
  ...Object.entries({
    tacit: "unlisted",
    elsewhere: "unsupportedFlags",
    offered: "dynamic",
    effectOf: "parameterEffects",
    essential: "alwaysLoad",
    completes: "completion",
    live: "liveParameter",
    rows: "output.rows",
    fit: "output.rows",
  }).map(([old, instead]): [JsonObject, string, string] => [
    manifest({}, { [old]: null }),
    `tools.trees.${old}`,
    instead,
  ]),
  [output({ remarks: [] }), "tools.trees.output.remarks", "notices"],
  [output({ notices: [{ say: "{}" }] }), "tools.trees.output.notices.0.say", "text"],
  ...Object.entries({
    beside: "keyedMaps",
    table: "lookup",
    spare: "optionalFields",
    left: "remaining",
    say: "text",
    pieces: "chunks",
  }).map(([old, instead]): [JsonObject, string, string] => [
    row({ [old]: [] }),
    `tools.trees.output.rows.0.${old}`,
    instead,
  ]),
  [row({ heading: { say: "{^}" } }), "tools.trees.output.rows.0.heading.say", "text"],
  [output({ next: { limit: { standard: 1 } } }), "tools.trees.output.next.limit.standard", "default"],
  [output({ next: { limit: { most: 1 } } }), "tools.trees.output.next.limit.most", "max"],
  [output({ textTokens: { standard: 100 } }), "tools.trees.output.textTokens.standard", "default"],
];

test("an old key is a fault that names the new one", () => {
  for (const [given, where, instead] of RENAMED) {
    assert.deepEqual(faultsOf(given), [{ where, what: "has another name now", write: `Write "${instead}" instead` }]);
  }
});

test("all old keys are named at once, wherever they stand", () => {
  const given = manifest(
    { memory: 64, contributes: { offers: "./a.ts" } },
    { tacit: [], output: { remarks: [{ say: "a" }] } },
  );
  assert.deepEqual(
    faultsOf(given).map(({ where }) => where),
    [
      "memory",
      "contributes.offers",
      "tools.trees.tacit",
      "tools.trees.output.remarks",
      "tools.trees.output.remarks.0.say",
    ],
  );
});

test("an old key is a free name where the author chooses the names", () => {
  const properties = { memory: { type: "string" }, tacit: { type: "string" } };
  const given = manifest({}, { input: { type: "object", properties }, synonyms: { live: "memory" } });
  assert.deepEqual(faultsOf(given), []);
  const tool = (manifest().tools as JsonObject).trees as JsonObject;
  assert.deepEqual(faultsOf(manifest({ tools: { rows: tool, memory: tool } })), []);
});

test("what is no object at a place of old keys is left to the schema", () => {
  for (const given of [null, "tools", [], manifest({ tools: [] }), manifest({ tools: { a: null } })] as Json[]) {
    assert.ok(faultsOf(given).every(({ what }) => what !== "has another name now"));
  }
});

test("a parameter called like a host flag is refused with its plugin, not when tools are listed", () => {
  const given = manifest({ permissions: {} }, { examples: [], view: "json", output: { schema: {} } });
  const read = (properties: JsonObject) => {
    const { trees } = given.tools as { trees: JsonObject };
    const tools = { trees: { ...trees, input: { type: "object", properties } } };
    return normalize({ ...given, tools } as unknown as PluginFile, "/trees");
  };
  assert.throws(() => read({ root: { type: "string" } }), /"root" of "trees" is a flag of jig itself/);
  assert.equal(read({ roots: { type: "string" } }).tools.length, 1);
});

const top = mkdtempSync(join(tmpdir(), "jig-plugin-file-"));
after(() => rmSync(top, { recursive: true }));
function folderWith(content: string | Buffer): string {
  const folder = mkdtempSync(join(top, "p-"));
  writeFileSync(join(folder, "plugin.json"), content);
  return folder;
}

test("a file is read with its defaults, a byte order mark or not", () => {
  const { tools, ...rest } = readPluginFile(folderWith(`\ufeff${JSON.stringify(manifest())}`));
  assert.deepEqual(rest, {
    ...{ name: "trees", version: "1.0.0", title: "Trees", description: "Counts trees.", host: "^1" },
    ...{ permissions: {}, memoryMb: 512, storageMb: 256 },
  });
  const given = (manifest().tools as JsonObject).trees as JsonObject;
  assert.deepEqual(tools, { trees: { ...given, view: "json", output: { schema: {} }, examples: [] } });
  assert.deepEqual(readPluginFile(folderWith(JSON.stringify(manifest()))).name, "trees");
  assert.equal(parsedPluginFile(manifest())?.memoryMb, 512);
  assert.equal(parsedPluginFile(manifest({ nmae: 1 })), undefined);
});

test("what is no file, no JSON or too large is refused with what to do", () => {
  const empty = mkdtempSync(join(top, "p-"));
  assert.throws(() => readPluginFile(empty), {
    code: "PATH_NOT_FOUND",
    message: `${empty} has no plugin.json`,
    hint: "Name the folder of a plugin; jig plugin new writes one",
  });
  const broken = folderWith("{");
  assert.throws(
    () => readPluginFile(broken),
    (error) => {
      assert.ok(error instanceof JigError);
      assert.ok(error.message.startsWith(`${join(broken, "plugin.json")}:1:2 is not JSON: `));
      assert.deepEqual([error.code, error.hint], ["INVALID_ARGUMENT", 'Write "}" for each one that is open']);
      return true;
    },
  );
  const linked = mkdtempSync(join(top, "p-"));
  symlinkSync(join(broken, "plugin.json"), join(linked, "plugin.json"));
  const directory = mkdtempSync(join(top, "p-"));
  mkdirSync(join(directory, "plugin.json"));
  for (const folder of [linked, directory])
    assert.throws(() => readPluginFile(folder), {
      code: "NOT_A_FILE",
      message: `${join(folder, "plugin.json")} is not a regular file`,
    });
  const text = JSON.stringify(manifest());
  const sized = (bytes: number) => folderWith(text + " ".repeat(bytes - text.length));
  assert.equal(readPluginFile(sized(1024 * 1024)).name, "trees");
  const large = sized(1024 * 1024 + 1);
  assert.throws(() => readPluginFile(large), {
    code: "LIMIT_EXCEEDED",
    message: `${join(large, "plugin.json")} is over 1048576 bytes`,
  });
});

test("a file with faults is refused with the first, and all in the details", () => {
  const folder = folderWith(JSON.stringify(manifest({ nmae: "x", title: 3 })));
  assert.throws(() => readPluginFile(folder), {
    code: "INVALID_ARGUMENT",
    message: `${join(folder, "plugin.json")}: "nmae" is not a known property (and 1 more: run \`jig plugin check\`)`,
    hint: 'Did you mean "name"?',
    details: {
      faults: [
        { where: "nmae", what: "is not a known property", write: 'Did you mean "name"?' },
        { where: "title", what: "must be a string, not 3", write: "For people" },
      ],
    },
  });
});

const REFERENCE =
  "As seen from a row: `/name` in it (empty: the row itself), `#/name` in the answer, `^` its key, `^/name` in its group, `//name` in the row and all rows above it in a tree, `@name` an argument";
const FILE = "A TypeScript or JavaScript file of the plugin, relative to its folder: `./search.ts`";
const tool = (more: JsonObject) => manifest({}, more);

const KNOWN =
  "Known here: $schema, name, version, title, description, host, when, permissions, memoryMb, storageMb, tools, contributes, service, workers, failure";
const HANDLER =
  'A module (`"./hello.ts"`, `export default async (input, context) => ({value})`), or a command (`{"command": ["python3", "hello.py"]}`)';
const COMMAND =
  'The program and its arguments, started in the plugin\'s folder without a shell: `["python3", "tool.py"]`. The program must be declared in `permissions.run`';

const FAULTS: [given: Json, where: string, what: string, write: string][] = [
  [
    null,
    "plugin.json",
    "must be an object, not null",
    'Write {"name": …, "version": …, "title": …, "description": …, "host": …}',
  ],
  [[], "plugin.json", "must be an object, not a list", "Write {…}"],
  [manifest({ version: "1" }), "version", 'has the wrong form: "1"', 'Write "1.0.0". Three numbers: `1.0.0`'],
  [manifest({ zzzz: 1 }), "zzzz", "is not a known property", KNOWN],
  [
    tool({ effect: "reads" }),
    "tools.trees.effect",
    'must be one of "read", "write", "execute", not "reads"',
    "`read` changes nothing, `write` changes files, `execute` runs code",
  ],
  [tool({ titel: "T" }), "tools.trees.titel", "is not a known property", 'Did you mean "title"?'],
  [
    tool({ handler: "trees.ts" }),
    "tools.trees.handler",
    'has the wrong form: "trees.ts"',
    `Write "./trees.ts". ${HANDLER}`,
  ],
  [
    tool({ handler: "/home/me/trees/trees.ts" }),
    "tools.trees.handler",
    'has the wrong form: "/home/me/trees/trees.ts"',
    `Write its path from the plugin's folder: "./trees.ts". ${HANDLER}`,
  ],
  [
    row({ location: { path: "/a", start: "/b" } }),
    "tools.trees.output.rows.0.location.start",
    "is not a known property",
    'Write "line" instead',
  ],
  [tool({ handler: { command: [] } }), "tools.trees.handler.command", "must have at least one entry, not []", COMMAND],
  [
    row({ location: { path: "name" } }),
    "tools.trees.output.rows.0.location.path",
    'has the wrong form: "name"',
    `The path of the file. ${REFERENCE}`,
  ],
  [
    row({ location: { path: "/a", base: "b" } }),
    "tools.trees.output.rows.0.location.base",
    'has the wrong form: "b"',
    `The folder of relative paths. ${REFERENCE}`,
  ],
  [row({ unit: ["tree"] }), "tools.trees.output.rows.0.unit.1", "is missing", "Write a string"],
  [
    output({ format: { parameter: "p", default: "xml" } }),
    "tools.trees.output.format.default",
    'must be one of "json", "toon", "text", not "xml"',
    "Format if the call does not pass it",
  ],
  [
    manifest({ service: "../s.ts" }),
    "service",
    'has the wrong form: "../s.ts"',
    `State that outlives a call: \`export const open = async (context) => ({…, close() {}})\`. ${FILE}`,
  ],
  [manifest({ workers: { w: { module: 1 } } }), "workers.w.module", "must be a string, not 1", FILE],
  [
    manifest({ when: { workspaceHas: ["a/../b"] } }),
    "when.workspaceHas.0",
    "must be a path below a root with at most two `*` in a name, in at most 2 names",
    "Write a value that the reference allows",
  ],
  [
    manifest({ contributes: { languages: [{ id: "a" }] } }),
    "contributes.languages.0.title",
    "is missing",
    "For people: `Python`",
  ],
];

test("of a union the alternative that fits best says what is wrong", () => {
  const hello = { title: "T", description: "D", effect: "read", input: {}, examples: [], handler: "./a.ts" };
  const faultOf = (change: object) => {
    const [fault] = faultsOf(manifest({ tools: { hello: { ...hello, ...change } } }));
    return `${fault?.where.replace("tools.hello.", "")} ${fault?.what}. ${fault?.write}`;
  };
  assert.match(faultOf({ handler: {} }), /^handler\.command is missing/);
  assert.match(faultOf({ handler: { command: "x" } }), /^handler\.command must be a list, not "x"/);
  assert.equal(
    faultOf({ handler: { comand: ["x"] } }),
    'handler.comand is not a known property. Did you mean "command"?',
  );
  assert.match(faultOf({ handler: 3 }), /^handler must be a string or an object, not 3/);
  const rows = (source: object) => ({ output: { schema: {}, rows: [{ at: "/a", ...source }] } });
  assert.match(faultOf(rows({ tone: {} })), /^output\.rows\.0\.tone\.at is missing/);
  assert.match(faultOf(rows({ graph: {} })), /^output\.rows\.0\.graph\.id is missing/);
});

test("each fault says where it is, what is wrong and what to write", () => {
  for (const [given, where, what, write] of FAULTS) assert.deepEqual(faultsOf(given)[0], { where, what, write }, where);
});

test("names that would reach a prototype cannot be tools", () => {
  for (const name of ["__proto__", "constructor", "prototype"]) {
    const given = JSON.parse(JSON.stringify(manifest()).replace('"trees":{', `"${name}":{`));
    const fault = { where: `tools.${name}`, what: "cannot be the name of a tool", write: "Choose another name" };
    assert.deepEqual(faultsOf(given), [fault]);
  }
  assert.deepEqual(faultsOf({ ...manifest(), tools: {} }), []);
});

test("a file that is nested too deeply is not looked at further", () => {
  const nested = (levels: number): Json => JSON.parse("[".repeat(levels) + "]".repeat(levels));
  const what = "is nested more than 64 levels deep";
  assert.deepEqual(faultsOf(nested(65)), [{ where: "plugin.json", what, write: "Reduce the nesting" }]);
  assert.notEqual(faultsOf(nested(64))[0]?.what, what);
});

test("the JSON Schema for editors is the committed one", () => {
  const path = join(import.meta.dirname, "../../../docs/generated/plugin.schema.json");
  const { $schema, title, description, ...committed } = JSON.parse(readFileSync(path, "utf8"));
  const { $schema: target, ...rest } = pluginFileSchema("draft-07");
  assert.deepEqual(rest, committed);
  assert.equal(target, $schema);
  assert.equal(pluginFileSchema().$schema, "https://json-schema.org/draft/2020-12/schema");
});

test("limits are said in words", () => {
  const said = (more: JsonObject, tool: JsonObject = {}) =>
    faultsOf(manifest(more, tool)).map(({ what, write }) => `${what}: ${write}`);
  assert.match(said({ memoryMb: 1.5 })[0] ?? "", /^must be a whole number, not 1\.5: Memory limit/);
  assert.match(said({ memoryMb: 0 })[0] ?? "", /^must be at least 64, not 0: /);
  assert.match(said({ title: "" })[0] ?? "", /^must not be empty: /);
  assert.match(said({}, { handler: { command: [] } })[0] ?? "", /^must have at least one entry, not \[\]: The program/);
  assert.match(said({}, { examples: [{ title: "", input: {} }] })[0] ?? "", /: Purpose of the call, in a few words$/);
  assert.doesNotMatch(said({ permissions: { run: [""] } })[0] ?? "", /\\p/);
});

test("a list in the place of an object, and a part of a form, are named", () => {
  const faults = (value: JsonObject) => faultsOf(value).map(({ where, what, write }) => `${where} ${what}. ${write}`);
  const named = 'must be an object, not a list. Write {"name": …}: the name of each entry is its key';
  assert.deepEqual(faults({ ...manifest(), tools: [] }), [`tools ${named}`]);
  assert.deepEqual(faults({ ...manifest(), tools: [{ title: "T" }] }), [`tools ${named}`]);
  assert.deepEqual(faults({ ...manifest(), permissions: [] }), [
    "permissions must be an object, not a list. Write {…}",
  ]);
  assert.deepEqual(faults(manifest({}, { synonyms: { x: { to: "a" } } })), [
    'tools.trees.synonyms.x has "to" without the fields that belong to it. Write {"to": …, "with": …}',
  ]);
  assert.deepEqual(faults(manifest({}, { handler: ["sh", "a.sh"] })), [
    'tools.trees.handler must not be a list. Write {"command": ["sh","a.sh"]}',
  ]);
  assert.deepEqual(faults(manifest({ contributes: { cliAliases: { todos: "trees" } } })), [
    'contributes.cliAliases must be a list, not an object. Write [{"tool": …, "description": …}]. Commands and flags of `jig` that call its tools',
  ]);
  const lists = { type: "object", properties: { a: { type: "array", items: { enum: [[1]] } } }, default: { a: [[1]] } };
  assert.deepEqual(faults(manifest({}, { input: lists, output: { schema: { examples: [[]] } } })), []);
});

const UNPLACED: [given: JsonObject, write: string][] = [
  [manifest({}, { cliAliases: [] }), '"cliAliases" belongs in "contributes"'],
  [manifest({ cliAliases: [] }), '"cliAliases" belongs in "contributes"'],
  [manifest({}, { failure: {} }), '"failure" belongs at the top of the manifest'],
  [manifest({ output: {} }), '"output" belongs in "tools.NAME"'],
  [output({ columns: [] }), '"columns" belongs in "tools.trees.output.rows.N"'],
  [row({ view: "table" }), '"view" belongs in "tools.trees"'],
];

test("a property in the wrong place is told where it belongs", () => {
  for (const [given, write] of UNPLACED)
    assert.deepEqual(
      faultsOf(given).map((fault) => fault.write),
      [write],
    );
  const [fault] = faultsOf(manifest({}, { examples: [{ title: "One", input: {}, file: "a" }] }));
  assert.doesNotMatch(fault?.write ?? "", /belongs/);
});

const HABITUAL: [given: JsonObject, write: string][] = [
  ...["params", "args", "inputs", "input_schema", "inputSchema"].map((key): [JsonObject, string] => [
    without("input", { [key]: {} }),
    'Write "input" instead',
  ]),
  ...["desc", "summary"].map((key): [JsonObject, string] => [
    without("description", { [key]: "Counts trees." }),
    'Write "description" instead',
  ]),
  [without("handler", { command: ["sh", "a.sh"] }), 'Write "handler" instead'],
  [manifest({}, { command: ["sh", "a.sh"] }), '"command" belongs in "tools.trees.handler"'],
  [manifest({}, { returns: {} }), 'Write "output" instead'],
  [manifest({}, { args: {} }), 'Remove it, or "input": both mean the same'],
  [manifest({}, { always_load: true }), 'Write "alwaysLoad" instead'],
  [manifest({}, { name: "trees" }), 'Remove it: the key of a tool in "tools" is its name'],
  [manifest({}, { examples: [{ name: "One", input: {} }] }), 'Write "title" instead'],
  [manifest({}, { examples: [{ title: "One", args: {} }] }), 'Write "input" instead'],
  [manifest({ permissions: { network: [] } }), 'Write "net" instead'],
  [manifest({ author: "A" }), "Remove it, or put it in the README"],
  [
    manifest({ contributes: { cliAliases: [{ name: "todos", tool: "trees", description: "Lists." }] } }),
    'Write "command" instead',
  ],
];

function without(key: string, tool: JsonObject): JsonObject {
  const given: { tools: { trees: JsonObject } } = JSON.parse(JSON.stringify(manifest({}, tool)));
  delete given.tools.trees[key];
  return given;
}

test("a key that is written by habit is told the one that is meant", () => {
  for (const [given, write] of HABITUAL) assert.equal(faultsOf(given)[0]?.write, write);
});

test("habits are of objects and mean keys that exist", () => {
  const within = (schema: JsonSchema | undefined, step: string): JsonSchema | undefined => {
    const each = [schema, ...(schema?.anyOf ?? [])].map((option) =>
      step === "*" ? (option?.items ?? option?.additionalProperties) : option?.properties?.[step],
    );
    return each.find((found): found is JsonSchema => typeof found === "object" && found !== null);
  };
  const keysOf = (schema: JsonSchema | undefined) =>
    [schema, ...(schema?.anyOf ?? [])].flatMap((each) => Object.keys(each?.properties ?? {}));
  for (const [place, habits] of Object.entries(HABITS)) {
    const known = keysOf((place === "" ? [] : place.split(".")).reduce(within, pluginFileSchema()));
    for (const [key, words] of Object.entries(habits)) {
      assert.ok(known.includes(key), `${place}: ${key}`);
      for (const word of words.split(" ")) assert.ok(!known.includes(word), `${place}: ${word} is known`);
    }
  }
});

test("a value in the place of an object is told the object's form", () => {
  const writes = [row({ code: "/text" }), row({ location: "/path" }), row({ columns: ["name"] })].map(
    (given) => faultsOf(given)[0]?.write.split(". ")[0],
  );
  assert.deepEqual(writes, ['Write {"text": "/text"}', 'Write {"path": "/path"}', 'Write {"field": "name"}']);
  assert.match(faultsOf(output({ next: "page" }))[0]?.write ?? "", /^Write \{"parameter": …, "by": …\}\. /);
  assert.match(faultsOf(manifest({}, { timeout: 5000 }))[0]?.write ?? "", /"defaultMs": …/);
});
