/** Determines which overloads of a Java method a call can refer to, by the types of its arguments. */

import { childOf } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import { type JavaType, type JavaTypes, NO_ARGUMENTS } from "./java-types.ts";

type Fit = "exact" | "maybe" | "no";

const NUMBERS = new Set(["byte", "short", "char", "int", "long", "float", "double"]);
const ABOVE_STRING = /^(?:Object|CharSequence|Comparable|Serializable)$/;
const MAX_STEPS = 10;

/** Returns the possible overloads. There can be several if the types do not decide. */
export async function fittingOverloads(
  overloads: readonly IndexedDeclaration[],
  given: readonly (JavaType | undefined)[],
  types: JavaTypes,
): Promise<readonly IndexedDeclaration[]> {
  const rated: { overload: IndexedDeclaration; fits: Fit[] }[] = [];
  for (const overload of overloads) {
    const fits: Fit[] = [];
    const parameters = await parametersOf(overload, types);
    for (const [at, arg] of given.entries()) fits.push(await fit(arg, parameters[at], types));
    rated.push({ overload, fits });
  }
  const possible = rated.filter(({ fits }) => !fits.includes("no"));
  const exact = possible.filter(({ fits }) => fits.every((each) => each === "exact"));
  const left = exact.length === 1 ? exact : possible.length > 0 ? possible : rated;
  return left.map(({ overload }) => overload);
}

async function parametersOf(overload: IndexedDeclaration, types: JavaTypes): Promise<(JavaType | undefined)[]> {
  const found = await types.node(overload);
  if (!found) return [];
  const parameters = childOf(found.node, "parameters")?.children.filter(({ type }) => type === "formal_parameter");
  const written: (JavaType | undefined)[] = [];
  for (const each of parameters ?? [])
    written.push(await types.written(childOf(each, "type"), found.file, NO_ARGUMENTS, 1));
  return written;
}

async function fit(arg: JavaType | undefined, parameter: JavaType | undefined, types: JavaTypes): Promise<Fit> {
  if (!arg || !parameter) return "maybe";
  if (parameter.of) return arg.of ? await extendsIt(arg.of, parameter.of, types, 0) : arg.name ? "no" : "maybe";
  const wanted = parameter.name;
  if (arg.of) return wanted === "String" || isPrimitive(wanted) ? "no" : "maybe";
  if (arg.name === undefined || wanted === undefined) return "maybe";
  if (arg.name === wanted) return "exact";
  if (arg.name === "String") return ABOVE_STRING.test(wanted) ? "maybe" : "no";
  if (wanted === "String") return "no";
  if (arg.name === "boolean") return /^(?:Boolean|Object)$/.test(wanted) ? "maybe" : "no";
  if (wanted === "boolean") return arg.name === "Boolean" ? "maybe" : "no";
  return "maybe";
}

function isPrimitive(name: string | undefined): boolean {
  return name === "boolean" || NUMBERS.has(name ?? "");
}

async function extendsIt(
  of: IndexedDeclaration,
  wanted: IndexedDeclaration,
  types: JavaTypes,
  depth: number,
): Promise<Fit> {
  if (of.path === wanted.path && of.nameLine === wanted.nameLine) return "exact";
  if (depth > MAX_STEPS) return "maybe";
  let best: Fit = "no";
  for (const base of await types.bases({ of, args: [] }, 1)) {
    // A base outside the sources does not extend a type in the workspace.
    const fit = base?.of ? await extendsIt(base.of, wanted, types, depth + 1) : base ? "no" : "maybe";
    if (fit !== "no") best = "maybe";
  }
  return best;
}
