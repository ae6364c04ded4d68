/** Collects additional information about members, such as overrides, events and the number of uses. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { OverrideRule } from "../database/override-family.ts";
import type { MemberSymbol, TypeSymbol } from "../database/symbols.ts";
import type { Engine } from "../engine/engine.ts";
import { Flag } from "../parser/syntax.ts";
import { usesOfTarget } from "./symbol-uses.ts";

export interface MemberFacts {
  /** True if a script declares it as a BlueprintEvent, so that subclasses can override it. */
  isBlueprintEvent?: true;
  /** True if scripts can override this function of the engine, either by the data of the engine or because one does. */
  isOverridable?: true;
  /** The nearest overridden function, for example `ABase/Fire`. */
  overrides?: string;
  /** Declarations and overrides don't count. */
  uses?: number;
  /** The number of uses of the same name that couldn't be resolved. */
  unresolved?: number;
}

export function overridden(engine: Engine, member: MemberSymbol): MemberSymbol | undefined {
  const base = member.owner && member.kind === "method" ? engine.table.base(member.owner) : undefined;
  if (!base) return undefined;
  const rule = new OverrideRule(engine.table.native.floatIsFloat64, member);
  return engine.lookup.members(base, member.name).find((each) => each.kind === "method" && rule.covers(each));
}

export function memberPathOf(member: MemberSymbol): string {
  return `${member.owner?.qualifiedName ?? ""}/${member.name}`;
}

/** Finds the script classes that override a function of the engine as BlueprintOverride. */
export class ScriptOverrides {
  readonly #engine: Engine;
  #byName: Map<string, TypeSymbol[]> | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  has(member: MemberSymbol): boolean {
    const { owner } = member;
    return owner !== undefined && this.#of(member.name).some((type) => this.#engine.table.derivesFrom(type, owner));
  }

  #of(name: string): readonly TypeSymbol[] {
    if (!this.#byName) {
      this.#byName = new Map();
      for (const type of this.#engine.table.scriptTypes())
        for (const name of new Set(type.places.flatMap(({ declaration }) => declaration.overrides))) {
          const known = this.#byName.get(name);
          if (known) known.push(type);
          else this.#byName.set(name, [type]);
        }
    }
    return this.#byName.get(name) ?? [];
  }
}

export function factsOf(engine: Engine, member: MemberSymbol, overrides: ScriptOverrides): MemberFacts {
  if (member.kind !== "method") return {};
  const isEvent = (member.flags & Flag.blueprintEvent) !== 0;
  if (!member.place) return isEvent || overrides.has(member) ? { isOverridable: true } : {};
  const above = overridden(engine, member);
  return {
    ...(isEvent ? { isBlueprintEvent: true as const } : {}),
    ...(above?.owner ? { overrides: memberPathOf(above) } : {}),
  };
}

export async function usesOfKey(
  engine: Engine,
  key: string,
  name: string,
  context: WorkerContext,
): Promise<Pick<MemberFacts, "uses" | "unresolved">> {
  const { found, undecided } = await usesOfTarget(engine, engine.keys.number(key), context, engine.unresolved(name));
  const uses = found.filter(({ use }) => use !== "declaration" && use !== "override").length;
  return { uses, ...(undecided > 0 ? { unresolved: undecided } : {}) };
}
