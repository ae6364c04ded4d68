/** Parses enum declarations in C# sources, to find the numbers that Unity serializes. */

export interface EnumMembers {
  /** The number is undefined if it is computed. */
  byName: ReadonlyMap<string, number | undefined>;
  isFlags: boolean;
  /** True if the values of all members are known. */
  isWhole: boolean;
}

/** A name that is declared twice with different members is left out. */
export function enumsIn(source: string): Map<string, EnumMembers> {
  const enums = new Map<string, EnumMembers>();
  const repeated = new Set<string>();
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|^\s*#.*$/gm, " ");
  for (const found of code.matchAll(/((?:\[[^\]]*\]\s*)*)(?:\b\w+\s+)*\benum\s+(\w+)[^{};]*\{([^}]*)\}/g)) {
    const [, attributes = "", name = "", body = ""] = found;
    const members = membersIn(body.replace(/\[[^\]]*\]/g, " "), /\bFlags(?:Attribute)?\b/.test(attributes));
    const known = enums.get(name);
    if (known && !sameMembers(known, members)) repeated.add(name);
    enums.set(name, members);
  }
  for (const name of repeated) enums.delete(name);
  return enums;
}

export function sameMembers({ byName: one }: EnumMembers, { byName: other }: EnumMembers): boolean {
  return one.size === other.size && [...one].every(([name, value]) => other.get(name) === value);
}

function membersIn(body: string, isFlags: boolean): EnumMembers {
  const byName = new Map<string, number | undefined>();
  let next: number | undefined = 0;
  for (const part of body.split(",")) {
    const [, name, written] = /^\s*(\w+)\s*(?:=\s*([\s\S]+?)\s*)?$/.exec(part) ?? [];
    if (name === undefined) continue;
    const value: number | undefined = written === undefined ? next : numberOf(written, byName);
    byName.set(name, value);
    next = value === undefined ? undefined : value + 1;
  }
  return { byName, isFlags, isWhole: [...byName.values()].every((each) => each !== undefined) };
}

/** Evaluates numbers, shifts, and earlier members that are combined with `|`. It returns undefined for any other expression. */
function numberOf(written: string, members: ReadonlyMap<string, number | undefined>): number | undefined {
  let sum = 0n;
  for (const part of written.split("|")) {
    const [, not = "", left = "", shift = "0"] =
      /^\s*\(?\s*(~?)\s*([-\w.]+?)[uUlL]{0,2}\s*(?:<<\s*(\d+))?\s*\)?\s*$/.exec(part) ?? [];
    const number = /^-?(?:\d+|0x[\da-f]+|0b[01]+)$/i.test(left.replaceAll("_", ""))
      ? Number(left.replaceAll("_", ""))
      : members.get(left.split(".").at(-1) ?? "");
    if (number === undefined) return undefined;
    const shifted = BigInt(number) << BigInt(shift);
    sum |= not === "" ? shifted : ~shifted;
  }
  return Number(sum);
}
