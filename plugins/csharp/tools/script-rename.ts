/** Implements `script_rename`, which plans a rename across the project or explains why it is impossible. */
import {
  type Context,
  type FileChange,
  ifThere,
  type Outcome,
  type PlanNote,
  slashed,
  type TextEdit,
  TimeSlice,
} from "../../../core/host/plugin-api.ts";
import type { NeedText, RenamePlace, RenameSet, Role } from "../queries/requests/requests.ts";
import type { ScriptService } from "../queries/service.ts";
import { assetChanges } from "../rename/rename-assets.ts";
import { renameSetOf } from "../rename/rename-query.ts";
import { typeNameChanges } from "../rename/rename-type-names.ts";
import { Lines } from "../text/lines.ts";
import { scriptError } from "./error-envelope.ts";
import { isKeyword } from "./keyword.ts";
import { anySymbolQuery, type SymbolInput } from "./symbol-query.ts";

export interface Input extends SymbolInput {
  to: string;
  possible: "refuse" | "list" | "include";
  saved: "attribute" | "keys" | "leave";
  strings: boolean;
  file: boolean;
}

const NAME = /^@?[\p{L}\p{Nl}_][\p{L}\p{N}\p{M}\p{Pc}]*$/u;
const TYPES = new Set(["class", "struct", "interface", "enum", "delegate"]);
/** These files are generated, so any change would be overwritten. */
const GENERATED = /\/(?:obj|Library|PackageCache)\/|\.(?:g|g\.i|generated|designer)\.cs$/i;

export default async function scriptRename(input: Input, context: Context): Promise<Outcome> {
  const newName = nameFrom(input.to);
  const query = await anySymbolQuery(input, context);
  const set = await renameSetOf(query, newName, context);
  const service = await context.service<ScriptService>();
  if (set.name === newName.replace(/^@/, ""))
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", `It is already called ${set.name}`, {
      hint: '"to" is the new name',
    });
  const { written } = query;
  // `step.Invoke()` means the delegate and an alias means its type, but neither of them changes along with the name.
  if (written !== undefined && written !== set.name && `${written}Attribute` !== set.name)
    throw scriptError(
      "CHANGE_REFUSED",
      "CHANGE_REFUSED",
      `${JSON.stringify(written)} at ${input.at} means ${set.name}, but would not be renamed with it`,
      { hint: `To rename ${set.name}, pass its symbol path or a position of its name` },
    );
  const places = set.declarations.map(({ path, line }) => ({ path, line }));
  const roles = places.length > 0 ? await service.ask<Role[]>({ op: "roles", places }, context) : [];
  const conflicts = [...conflictsOf(set, roles, input), ...set.conflicts];
  if (set.places.length + set.possible.length + conflicts.length === 0)
    throw scriptError("CHANGE_REFUSED", "CHANGE_REFUSED", `The name ${set.name} does not occur in code`, {
      hint: "The compiler names the class of top-level statements",
    });
  const untouched: PlanNote[] = [];
  const edited = [...set.places, ...(input.possible === "include" ? set.possible : [])];
  if (input.possible === "list") untouched.push(...set.possible.map((each) => noteOf(each, doubtOf(each))));
  const files = new Map<string, TextEdit[]>();
  const hashes = new Map<string, string>();
  const opened = new Map<string, Lines>();
  const slice = new TimeSlice();
  const add = async ({ path, line, column, length, isShort, inferred, kind }: RenamePlace) => {
    const lines = await read(path);
    const start = lines.start(line) + column - 1;
    const old = lines.text.slice(start, start + length).replace(/^@/, "");
    if (old !== (isShort ? set.name.replace(/Attribute$/, "") : set.name)) {
      conflicts.push({ path, line, column, why: "the file changed while it was being read" });
      return;
    }
    const word = kind === "cref" ? newName.replace(/^@/, "") : newName;
    const own: TextEdit = { start, end: start + length, text: isShort ? word.replace(/(?<=.)Attribute$/, "") : word };
    const edits = files.get(path) ?? [];
    edits.push(own);
    // The member of the anonymous type (or the element of the tuple) keeps its old name.
    if (inferred) {
      const named = inferred.in === "anonymous" ? `${set.name} = ` : `${set.name}: `;
      edits.push({ start: inferred.start, end: inferred.start, text: named });
    }
    files.set(path, edits);
  };
  const read = async (path: string) => {
    await slice.step();
    const known = opened.get(path);
    if (known) return known;
    const { text, hash } = await context.changes.read(path);
    const lines = new Lines(text);
    opened.set(path, lines);
    hashes.set(path, hash);
    return lines;
  };
  for (const place of edited) await add(place);
  await addStrings(set, input.strings, read, add, untouched);
  const namesakes = await otherNamesakes(set, context);
  const assets = await assetChanges({ set, newName, roles, keys: input.saved === "keys", namesakes }, context);
  conflicts.push(...assets.conflicts);
  untouched.push(...assets.untouched);
  // Some asset has a value for it. That means Unity saves this, even if its type and its base class don't look serializable to
  // us.
  const saved = set.declarations.filter(
    ({ kind }, at) =>
      roles[at]?.unity === "serialized" || (assets.isSaved && (kind === "field" || kind === "property")),
  );
  for (const declaration of saved) {
    if (input.saved !== "attribute") continue;
    const lines = await read(declaration.path);
    const start = lines.start(declaration.line);
    const row = lines.line(declaration.line);
    const indent = /^[ \t]*/.exec(row)?.[0] ?? "";
    const target = declaration.kind === "property" ? "field: " : "";
    const attribute = `[${target}UnityEngine.Serialization.FormerlySerializedAs("${savedName(set.name, declaration.kind)}")]`;
    if (/^[^={(]*,/.test(row.replace(/<[^<>]*>|\[[^\]]*\]/g, "")))
      conflicts.push({
        path: declaration.path,
        line: declaration.line,
        why: "the field shares its declaration with others: declare it separately first",
      });
    else if (!/\b(?:static|const|readonly)\b/.test(row))
      files
        .get(declaration.path)
        ?.push({ start: start + indent.length, end: start + indent.length, text: `${attribute} ` });
  }
  const changes: FileChange[] = [...files].map(([path, edits]) => ({ path, hash: hashes.get(path) ?? "", edits }));
  if (input.file) await renameFiles(set, newName, changes, context);
  const shown = (notes: readonly PlanNote[]) =>
    notes.map((note) => (note.path === undefined ? note : { ...note, path: context.workspace.display(note.path) }));
  return await context.changes.propose({
    title: `Rename ${set.name} to ${newName}`,
    files: [...changes, ...assets.files, ...(await typeNameChanges(set, newName, context))],
    conflicts: shown(conflicts),
    untouched: shown(untouched),
  });
}

function nameFrom(to: string): string {
  const name = to.trim();
  if (!NAME.test(name))
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", `Invalid identifier ${JSON.stringify(to)}`, {
      hint: "Write only the new name, such as Vitality",
    });
  if (isKeyword(name))
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", `${name} is a keyword of C#`, { hint: `Write @${name}` });
  return name;
}

function conflictsOf(set: RenameSet, roles: readonly Role[], input: Input): PlanNote[] {
  const found: PlanNote[] = [];
  for (const contract of set.contracts.known)
    found.push({ why: `it overrides or implements ${contract}, which is declared outside the sources` });
  if (input.possible === "refuse")
    for (const contract of set.contracts.possible)
      found.push({
        why: `it may implement a member of ${contract}, whose members are unknown (possible: "include" continues anyway)`,
      });
  for (const [at, { unity, symbol }] of roles.entries()) {
    const { path, line } = set.declarations[at] ?? {};
    if (symbol === "") found.push({ why: "its file changed while it was being read", ...(path ? { path } : {}) });
    if (unity === "message")
      found.push({ why: "Unity calls it by this name", ...(path ? { path } : {}), ...(line ? { line } : {}) });
  }
  if (set.kind === "implicit parameter") found.push({ why: "no identifier declares it" });
  if (input.possible === "refuse")
    found.push(
      ...set.possible.map((each) => noteOf(each, `${doubtOf(each)} (possible: "include" or "list" continues)`)),
    );
  for (const each of set.places)
    if (GENERATED.test(slashed(each.path))) found.push(noteOf(each, "a generated file or a package in a cache"));
  return found;
}

function doubtOf({ other }: RenamePlace): string {
  return other === undefined
    ? "may refer to another symbol"
    : `means ${other} in another branch of #if, which keeps its name`;
}

function noteOf({ path, line, column }: RenamePlace, why: string): PlanNote {
  return { path, line, column, why };
}

function savedName(name: string, kind: string): string {
  return kind === "property" ? `<${name}>k__BackingField` : name;
}

/** A string that contains only the name might refer to it, as in `Invoke("Fire")`. */
async function addStrings(
  set: RenameSet,
  change: boolean,
  read: (path: string) => Promise<Lines>,
  add: (place: RenamePlace) => Promise<void>,
  untouched: PlanNote[],
): Promise<void> {
  let others = 0;
  for (const place of set.texts) {
    const lines = await read(place.path);
    const start = lines.start(place.line) + place.column - 1;
    const isString = lines.text.charAt(start - 1) === '"' && lines.text.charAt(start + place.length) === '"';
    if (!isString) others++;
    else if (change) await add(place);
    else
      untouched.push({
        ...noteOf(place, "a string with the name (strings: true also changes it)"),
        text: lines.line(place.line).trim().slice(0, 200),
      });
  }
  if (others > 0) untouched.push({ why: `${others} words in comments and longer strings` });
}

/** Counts the other declarations by that name, which are not renamed. */
async function otherNamesakes(set: RenameSet, context: Context): Promise<number> {
  const service = await context.service<ScriptService>();
  const found = await service.ask<{ results?: unknown[] } | NeedText>(
    {
      op: "find",
      name: set.name,
      exact: true,
      kinds: ["method"],
      scope: "all",
      pageSize: 1000,
      startAfter: "",
      candidates: [],
    },
    context,
  );
  const all = "results" in found ? (found.results?.length ?? 0) : 0;
  return Math.max(0, all - set.declarations.length);
}

/** Renames the files that are named after the type, along with their `.meta` files. */
async function renameFiles(set: RenameSet, newName: string, changes: FileChange[], context: Context): Promise<void> {
  if (!TYPES.has(set.kind)) return;
  for (const path of new Set(set.declarations.map((each) => each.path))) {
    const slash = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1;
    const base = path.slice(slash);
    if (base !== `${set.name}.cs` && !base.startsWith(`${set.name}.`)) continue;
    const renameTo = path.slice(0, slash) + newName.replace(/^@/, "") + base.slice(set.name.length);
    const change = changes.find((each) => each.path === path);
    if (change) change.renameTo = renameTo;
    const meta = await ifThere(context.files.readText(`${path}.meta`));
    if (meta) changes.push({ path: `${path}.meta`, renameTo: `${renameTo}.meta` });
  }
}
