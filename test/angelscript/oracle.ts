/** Replays recorded questions of the public language server and compares the answers (`JIG_ORACLE`). */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { callJig, scratch, TOP } from "../jig.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Answer = any;

export interface Question {
  id: string;
  tool: string;
  input: Record<string, unknown>;
  result: Answer;
}

/** `JIG_ORACLE`, or a folder next to this repository. */
export function oracleFolder(): string | undefined {
  const places = [
    process.env.JIG_ORACLE,
    join(TOP, "..", "shared", "oracle"),
    join(TOP, "..", "..", "shared", "oracle"),
  ];
  return places.map((place) => place && join(place, "angelscript")).find((place) => place && existsSync(place));
}

/** Differences caused by a bug that's listed under another question. */
export const EXPLAINED: Record<string, string> = {
  "search.ordered": "search.sigregex: signatures have defaults, const and property in all tools",
  "search.script": "spawn, event: generated statics and members of delegates are found",
  "search.docs": "search.sigregex: signatures have defaults, const and property in all tools",
  "search.regex": "search.sigregex: signatures have defaults, const and property in all tools",
  "members.method": "members.class: generated statics are listed",
};

/** Ids in the tables of KNOWN-PEER-FAULTS.md. */
export function marked(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/^\|\s*([^|]+?)\s*\|/gm)].flatMap((row) => row[1]!.replace(/\(.*?\)/g, "").split(/,\s*/)),
  );
}

export function questions(folder: string): Question[] {
  return JSON.parse(readFileSync(join(folder, "fixture-seed.json"), "utf8")).results;
}

/** Copies the fixture with native types as a saved database. Returns the root. */
export function fixtureRoot(folder: string): string {
  const top = scratch();
  cpSync(join(folder, "Script"), join(top, "Script"), { recursive: true, mode: 0 });
  const database = JSON.parse(readFileSync(join(folder, "mini-db.json"), "utf8"));
  const cache = join(scratch(), "unreal-cache.json");
  writeFileSync(cache, JSON.stringify({ version: 1, createdAt: "", debugDatabaseChunks: database.chunks }));
  const root = scratch();
  const script = join(root, "Script");
  mkdirSync(join(script, "Sub"), { recursive: true });
  for (const file of ["Weapons.as", "Sub/Helper.as"])
    writeFileSync(join(script, file), readFileSync(join(folder, "Script", file)));
  mkdirSync(join(script, ".vscode", "angelscript"), { recursive: true });
  writeFileSync(join(script, ".vscode", "angelscript", "unreal-cache.json"), readFileSync(cache));
  return script;
}

export function ask(question: Question, root: string): Answer {
  return callJig(question.tool, question.input, { cwd: root }).value;
}

/** Differences, one per line. Additional fields of ours don't count. */
export function differences(question: Question, ours: Answer): string[] {
  const theirs = question.result;
  if (theirs.ok !== ours.ok) return [`ok ${theirs.ok} → ${ours.ok}${ours.ok ? "" : ` (${ours.error.code})`}`];
  if (!theirs.ok)
    return theirs.error.code === ours.error.code ? [] : [`code ${theirs.error.code} → ${ours.error.code}`];
  switch (question.tool) {
    case "angelscript_searchApi":
      return setDifferences(theirs.data.items.map(itemText), ours.data.items.map(itemText));
    case "angelscript_getTypeMembers":
      return [
        ...fieldDifferences(theirs.data.type, ours.data.type, "type"),
        ...setDifferences(theirs.data.members.map(memberText), ours.data.members.map(memberText)),
      ];
    case "angelscript_findReferences":
      return setDifferences(theirs.data.references.map(referenceText), ours.data.references.map(referenceText));
    default:
      return fieldDifferences(theirs.data, ours.data, "");
  }
}

const itemText = (item: Answer): string =>
  `${item.type} ${item.signature.replace(/\s+/g, " ")}${item.docs ? ` /* ${item.docs} */` : ""}`;
/** Without our own additions. */
const memberText = ({ isStatic: _, filePath: __, startLine: ___, ...member }: Answer): string => JSON.stringify(member);
const referenceText = (each: Answer): string =>
  `${each.filePath}:${each.startLine}-${each.endLine} ${JSON.stringify(each.range)} ${each.preview}`;

function setDifferences(theirs: string[], ours: string[]): string[] {
  return [
    ...theirs.filter((each) => !ours.includes(each)).map((each) => `- ${each}`),
    ...ours.filter((each) => !theirs.includes(each)).map((each) => `+ ${each}`),
  ];
}

/** Fields in their answer that are different in ours. */
function fieldDifferences(theirs: Answer, ours: Answer, path: string): string[] {
  if (typeof theirs !== "object" || theirs === null)
    return theirs === ours || theirs === "<generated>"
      ? []
      : [`${path}: ${JSON.stringify(theirs)} → ${JSON.stringify(ours)}`];
  return Object.entries(theirs).flatMap(([key, value]) =>
    fieldDifferences(value, ours?.[key], path ? `${path}.${key}` : key),
  );
}
