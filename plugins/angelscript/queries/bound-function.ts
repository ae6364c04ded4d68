/** Finds the function that is named in a binding such as `Event.AddUFunction(this, n"Name")`. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { countOfUses, isLocal, isUnresolved, readUse } from "../binding/bound-uses.ts";
import { symbolOfKey } from "../database/symbol-of-key.ts";
import type { Engine } from "../engine/engine.ts";
import { memberPathOf } from "../symbols/member-facts.ts";
import { nameLocation, type Sources } from "../symbols/source-preview.ts";
import type { FoundUse } from "../symbols/symbol-uses.ts";

export interface BoundFunction {
  symbolPath: string;
  filePath?: string;
  startLine?: number;
}

/** Returns undefined for uses that aren't bindings, for the literal with the name, and for unknown functions. */
export async function boundFunction(
  engine: Engine,
  { file, start, use }: FoundUse,
  sources: Sources,
  context: WorkerContext,
): Promise<BoundFunction | undefined> {
  if (use !== "bind" && use !== "unbind") return undefined;
  const lines = await sources.lines(file.path);
  const uses = await engine.uses(context, file);
  let nearest: { start: number; target: number } | undefined;
  for (let index = 0; index < countOfUses(uses); index++) {
    const other = readUse(uses, index);
    if (other.use !== use || other.start <= start || isLocal(other.target) || isUnresolved(other.target)) continue;
    if (!nearest || other.start < nearest.start) nearest = other;
  }
  // The two must be in the same statement.
  if (!nearest || !lines || lines.text(start, nearest.start).includes(";")) return undefined;
  if (lines.text(nearest.start - 2, nearest.start) !== 'n"') return undefined;
  const symbol = symbolOfKey(engine.table, engine.keys.key(nearest.target));
  if (symbol?.kind !== "member") return undefined;
  return { symbolPath: memberPathOf(symbol.member), ...(await nameLocation(sources, symbol.member.place)) };
}
