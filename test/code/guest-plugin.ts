/** A third-party plugin with a grammar (Lua under another name) whose scanner crashes at `~` and hangs at `^`, unless preceded by whitespace. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch, TOP } from "../jig.ts";

const TAGS = `
(function_declaration name: (identifier) @name) @definition.function
(function_declaration name: (dot_index_expression field: (identifier) @name)) @definition.method
(function_call name: (identifier) @name) @reference.call
`;

const LOCALS = `
[(chunk) (block) (function_declaration) (do_statement)] @local.scope
(parameters name: (identifier) @local.definition)
(assignment_statement (variable_list name: (identifier) @local.definition))
(identifier) @local.reference
(dot_index_expression field: (identifier) @local.reference.member)
`;

export function guestPlugin(language: object = {}): string {
  const manifest = {
    name: "toy",
    version: "1.0.0",
    title: "Toy",
    description: "The language Toy.",
    host: "^1",
    permissions: { read: ["workspace"] },
    contributes: {
      languages: [
        {
          ...{ id: "toy", title: "Toy", extensions: [".toy"], grammar: "./toy.wasm", tags: "./tags.scm" },
          ...{ locals: "./locals.scm", seen: "workspace", ...language },
        },
      ],
    },
  };
  const folder = scratch({ "plugin.json": JSON.stringify(manifest), "tags.scm": TAGS, "locals.scm": LOCALS });
  writeFileSync(join(folder, "toy.wasm"), fragileGrammar());
  return folder;
}

/** The scanner is the only function with three parameters and a result. The second one is the lexer, which starts with the next character. */
const SCANNER = [
  ...[0, 0x20, 1, 0x28, 2, 0, 0x41, 0xfe, 0, 0x46, 0x04, 0x40, 0x00, 0x0b],
  ...[0x20, 1, 0x28, 2, 0, 0x41, 0xde, 0, 0x46, 0x04, 0x40, 0x03, 0x40, 0x0c, 0, 0x0b, 0x0b],
  ...[0x41, 0, 0x0b],
];
const [TYPES, FUNCTIONS, CODE] = [1, 3, 10];

function fragileGrammar(): Uint8Array {
  const grammar = "@tree-sitter-grammars/tree-sitter-lua/tree-sitter-lua.wasm";
  const bytes = readFileSync(join(TOP, "node_modules", grammar));
  const out: number[] = [...bytes.subarray(0, 8)];
  let scanner = -1;
  let types: string[] = [];
  for (let at = 8; at < bytes.length; ) {
    const id = bytes[at] ?? 0;
    const reader = new Reader(bytes, at + 1);
    const size = reader.number();
    const end = reader.at + size;
    let section: number[] = [...bytes.subarray(reader.at, end)];
    if (id === TYPES) types = reader.list(() => reader.type());
    if (id === FUNCTIONS) scanner = reader.list(() => types[reader.number()]).indexOf("127,127,127>127");
    if (id === CODE) {
      const bodies = reader.list(() => reader.bytes());
      bodies[scanner] = SCANNER;
      section = [...leb(bodies.length), ...bodies.flatMap((body) => [...leb(body.length), ...body])];
    }
    out.push(id, ...leb(section.length), ...section);
    at = end;
  }
  return Uint8Array.from(out);
}

class Reader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  number(): number {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }

  bytes(): number[] {
    const length = this.number();
    this.at += length;
    return [...this.#bytes.subarray(this.at - length, this.at)];
  }

  list<Item>(read: () => Item): Item[] {
    return Array.from({ length: this.number() }, read);
  }

  type(): string {
    this.at++;
    return `${this.bytes()}>${this.bytes()}`;
  }
}

function leb(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)];
}
