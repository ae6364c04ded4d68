/** Provides Unity's public API by name. Without it, the type of `transform.position` wouldn't be known. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";

export interface WrittenNames {
  version: string;
  /** Each type is a line: `<letter><flags> <path>:<bases>;<type>=<member> <method>(…` */
  namespaces: Record<string, string[] | undefined>;
}

export interface EngineType {
  namespace: string;
  /** For a nested type, only its last part. */
  name: string;
  /** The number of its own type parameters. */
  arity: number;
  /** `class`, `struct`, `interface`, `enum` or `delegate`. */
  kind: string;
  isSerializable: boolean;
  isAbstract: boolean;
  bases: string[];
  /** The type of each member by name. It is "?" if overloads have different types, and "" for members of an enum. */
  members: ReadonlyMap<string, string>;
  /** The numbers of parameters of the overloads, if they are known. */
  parameters?: ReadonlyMap<string, readonly number[]>;
}

const KINDS: Readonly<Record<string, string>> = { c: "class", s: "struct", i: "interface", e: "enum", d: "delegate" };

export function fullNameOf({ namespace, name }: EngineType): string {
  return namespace === "" ? name : `${namespace}.${name}`;
}

export class UnityNames {
  readonly version: string;
  /** Maps a simple name to [namespace, line]. */
  readonly #lines = new Map<string, [namespace: string, line: string][]>();
  readonly #types = new Map<string, EngineType[]>();

  constructor({ version, namespaces }: WrittenNames) {
    this.version = version;
    for (const [namespace, lines = []] of Object.entries(namespaces)) {
      for (const line of lines) {
        const [path = ""] = line.slice(line.indexOf(" ") + 1).split(/[:;]/, 1);
        const name = path.slice(path.lastIndexOf("/") + 1).replace(/`.*$/, "");
        const known = this.#lines.get(name);
        if (known) known.push([namespace, line]);
        else this.#lines.set(name, [[namespace, line]]);
      }
    }
  }

  /** Returns the types with that simple name. Those in UnityEngine come before those in UnityEditor. */
  typesNamed(name: string): readonly EngineType[] {
    let types = this.#types.get(name);
    if (!types) {
      types = (this.#lines.get(name) ?? [])
        .map(([namespace, line]) => typeOf(name, namespace, line))
        .sort((a, b) => depthOf(a.namespace) - depthOf(b.namespace));
      this.#types.set(name, types);
    }
    return types;
  }

  /** Returns the type of a member that the type itself or one of its bases declares, with the spelling of that declaration. */
  memberType(type: string, member: string): string | undefined {
    for (const at of this.#upwards(type)) {
      const given = at.members.get(member) ?? (at.kind === "enum" && at.members.has(member) ? at.name : undefined);
      if (given === undefined) continue;
      if (given === "") return at.name;
      return given === "?" ? undefined : given;
    }
    return undefined;
  }

  /** Returns the type that declares a member, starting the search at `type`. */
  ownersOf(type: string, member: string): EngineType[] {
    for (const at of this.#upwards(type)) if (at.members.has(member)) return [at];
    return [];
  }

  /** Returns the names of a type's bases, or undefined for an unknown type. */
  above(type: string): string[] | undefined {
    const all = [...this.#upwards(type)];
    return all.length === 0 ? undefined : all.flatMap(({ bases }) => bases);
  }

  derivesFrom(type: string, base: string): boolean {
    return type === base ? this.typesNamed(type).length > 0 : (this.above(type) ?? []).includes(base);
  }

  *#upwards(name: string): Generator<EngineType> {
    const seen = new Set<string>();
    const pending = [name];
    for (let at = pending.shift(); at !== undefined; at = pending.shift()) {
      const simple = at.replace(/<.*$/, "");
      const type = seen.has(simple) ? undefined : this.typesNamed(simple)[0];
      seen.add(simple);
      if (!type) continue;
      yield type;
      pending.push(...type.bases);
    }
  }
}

/** Loads the table (0.7 MB) once per thread. */
export async function unityNames(context: Pick<WorkerContext, "keep">): Promise<UnityNames> {
  return await context.keep("unity names", async () => {
    const { default: written } = await import("./unity-names.json", { with: { type: "json" } });
    return new UnityNames(written);
  });
}

function depthOf(namespace: string): number {
  return namespace.split(".").length * 2 + (namespace.startsWith("UnityEditor") ? 1 : 0);
}

function typeOf(name: string, namespace: string, line: string): EngineType {
  const [head = "", ...groups] = line.split(";");
  const space = head.indexOf(" ");
  const flags = head.slice(0, space);
  const colon = head.indexOf(":", space);
  const path = colon < 0 ? head : head.slice(0, colon);
  const members = new Map<string, string>();
  const parameters = new Map<string, number[]>();
  for (const group of groups) {
    const equals = group.indexOf("=");
    for (const written of group.slice(equals + 1).split(" ")) {
      const [member = "", count = ""] = written.split("(");
      members.set(member, group.slice(0, equals));
      if (count !== "") parameters.set(member, [...(parameters.get(member) ?? []), Number(count)]);
    }
  }
  return {
    namespace,
    name,
    arity: Number(/`(\d+)$/.exec(path)?.[1] ?? 0),
    kind: KINDS[flags.charAt(0)] ?? "class",
    isSerializable: flags.includes("S"),
    isAbstract: flags.includes("A"),
    bases: colon < 0 ? [] : splitBases(head.slice(colon + 1)),
    members,
    parameters,
  };
}

function splitBases(written: string): string[] {
  return written.match(/[^,<]+(?:<[^>]*>+)?/g) ?? [];
}
