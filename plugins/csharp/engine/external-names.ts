/** Provides external types from tables of names, of which one is for Unity and another for .NET and common packages. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { type EngineType, UnityNames, type WrittenNames } from "./unity-names.ts";

/** An external type with the name and version of its library. */
export interface ExternalTypeName extends EngineType {
  source: string;
}

interface Source {
  name: string;
  names: UnityNames;
  /** Only used for Unity projects. */
  unity: boolean;
}

/** An ancestor of an external type, and its distance. */
export interface ExternalAncestor {
  type: ExternalTypeName;
  depth: number;
  /** The subtype on the way to it. */
  below: ExternalTypeName;
}

export class ExternalNames {
  readonly #sources: readonly Source[];
  readonly #types = new Map<string, readonly ExternalTypeName[]>();

  constructor(sources: readonly Source[]) {
    this.#sources = sources;
  }

  typesNamed(name: string, arity?: number): readonly ExternalTypeName[] {
    let types = this.#types.get(name);
    if (!types) {
      types = this.#sources.flatMap(({ name: library, names }) =>
        names.typesNamed(name).map((type) => ({ ...type, source: `${library} ${names.version}`.trim() })),
      );
      this.#types.set(name, types);
    }
    return arity === undefined ? types : types.filter((type) => type.arity === arity);
  }

  /** Returns the nearest first, without duplicates. */
  ancestors(type: ExternalTypeName): ExternalAncestor[] {
    const found: ExternalAncestor[] = [];
    const seen = new Set([fullExternalName(type)]);
    let level = [type];
    for (let depth = 1; level.length > 0; depth++) {
      const next: ExternalTypeName[] = [];
      for (const below of level) {
        for (const written of below.bases) {
          const base = this.#baseOf(below, written);
          if (!base || seen.has(fullExternalName(base))) continue;
          seen.add(fullExternalName(base));
          found.push({ type: base, depth, below });
          next.push(base);
        }
      }
      level = next;
    }
    return found;
  }

  /**
   * Returns the type itself, or the nearest ancestor that declares the member. If the number of parameters is known, it must
   * match.
   */
  declarerOf(type: ExternalTypeName, member: string, parameters: number | undefined): ExternalTypeName | undefined {
    return [type, ...this.ancestors(type).map((each) => each.type)].find((each) => {
      const counts = each.parameters?.get(member);
      if (counts) return parameters !== undefined && counts.includes(parameters);
      return each.members.has(member);
    });
  }

  #baseOf(from: ExternalTypeName, written: string): ExternalTypeName | undefined {
    const name = written.replace(/<.*$/s, "");
    const all = this.typesNamed(name, arityOf(written));
    return (
      all.find((each) => each.namespace === from.namespace) ??
      all.find((each) => each.source === from.source) ??
      all.find((each) => each.namespace.startsWith("System")) ??
      all[0]
    );
  }
}

/** Returns the full name of an external type, such as `System.IEquatable<T>`. */
export function fullExternalName({ namespace, name, arity }: Pick<EngineType, "namespace" | "name" | "arity">): string {
  const list = Array.from({ length: arity }, (_, at) => (arity === 1 ? "T" : `T${at + 1}`)).join();
  return `${namespace === "" ? "" : `${namespace}.`}${name}${arity > 0 ? `<${list}>` : ""}`;
}

function arityOf(written: string): number {
  let depth = 0;
  let commas = 0;
  for (const c of written) {
    if (c === "<") depth++;
    else if (c === ">") depth--;
    else if (c === "," && depth === 1) commas++;
  }
  return written.includes("<") ? commas + 1 : 0;
}

/** Loads the tables, which have a size of 0.3 MB together. A thread only loads them once. */
export async function externalNames(
  engine: UnityNames,
  usesEngine: boolean,
  context: Pick<WorkerContext, "keep">,
): Promise<ExternalNames> {
  return await context.keep(`external names, ${usesEngine ? "with" : "without"} Unity`, async () => {
    const { default: written } = await import("./external-names.json", { with: { type: "json" } });
    const tables: (WrittenNames & { name: string; unity: boolean })[] = written.sources;
    const sources = tables
      .filter(({ unity }) => usesEngine || !unity)
      .map(({ name, unity, ...table }) => ({ name, unity, names: new UnityNames(table) }));
    return new ExternalNames(usesEngine ? [{ name: "Unity", unity: true, names: engine }, ...sources] : sources);
  });
}
