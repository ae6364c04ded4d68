/**
 * Generates Unity projects with known references. Scenarios are C# with marks, `@{Space.Type/Member}` for a use and
 * `@{!Space.Type/Member}` for a declaration, replaced by the last part of the path. Member names come from a small pool, so each is
 * declared in many types. `@{local:Name}` and `@{foreign:Name}` don't refer to any declaration.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { mulberry } from "../mulberry.ts";
import { SCENARIOS } from "./scenarios.ts";

export interface Token {
  file: string;
  line: number;
  column: number;
  /** `Space.Outer/Type/Member`. */
  id: string;
  name: string;
}

export interface Truth {
  tokens: Token[];
  declared: Set<string>;
  /** Related declarations (overrides, implementations). A use of one counts for the others. */
  related: Map<string, Set<string>>;
}

/** API for scenarios. */
export class Writer {
  readonly files = new Map<string, string>();
  readonly relations: [string, string][] = [];
  readonly #random: () => number;
  #count = 0;

  constructor(seed: number) {
    this.#random = mulberry(seed);
  }

  /** A name from the pool. */
  member(...not: string[]): string {
    const pool = ["Move", "Power", "Run", "Data", "Amount", "Reset", "Apply", "Target"].filter(
      (name) => !not.includes(name),
    );
    return pool[Math.floor(this.#random() * pool.length)]!;
  }

  /** A unique type name. */
  type(stem = "Unit"): string {
    this.#count++;
    return `${stem}${this.#count}`;
  }

  space(): string {
    return ["Game", "Game.Ui", "Tools", "Net.Core"][Math.floor(this.#random() * 4)]!;
  }

  /** Adds a file. Its assembly depends on `folder`. */
  file(folder: string, text: string): void {
    this.#count++;
    this.files.set(`Assets/${folder}/File${this.#count}.cs`, text);
  }

  /** Uses of `other` count for `asked` as well. */
  relate(asked: string, other: string): void {
    this.relations.push([asked, other]);
  }
}

/** Writes a project. `Game` references `Core`, `Apart` doesn't reference anything. */
export function writeProject(root: string, seed: number, rounds: number): Truth {
  const writer = new Writer(seed);
  for (let round = 0; round < rounds; round++) for (const scenario of SCENARIOS) scenario(writer);
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  put("ProjectSettings/ProjectVersion.txt", "m_EditorVersion: 6000.0.1f1\n");
  put("Packages/manifest.json", '{ "dependencies": {} }\n');
  const guid = "0123456789abcdef0123456789abcdef";
  put("Assets/Core/Core.asmdef", '{ "name": "My.Core" }\n');
  put("Assets/Core/Core.asmdef.meta", `fileFormatVersion: 2\nguid: ${guid}\n`);
  put("Assets/Game/Game.asmdef", `{ "name": "My.Game", "references": ["GUID:${guid}"] }\n`);
  put("Assets/Game/Globals.cs", "global using Everywhere;\n");
  put("Assets/Apart/Apart.asmdef", '{ "name": "My.Apart", "references": [] }\n');
  const truth: Truth = { tokens: [], declared: new Set(), related: new Map() };
  for (const [path, marked] of writer.files) put(path, strip(path, marked, truth));
  for (const [asked, other] of writer.relations)
    truth.related.set(asked, (truth.related.get(asked) ?? new Set()).add(other));
  return truth;
}

function strip(file: string, marked: string, truth: Truth): string {
  let text = "";
  let done = 0;
  for (const mark of marked.matchAll(/@\{(!?)([^}]+)\}/g)) {
    text += marked.slice(done, mark.index);
    const id = mark[2]!;
    const name = id.split(/[./:]/).at(-1)!.replace(/`\d+$/, "");
    const line = text.split("\n").length;
    truth.tokens.push({ file, line, column: text.length - text.lastIndexOf("\n"), id, name });
    if (mark[1] === "!") truth.declared.add(id);
    text += name;
    done = mark.index + mark[0].length;
  }
  return text + marked.slice(done);
}
