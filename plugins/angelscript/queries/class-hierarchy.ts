/** Implements `angelscript_getClassHierarchy`, which returns base and derived classes with their locations. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import type { TypeSymbol } from "../database/symbols.ts";
import type { Engine } from "../engine/engine.ts";
import { answerError } from "../symbols/answer-error.ts";
import { findTypeUse, homonyms, typeNotFound } from "../symbols/find-type.ts";
import { memberPathOf, overridden } from "../symbols/member-facts.ts";
import { memberSignature } from "../symbols/signature-text.ts";
import { type LineRange, nameLocation, Sources, typeSource } from "../symbols/source-preview.ts";

/** The number is limited because each class has a preview of up to 20 lines, and all of them are in memory at once. */
const MAX_CLASSES = 20_000;

export interface HierarchyRequest {
  name: string;
  maxSuperDepth: number;
  maxSubDepth: number;
  maxSubBreadth: number;
  includeOverrides?: boolean | undefined;
}

export interface OverrideRow {
  signature: string;
  /** The nearest overridden function, for example `ABase/Fire`. */
  overrides: string;
  /** True if the engine declares it. */
  isNative?: true;
  filePath?: string;
  startLine?: number;
}

/** `unknown` means that scripts use the class as a base although nothing declares it. */
export type ClassSource = NotDeclared | ({ source: "as" } & LineRange);

/** `isBaseInferred` means that we inferred the base from the name and from overrides, so there may be classes in between. */
type NotDeclared = ({ source: "cpp"; header?: string } | { source: "unknown" }) & { isBaseInferred?: true };

export interface HierarchyAnswer {
  root: string;
  /** Files in other roots that declare a type with the same name. */
  alsoDeclaredIn?: string[];
  supers: string[];
  derivedByParent: Record<string, string[]>;
  sourceByClass: Record<string, ClassSource>;
  /** The overriding methods of each script class. */
  overridesByClass?: Record<string, OverrideRow[]>;
  limits: { maxSuperDepth: number; maxSubDepth: number; maxSubBreadth: number };
  truncated: { supers: boolean; derivedDepth: boolean; derivedBreadthByClass: Record<string, number> };
}

export async function classHierarchy(
  engine: Engine,
  request: HierarchyRequest,
  context: WorkerContext,
): Promise<HierarchyAnswer> {
  const name = request.name.trim();
  const type = findTypeUse(engine, name, undefined)?.symbol ?? engine.table.unknownBase(name);
  if (!type) throw typeNotFound(engine, name, undefined);
  if (type.kind !== "class")
    throw answerError("InvalidParams", `"${type.qualifiedName}" is not a class`, {
      details: { name: request.name, kind: type.kind },
    });
  const { maxSuperDepth, maxSubDepth, maxSubBreadth } = request;
  const shown = new Map<TypeSymbol, string>([[type, type.qualifiedName]]);
  const supers: string[] = [];
  let above = engine.table.base(type);
  for (; above && supers.length < maxSuperDepth; above = engine.table.base(above)) {
    supers.push(above.qualifiedName);
    shown.set(above, above.qualifiedName);
  }
  const truncated: HierarchyAnswer["truncated"] = {
    supers: above !== undefined,
    derivedDepth: false,
    derivedBreadthByClass: {},
  };
  const derivedByParent: Record<string, string[]> = {};
  collect(engine, type, 1, { maxSubDepth, maxSubBreadth, shown, derivedByParent, truncated });
  const sources = new Sources(context);
  const sourceByClass: Record<string, ClassSource> = {};
  for (const [each, shownName] of shown) sourceByClass[shownName] = await sourceOf(engine, each, sources);
  return {
    root: type.qualifiedName,
    ...homonyms(engine, type, sources),
    supers,
    derivedByParent,
    sourceByClass,
    ...(request.includeOverrides ? { overridesByClass: await overridesOf(engine, shown, sources) } : {}),
    limits: { maxSuperDepth, maxSubDepth, maxSubBreadth },
    truncated,
  };
}

async function overridesOf(
  engine: Engine,
  shown: ReadonlyMap<TypeSymbol, string>,
  sources: Sources,
): Promise<Record<string, OverrideRow[]>> {
  const rows: Record<string, OverrideRow[]> = {};
  for (const [type, name] of shown) {
    const found: OverrideRow[] = [];
    for (const member of type.isScript ? type.members : []) {
      const above = overridden(engine, member);
      if (!above?.owner) continue;
      found.push({
        signature: memberSignature(member),
        overrides: memberPathOf(above),
        ...(above.place ? {} : { isNative: true as const }),
        ...(await nameLocation(sources, member.place)),
      });
    }
    if (found.length > 0) rows[name] = found;
  }
  return rows;
}

async function sourceOf(engine: Engine, type: TypeSymbol, sources: Sources): Promise<ClassSource> {
  const place = type.places[0];
  if (place) return { source: "as", ...(await typeSource(sources, place)) };
  const inferred = type.isBaseAssumed && engine.table.base(type) ? { isBaseInferred: true as const } : {};
  if (type.isUnknown) return { source: "unknown", ...inferred };
  return { source: "cpp", ...(type.header ? { header: type.header } : {}), ...inferred };
}

interface Collecting {
  maxSubDepth: number;
  maxSubBreadth: number;
  shown: Map<TypeSymbol, string>;
  derivedByParent: Record<string, string[]>;
  truncated: HierarchyAnswer["truncated"];
}

function collect(engine: Engine, parent: TypeSymbol, depth: number, into: Collecting): void {
  const children = [...engine.table.derived(parent)].sort((a, b) => (a.qualifiedName < b.qualifiedName ? -1 : 1));
  if (children.length === 0) return;
  if (depth > into.maxSubDepth) {
    into.truncated.derivedDepth = true;
    return;
  }
  const budget = Math.max(0, MAX_CLASSES - into.shown.size);
  const taken = children.slice(0, Math.min(into.maxSubBreadth, budget));
  if (taken.length < children.length)
    into.truncated.derivedBreadthByClass[parent.qualifiedName] = children.length - taken.length;
  if (taken.length > 0) into.derivedByParent[parent.qualifiedName] = taken.map((child) => child.qualifiedName);
  for (const child of taken) into.shown.set(child, child.qualifiedName);
  for (const child of taken) collect(engine, child, depth + 1, into);
}
