/** Implements `angelscript_rename`, which returns the edits for a rename or the reasons against it. */
import { JigError, type PlanNote, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { isLocal, isUnresolved } from "../binding/bound-uses.ts";
import { overrideFamily } from "../database/override-family.ts";
import { symbolOfKey } from "../database/symbol-of-key.ts";
import { type MemberSymbol, parameterKey, type TypeSymbol } from "../database/symbols.ts";
import type { Engine } from "../engine/engine.ts";
import { Names } from "../lexer/interned-names.ts";
import { tokenize } from "../lexer/lexer.ts";
import { Kind } from "../lexer/tokens.ts";
import { Flag } from "../parser/syntax.ts";
import { type PositionRequest, resolvePosition } from "../symbols/position.ts";
import { Sources } from "../symbols/source-preview.ts";
import { symbolNamed } from "../symbols/symbol-names.ts";
import { type FoundUse, localUses, parameterOf, TRIGGER, usesOfName, usesOfTarget } from "../symbols/symbol-uses.ts";
import { type FileEdits, meaningChanges } from "./rename-check.ts";
import { externalNotes } from "./rename-redirects.ts";

export type RenameRequest = (PositionRequest | { names: string[] }) & {
  newName: string;
  /** Tells what to do with unresolved uses: refuse the rename, list them without a change, or rename them too. */
  possible: "refuse" | "list" | "include";
};

export interface RenamePlan {
  oldName: string;
  newName: string;
  files: FileEdits[];
  conflicts: PlanNote[];
  untouched: PlanNote[];
}

/** The symbol together with everything that must be renamed with it. */
interface Renaming {
  oldName: string;
  /** The numbers of the keys. */
  targets: number[];
  /** Set for locals in place of `targets`. */
  uses?: FoundUse[];
  members: MemberSymbol[];
  type?: TypeSymbol;
}

export async function rename(engine: Engine, request: RenameRequest, context: WorkerContext): Promise<RenamePlan> {
  const { newName } = request;
  if (!isName(newName))
    throw new JigError("INVALID_ARGUMENT", `"${newName}" is not a valid script name`, {
      hint: "Use letters, digits and _, do not start with a digit, and avoid keywords",
    });
  const renaming = await renamingOf(engine, request, context);
  const { oldName } = renaming;
  const plan: RenamePlan = { oldName, newName, files: [], conflicts: [], untouched: [] };
  if (oldName === newName) throw new JigError("INVALID_ARGUMENT", `It is already named "${newName}"`);
  for (const why of outsideContracts(renaming.members, oldName, newName)) plan.conflicts.push({ why });
  plan.conflicts.push(...takenInEngine(engine, renaming.members, newName));
  // We return early, because there is no point in binding thousands of files for a rename that is refused.
  if (plan.conflicts.length > 0) return plan;
  const found = [...(renaming.uses ?? [])];
  for (const target of renaming.targets)
    found.push(...(await usesOfTarget(engine, target, context, undefined, overrideFamily)).found);
  const undecided = renaming.uses ? [] : await usesOfName(engine, oldName, context);
  if (request.possible === "include") found.push(...undecided);
  const sources = new Sources(context);
  const notes = request.possible === "refuse" ? plan.conflicts : plan.untouched;
  if (request.possible !== "include") for (const each of undecided) notes.push(await noteOf(each, UNDECIDED, sources));
  await addEdits(plan, found, sources);
  if (plan.conflicts.length === 0) plan.conflicts.push(...(await meaningChanges(engine, plan, context)));
  if (plan.conflicts.length === 0) plan.untouched.push(...(await externalNotes({ ...renaming, newName }, context)));
  return plan;
}

function isName(text: string): boolean {
  if (!/^[A-Za-z_]\w*$/.test(text)) return false;
  const tokens = tokenize(text, new Names());
  return tokens.count >= 1 && tokens.kinds[0] === Kind.name && !KEYWORDS.has(text);
}

const KEYWORDS = new Set(
  "void bool int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 float float32 float64 double auto const if else for foreach while switch case default break continue return fallthrough class struct enum namespace delegate event mixin local private protected public access this Super true false nullptr property override final asset of import Cast".split(
    " ",
  ),
);

async function renamingOf(engine: Engine, request: RenameRequest, context: WorkerContext): Promise<Renaming> {
  if ("names" in request) {
    const { key } = await symbolNamed(engine, request.names[0] ?? "", new Sources(context));
    return renamingOfKey(engine, key, request.newName);
  }
  const position = await resolvePosition(engine, request, context);
  const use = position.uses.find((each) => !isUnresolved(each.target) && each.use !== "alias");
  if (!use)
    throw new JigError("SYMBOL_NOT_FOUND", `There is no symbol with a known declaration at "${request.filePath}"`, {
      hint: "Use the position of a name; a name that could not be resolved cannot be renamed",
    });
  if (!isLocal(use.target)) return renamingOfKey(engine, engine.keys.key(use.target), request.newName);
  const { file, all, text } = position;
  const parameter = await parameterOf(engine, { file, uses: all, text }, use, context);
  if (parameter) return renamingOfKey(engine, parameterKey(parameter.member.key, parameter.name), request.newName);
  const oldName = text.slice(use.start, use.start + use.length);
  return { oldName, targets: [], uses: localUses(file, all, use.target), members: [] };
}

function renamingOfKey(engine: Engine, key: string, newName: string): Renaming {
  const number = (each: string): number => engine.keys.number(each);
  const symbol = symbolOfKey(engine.table, key);
  if (symbol?.kind === "parameter") {
    if (!symbol.member.place) throw outside(symbol.name);
    return { oldName: symbol.name, targets: [number(key)], members: [] };
  }
  if (symbol?.kind === "namespace") {
    const oldName = symbol.namespace.slice(symbol.namespace.lastIndexOf(":") + 1);
    if (engine.table.native.namespaces.has(symbol.namespace)) throw outside(oldName);
    return { oldName, targets: [number(key)], members: [] };
  }
  if (symbol?.kind === "type") {
    const { type } = symbol;
    if (!type.isScript) throw outside(type.name);
    const [letter = ""] = /^[AUFE](?=[A-Z])/.exec(type.name) ?? [];
    if (!newName.startsWith(letter))
      throw new JigError("CHANGE_REFUSED", `The name of this ${type.kind} must begin with ${letter}`, {
        hint: `Try ${letter}${newName}`,
      });
    const own = type.members.filter(
      (each) => (each.kind === "constructor" || each.kind === "destructor") && !each.native,
    );
    return { oldName: type.name, targets: [key, ...own.map((each) => each.key)].map(number), members: [], type };
  }
  if (!symbol?.member.place || symbol.member.native?.generated) throw outside(symbol?.member.name ?? key);
  const { member } = symbol;
  const family = [member, ...pairOf(engine, member)].flatMap((each) => overrideFamily(engine.table, each));
  return {
    oldName: member.name,
    targets: [member, ...pairOf(engine, member)].map((each) => number(each.key)),
    members: family,
  };
}

function outside(name: string): JigError {
  return new JigError("CHANGE_REFUSED", `"${name}" is declared by the engine or the compiler, not by a script`, {
    hint: "Only names that scripts declare can be renamed",
  });
}

/** `GetX` and `SetX` are renamed together, because a use may only say `X`. */
function pairOf(engine: Engine, member: MemberSymbol): MemberSymbol[] {
  const { accessor, owner, name } = member;
  if (!accessor || !owner) return [];
  const other = accessor === "get" ? "set" : "get";
  const found = engine.lookup.accessor(owner, name.slice(3), other);
  return found ? [found] : [];
}

/** Returns the members whose names are required by the engine. */
function outsideContracts(members: readonly MemberSymbol[], oldName: string, newName: string): string[] {
  const native = members.find((each) => !each.place);
  if (native)
    return [
      `"${oldName}" overrides ${native.owner?.qualifiedName ?? "the engine"}.${native.name}, whose name the engine fixes`,
    ];
  const accessor = members.find((each) => each.accessor);
  if (accessor && (newName.slice(0, 3) !== oldName.slice(0, 3) || newName.length < 4))
    return [`"${oldName}" is used as a property: the new name must begin with ${oldName.slice(0, 3)}`];
  const settings = members.find((each) => each.kind === "property" && each.owner?.base === "UHazeComposableSettings");
  return settings
    ? [`The compiler generates functions for the settings property "${oldName}", which are not renamed`]
    : [];
}

/**
 * The engine identifies functions by their name, so neither the class nor an engine class it derives from may have one with the
 * new name.
 */
function takenInEngine(engine: Engine, members: readonly MemberSymbol[], newName: string): PlanNote[] {
  for (const member of members) {
    const same = member.owner ? engine.lookup.members(member.owner, newName) : [];
    const native = same.find((each) => !each.place);
    if (native) return [{ why: `${native.owner?.qualifiedName}.${newName} is already declared by the engine` }];
    const taken = same.find(
      (each) => member.isCallable && each.isCallable && ((each.flags | member.flags) & REFLECTED) !== 0,
    );
    if (taken)
      return [
        {
          why: `${taken.owner?.qualifiedName}.${newName} is already declared, and the engine identifies functions by name`,
        },
      ];
  }
  return [];
}

const REFLECTED = Flag.ufunction | Flag.blueprintEvent | Flag.blueprintOverride;

/** A use can be spelled as a property, a trigger or the other accessor, or without a prefix (`/Script/Angelscript.Lamp`). */
function spelled(text: string, oldName: string, newName: string): string | undefined {
  if (text === oldName) return newName;
  if (text === `~${oldName}`) return `~${newName}`;
  if (text === `${TRIGGER}${oldName}`) return `${TRIGGER}${newName}`;
  if (/^[AUF][A-Z]/.test(oldName) && text === oldName.slice(1)) return newName.slice(1);
  if (!/^[GS]et./.test(oldName)) return undefined;
  if (text === oldName.slice(3)) return newName.slice(3);
  return text.slice(3) === oldName.slice(3) && /^[GS]et/.test(text) ? text.slice(0, 3) + newName.slice(3) : undefined;
}

async function addEdits(plan: RenamePlan, found: readonly FoundUse[], sources: Sources): Promise<void> {
  const byPath = new Map<string, Map<number, FoundUse>>();
  for (const each of found) {
    const here = byPath.get(each.file.path) ?? new Map<number, FoundUse>();
    byPath.set(each.file.path, here.set(each.start, each));
  }
  for (const [path, uses] of [...byPath].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const lines = await sources.lines(path);
    const edits: FileEdits["edits"] = [];
    for (const use of [...uses.values()].sort((a, b) => a.start - b.start)) {
      const end = use.start + use.length;
      const before = lines?.text(use.start, end) ?? "";
      const text = spelled(before, plan.oldName, plan.newName);
      if (text === undefined) plan.conflicts.push(await noteOf(use, `It is spelled "${before}" here`, sources));
      else edits.push({ start: use.start, end, text, before });
    }
    plan.files.push({ path, edits });
  }
}

async function noteOf({ file, start }: FoundUse, why: string, sources: Sources): Promise<PlanNote> {
  const lines = await sources.lines(file.path);
  const line = lines?.lineAt(start) ?? 1;
  const text = lines?.line(line).trim() ?? "";
  return { why, path: sources.display(file.path), line, column: lines?.columnAt(start) ?? 1, text };
}

const UNDECIDED = 'It is uncertain whether this is a use (possible: "list" leaves such places, "include" renames them)';
