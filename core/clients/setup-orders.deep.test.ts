/** 300 hand-written files in all formats, with random sequences of setup, undo and manual edits. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { type ParseError, parse as parseJson } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import type { SetupEnvironment } from "./setup-environment.ts";
import { handEdited, machine, POSIX, setup } from "./setup-machine.ts";

type Value = Record<string, unknown>;

interface Kind {
  client: string;
  scope: "project" | "user";
  file(at: SetupEnvironment): string;
  servers: string;
  texts: fc.Arbitrary<string>;
  parse(text: string): Value;
  /** Adds a key by hand. */
  edited(text: string, key: string): string;
}

function readJson(text: string): Value {
  const errors: ParseError[] = [];
  const value = parseJson(text, errors, { allowTrailingComma: true });
  assert.deepEqual(errors, [], text);
  return value;
}

const eolOf = (text: string) => (text.includes("\r\n") ? "\r\n" : "\n");
const inJson = (text: string, key: string) =>
  text.replace("{", Object.keys(readJson(text)).length > 0 ? `{ "${key}": 1,` : `{ "${key}": 1`);
const atStart = (line: (key: string) => string) => (text: string, key: string) => `${line(key)}${eolOf(text)}${text}`;
const atEnd = (line: (key: string) => string) => (text: string, key: string) =>
  `${text}${text === "" || text.endsWith("\n") ? "" : eolOf(text)}${line(key)}${eolOf(text)}`;

/** Blocks in random order and number, with either line ending. */
const blocks = (top: readonly string[], tables: readonly string[]) =>
  fc
    .record({
      top: fc.shuffledSubarray([...top]),
      tables: fc.shuffledSubarray([...tables]),
      eol: fc.constantFrom("\n", "\r\n"),
      blank: fc.boolean(),
      final: fc.boolean(),
    })
    .map(({ top, tables, eol, blank, final }) => {
      const text = [...top, ...tables].join(blank ? "\n\n" : "\n");
      return (final && text !== "" ? `${text}\n` : text).replaceAll("\n", eol);
    });

const json = { parse: readJson, edited: inJson };
const withoutOurs = handEdited.filter((text) => !text.includes('"jig"'));
const KINDS: Kind[] = [
  {
    ...json,
    client: "cursor",
    scope: "project",
    file: ({ root = "" }) => join(root, ".cursor", "mcp.json"),
    servers: "mcpServers",
    texts: withoutOurs,
  },
  {
    ...json,
    client: "zed",
    scope: "project",
    file: ({ root = "" }) => join(root, ".zed", "settings.json"),
    servers: "context_servers",
    texts: withoutOurs.map((text) => text.replace("mcpServers", "context_servers")),
  },
  {
    client: "codex",
    scope: "user",
    file: ({ home }) => join(home, ".codex", "config.toml"),
    servers: "mcp_servers",
    texts: blocks(
      [
        'model = "x" # note',
        "# /* note */",
        "notify = [ 1, # note\n  2 ]",
        'text = """\n[mcp_servers.no]\n"""',
        "a.b = 1",
      ],
      [
        '[mcp_servers.other]\ncommand = "other" # note\nargs = []',
        "[[profiles]]\nname = 'p'",
        "[tools] # note\nweb = true",
        '[mcp_servers."with space"]\ncommand = "c"',
      ],
    ),
    parse: (text) => parseToml(text) as Value,
    edited: atStart((key) => `${key} = 1`),
  },
  {
    client: "goose",
    scope: "user",
    file: ({ home }) => join(home, ".config", "goose", "config.yaml"),
    servers: "extensions",
    texts: blocks(
      [
        "GOOSE_MODEL: x  # note",
        "# note",
        "list:\n  - 1\n  - {a: 1}",
        "text: |\n  extensions:\n    no: 1",
        "'q k': \"v\"",
      ],
      ["extensions:\n  developer:\n    enabled: true # note\n    args: [a, 'b']", "z: &anchor {x: 1}", "名前: 値"],
    ),
    parse: (text) => (parseYaml(text) ?? {}) as Value,
    edited: atEnd((key) => `${key}: 1`),
  },
];

const RUNS = 300;
const notesIn = (text: string) => [...text.matchAll(/note/g)].length;

/** Everything except our entry. An empty list of servers counts as none. */
function theirs(kind: Kind, text: string): Value {
  const value = structuredClone(kind.parse(text));
  const servers = value[kind.servers] as Value | undefined | null;
  delete servers?.jig;
  if (!servers || Object.keys(servers).length === 0) delete value[kind.servers];
  return value;
}

for (const kind of KINDS) {
  test(`${kind.client}: every order leaves a valid file that is otherwise unchanged`, { skip: !POSIX }, async () => {
    const orders = fc.array(fc.constantFrom("setup", "undo", "edit"), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(kind.texts, orders, async (text, order) => {
        const at = machine();
        const file = kind.file(at);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
        const now = () => (existsSync(file) ? readFileSync(file, "utf8") : "");
        // Expected content without our entry, in bytes unless the file was edited since.
        let [wanted, bytes] = [theirs(kind, text), text as string | undefined];
        let isOurs = false;
        for (const [step, act] of order.entries()) {
          if (act === "edit") {
            const key = `edited${step}`;
            writeFileSync(file, kind.edited(now(), key));
            wanted = { ...wanted, [key]: 1 };
            bytes = isOurs ? undefined : now();
          } else {
            const { code, shown } = await setup(
              { clients: [kind.client], scope: kind.scope, undo: act === "undo" },
              at,
            );
            assert.equal(code, 0, shown);
            isOurs = act === "setup";
            const servers = kind.parse(now())[kind.servers] as Value | undefined;
            assert.equal(servers?.jig !== undefined, isOurs, now());
            if (!isOurs && bytes !== undefined) assert.equal(now(), bytes);
          }
          assert.deepEqual(theirs(kind, now()), wanted, now());
          assert.ok(notesIn(now()) >= notesIn(text), now());
          if (!isOurs) bytes = now();
        }
      }),
      { numRuns: RUNS / KINDS.length },
    );
  });
}
