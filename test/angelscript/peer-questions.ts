/** Generates random questions for jig and the peer from scripts and native types. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Random, seededRandom } from "./seeded-faults.ts";

export interface PeerQuestion {
  tool: string;
  input: { filePath?: string; position?: { line: number; character: number }; [parameter: string]: unknown };
}

export function placeOf({ input }: PeerQuestion): { filePath: string; line: number; character: number } {
  return { filePath: input.filePath ?? "", ...(input.position ?? { line: 0, character: 0 }) };
}

export interface Draw {
  seed: number;
  resolve: number;
  references: number;
  members: number;
  hierarchies: number;
  searches: number;
}

/** Parts of a debug database. */
export type Chunks = Record<
  string,
  {
    inherits?: string;
    supertype?: string;
    subtypes?: string[];
    methods?: { name: string; return?: string }[];
    properties?: Record<string, string[]>;
  }
>[];

export function templateMethodsOf(chunks: Chunks): Set<string> {
  const templates = chunks.flatMap((chunk) => Object.values(chunk).filter(({ subtypes }) => subtypes?.length));
  return new Set(templates.flatMap(({ methods }) => methods?.map(({ name }) => name) ?? []));
}

const KEYWORDS = new Set(
  `class struct enum namespace event delegate mixin void bool int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 float float32
  float64 double auto const if else for while switch case default return break continue fallthrough true false nullptr this Super
  override final property private protected public access asset of import from in out inout Cast local no_discard allow_discard
  UCLASS USTRUCT UENUM UFUNCTION UPROPERTY UMETA`.split(/\s+/),
);

export function drawQuestions(root: string, chunks: Chunks, draw: Draw): PeerQuestion[] {
  const random = seededRandom(draw.seed);
  const files = scriptsBelow(root);
  const places = (count: number, tool: string): PeerQuestion[] =>
    Array.from({ length: count }, () => ({ tool, input: drawPlace(root, files, random) }));
  const native = chunks.flatMap((chunk) => Object.keys(chunk)).filter((name) => !name.startsWith("__"));
  const classes = chunks.flatMap((chunk) =>
    Object.keys(chunk).filter((name) => chunk[name]?.inherits ?? chunk[name]?.supertype),
  );
  const declared = files.flatMap((file) => [...readFileSync(file, "utf8").matchAll(/^(class|struct)\s+(\w+)/gm)]);
  const scriptTypes = declared.map((match) => match[2] ?? "");
  const scriptClasses = declared.filter((match) => match[1] === "class").map((match) => match[2] ?? "");
  const either = (one: string[], other: string[]): string => random.pick(random.below(2) === 0 ? one : other);
  const many = (count: number, tool: string, input: () => Record<string, unknown>): PeerQuestion[] =>
    Array.from({ length: count }, () => ({ tool, input: input() }));
  return [
    ...places(draw.resolve, "angelscript_resolveSymbolAtPosition"),
    ...places(draw.references, "angelscript_findReferences"),
    ...many(draw.members, "angelscript_getTypeMembers", () => ({
      name: either(native, scriptTypes),
      includeInherited: random.below(2) === 0,
    })),
    ...many(draw.hierarchies, "angelscript_getClassHierarchy", () => ({ name: either(classes, scriptClasses) })),
    ...many(draw.searches, "angelscript_searchApi", () => ({
      labelQuery: either(native, scriptTypes),
      searchIndex: 0,
      maxBatchResults: 1000,
    })),
  ];
}

export function scriptsBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".as"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Picks a script first and then a name, so that large scripts don't dominate. */
function drawPlace(root: string, files: string[], random: Random): Record<string, unknown> {
  for (;;) {
    const file = random.pick(files);
    const text = withoutTextAndComments(readFileSync(file, "utf8"));
    const names = [...text.matchAll(/\b[A-Za-z_]\w*/g)].filter((match) => !KEYWORDS.has(match[0]));
    if (names.length === 0) continue;
    const before = text.slice(0, random.pick(names).index).split("\n");
    const position = { line: before.length, character: (before.at(-1) ?? "").length + 1 };
    return { filePath: relative(root, file), position };
  }
}

/** Blanks out comments, strings, directives and macro arguments. Offsets don't change. */
function withoutTextAndComments(text: string): string {
  const covered =
    /\/\/.*|\/\*[\s\S]*?\*\/|[nf]?"""[\s\S]*?"""|\b[nf]?"(?:\\.|[^"\\\n])*"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^\s*#.*|\b(?:UCLASS|USTRUCT|UENUM|UFUNCTION|UPROPERTY|UMETA)\s*\(.*\)/gm;
  return text.replace(covered, (part) => part.replace(/[^\n]/g, " "));
}
