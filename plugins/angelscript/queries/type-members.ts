/**
 * Implements `angelscript_getTypeMembers`, which returns the members of a type including mixins and statics, or the contents of
 * a namespace.
 */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { extendsOwner } from "../binding/overload-resolution.ts";
import { argumentTexts, type TypeUse, typeText } from "../binding/type-use.ts";
import { overrideSwitches } from "../database/generated-members.ts";
import { OverrideRule } from "../database/override-family.ts";
import { visibility } from "../database/script-members.ts";
import { type MemberSymbol, qualify, type TypeSymbol } from "../database/symbols.ts";
import type { Engine } from "../engine/engine.ts";
import { Flag } from "../parser/syntax.ts";
import { docLines, plainDoc } from "../symbols/documentation.ts";
import { findTypeUse, homonyms, typeNotFound } from "../symbols/find-type.ts";
import { factsOf, type MemberFacts, ScriptOverrides, usesOfKey } from "../symbols/member-facts.ts";
import { memberSignature } from "../symbols/signature-text.ts";
import { nameLocation, Sources } from "../symbols/source-preview.ts";

export interface MembersRequest {
  name: string;
  /** Set if `name` is a script file, for which an outline is returned. */
  path?: string | undefined;
  namespace?: string | undefined;
  includeInherited: boolean;
  includeDocs: boolean;
  kinds: "both" | "method" | "property";
  /** A part of the name, ignoring case. */
  nameFilter?: string | undefined;
  includeUses: boolean;
}

export interface MemberRow extends MemberFacts {
  /** `method` or `property`. Outlines also contain types and globals. */
  kind: string;
  name: string;
  signature: string;
  description: string;
  declaredIn: string;
  declaredInKind: "type" | "namespace";
  isInherited: boolean;
  isMixin: boolean;
  isAccessor: boolean;
  accessorKind?: "get" | "set";
  propertyName?: string;
  visibility: "public" | "protected" | "private";
  /** True if it is called as `Type::Name()`. */
  isStatic?: true;
  /** Set for symbols of scripts, including generated ones. */
  filePath?: string;
  startLine?: number;
}

export interface MembersAnswer {
  /** `alsoDeclaredIn` lists the files in other roots that have a type with the same name. Their members aren't listed. */
  type: { name: string; namespace: string; qualifiedName: string; alsoDeclaredIn?: string[] };
  members: MemberRow[];
}

export async function typeMembers(
  engine: Engine,
  request: MembersRequest,
  context: WorkerContext,
): Promise<MembersAnswer> {
  const name = request.name.trim();
  const namespace = request.namespace?.trim() || undefined;
  const use =
    namespace !== undefined && !engine.table.namespaces.has(namespace)
      ? undefined
      : findTypeUse(engine, name, namespace);
  const sources = new Sources(context);
  const of = { engine, request, sources, context, overrides: new ScriptOverrides(engine), uses: new Map() };
  if (!use) {
    const wanted = qualify(namespace ?? "", name);
    if (!engine.table.namespaces.has(wanted) || wanted === "") throw typeNotFound(engine, name, namespace);
    return await namespaceMembers(of, wanted);
  }
  const members: MemberRow[] = [];
  for (const { member, inherited } of ofType(engine, use, request.includeInherited))
    if (wanted(member, request)) members.push(await row(of, member, use, inherited));
  for (const member of overrideSwitches(engine.table, use.symbol))
    if (wanted(member, request)) members.push(await row(of, member, use));
  for (const member of mixinsOf(engine, use.symbol))
    if (wanted(member, request) && extendsOwner(engine.lookup, member, use)) members.push(await row(of, member, use));
  for (const member of engine.table.statics(use.symbol))
    if (wanted(member, request)) members.push({ ...(await row(of, member, use)), isStatic: true });
  return {
    type: {
      name: nameOf(use),
      namespace: use.symbol.namespace,
      qualifiedName: typeText(use),
      ...homonyms(engine, use.symbol, sources),
    },
    members,
  };
}

function nameOf(use: TypeUse): string {
  const list = argumentTexts(use);
  return list.length === 0 ? use.symbol.name : `${use.symbol.name}<${list.join(",")}>`;
}

/** Returns the type's own members, followed by inherited ones that are neither private nor overridden. */
function* ofType(
  engine: Engine,
  use: TypeUse,
  withBases: boolean,
): Generator<{ member: MemberSymbol; inherited: boolean }> {
  const seen = new Map<string, OverrideRule>();
  for (const type of engine.table.chain(use.symbol)) {
    const inherited = type !== use.symbol;
    if (inherited && !withBases) return;
    const here: MemberSymbol[] = [];
    for (const member of type.members) {
      if (member.kind === "constructor" || member.kind === "access") continue;
      if (inherited && (member.flags & Flag.private || seen.get(nearerKey(member))?.covers(member))) continue;
      here.push(member);
      yield { member, inherited };
    }
    for (const member of here) {
      const rule = seen.get(nearerKey(member));
      if (rule) rule.add(member);
      else seen.set(nearerKey(member), new OverrideRule(engine.table.native.floatIsFloat64, member));
    }
  }
}

/** Methods don't hide fields, so they have different keys. */
const nearerKey = (member: MemberSymbol): string => `${member.isCallable ? "()" : ""}${member.name}`;

function* mixinsOf(engine: Engine, type: TypeSymbol): Generator<MemberSymbol> {
  for (const at of engine.table.chain(type)) yield* engine.table.mixins(at.name);
}

export function wanted(member: MemberSymbol, request: MembersRequest): boolean {
  const part = request.nameFilter?.toLowerCase();
  if (part && !member.name.toLowerCase().includes(part)) return false;
  return request.kinds === "both" || (request.kinds === "method") === member.isCallable;
}

export interface MembersContext {
  engine: Engine;
  request: MembersRequest;
  sources: Sources;
  context: WorkerContext;
  overrides: ScriptOverrides;
  /** The cache uses keys, because a name can have any number of declarations. */
  uses: Map<string, Awaited<ReturnType<typeof usesOfKey>>>;
}

export async function row(
  { engine, request, sources, context, overrides, uses }: MembersContext,
  member: MemberSymbol,
  owner: TypeUse | undefined,
  isInherited = false,
): Promise<MemberRow> {
  const ofOwner = owner && member.owner === owner.symbol;
  const accessor = member.accessor;
  const key = request.includeUses ? member.key : "";
  if (key !== "" && !uses.has(key)) uses.set(key, await usesOfKey(engine, key, member.name, context));
  return {
    kind: member.isCallable ? "method" : "property",
    name: member.name,
    signature: memberSignature(member, { accessorsAsProperties: true, owner: ofOwner ? owner : undefined }),
    description: request.includeDocs ? plainDoc(await docLines(sources, member)) : "",
    declaredIn: ofOwner && owner ? typeText(owner) : (member.owner?.qualifiedName ?? member.namespace),
    declaredInKind: member.owner ? "type" : "namespace",
    isInherited,
    isMixin: member.isMixin && !member.owner,
    isAccessor: accessor !== undefined,
    ...(accessor ? { accessorKind: accessor, propertyName: member.name.slice(3) } : {}),
    visibility: visibility(member.flags),
    ...factsOf(engine, member, overrides),
    ...uses.get(key),
    ...(await nameLocation(sources, member.place)),
  };
}

async function namespaceMembers(of: MembersContext, namespace: string): Promise<MembersAnswer> {
  const { engine, request } = of;
  const members: MemberRow[] = [];
  for (const member of engine.table.namespaces.get(namespace)?.members ?? [])
    if (wanted(member, request)) members.push({ ...(await row(of, member, undefined)), isStatic: true });
  const cut = namespace.lastIndexOf("::");
  const name = cut < 0 ? namespace : namespace.slice(cut + 2);
  return { type: { name, namespace: cut < 0 ? "" : namespace.slice(0, cut), qualifiedName: namespace }, members };
}
