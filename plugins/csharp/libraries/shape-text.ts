/**
 * Writes a type with its members as one line of text, for the table of framework types: `Name c System.IO
 * 1,0|Base<!0>;IBase|name:type|.Name'1(type,$type=)type`. `!0` is a type parameter of the type, and `#0` one of the method. The
 * namespace of a type is left out if its name is unique.
 */
import { splitTop } from "../text/split-top.ts";
import type { AssemblyShape, LibraryMember, LibraryParameter, LibraryShape } from "./shapes.ts";
import type { LibraryTypeRef } from "./signatures.ts";

const KINDS: Readonly<Record<string, string>> = {
  c: "class",
  s: "struct",
  i: "interface",
  e: "enum",
  d: "delegate",
};
const STATIC = ".";
const OVERRIDABLE = "~";
const PASSING: Readonly<Record<string, string>> = { "&": "ref", "^": "out", "%": "in", "@": "this" };
const PASSED = new Map(Object.entries(PASSING).map(([sign, word]) => [word, sign]));
const OPTIONAL = "=";

/** Restores the namespace of a type if it was left out. */
type NamespaceOf = (name: string, arity: number) => string;

/** Looks up lines by name. If only one type has that arity, it returns its namespace, and otherwise `System`. */
export function namespacesOf(linesOf: (name: string) => readonly string[]): NamespaceOf {
  const known = new Map<string, string>();
  return (name, arity) => {
    const key = `${name}\`${arity}`;
    let found = known.get(key);
    if (found === undefined) {
      const heads = linesOf(name).map((line) => line.slice(0, line.indexOf("|")).split(" "));
      const all = new Set(
        heads.flatMap(([, , space = "", counts]) => (counts?.startsWith(`${arity},`) ? [space] : [])),
      );
      found = all.size === 1 ? ([...all][0] ?? "") : "System";
      known.set(key, found);
    }
    return found;
  };
}

/** Returns the first field of the line. */
export function shapeHead({ name, kind, namespace, arity, depth }: AssemblyShape): string {
  return `${name} ${kind.charAt(0)} ${namespace} ${arity},${depth}|`;
}

export function shapeText(shape: AssemblyShape, namespaceOf: NamespaceOf): string {
  const { bases, members } = shape;
  const typeText = (ref: LibraryTypeRef): string => {
    switch (ref.is) {
      case "named": {
        const space = ref.namespace === namespaceOf(ref.name, ref.args.length) ? "" : `${ref.namespace}.`;
        return `${space}${ref.name}${ref.args.length > 0 ? `<${ref.args.map(typeText).join()}>` : ""}`;
      }
      case "ofType":
        return `!${ref.at}`;
      case "ofMethod":
        return `#${ref.at}`;
      case "array":
        return `${typeText(ref.element)}[]`;
      case "reference":
        return typeText(ref.element);
      default:
        return "?";
    }
  };
  const parameterText = ({ passing, type, isOptional }: LibraryParameter) =>
    `${PASSED.get(passing) ?? ""}${typeText(type)}${isOptional ? OPTIONAL : ""}`;
  const memberText = (member: LibraryMember) => {
    const { name, type, isMethod, isStatic, isOverridable, parameters, typeParameters } = member;
    const head = `${isStatic ? STATIC : ""}${isOverridable ? OVERRIDABLE : ""}${name.replace(/^\./, "*")}`;
    if (!isMethod) return `${head}:${typeText(type)}`;
    const generic = typeParameters > 0 ? `'${typeParameters}` : "";
    return `${head}${generic}(${parameters.map(parameterText).join()})${typeText(type)}`;
  };
  return [
    shapeHead(shape).slice(0, -1),
    bases.map(typeText).join(";"),
    ...[...members.values()].flat().map(memberText),
  ].join("|");
}

export function readShape(line: string, namespaceOf: NamespaceOf): LibraryShape {
  const [head = "", bases = "", ...written] = line.split("|");
  const [name = "", letter = "", namespace = "", counts = ""] = head.split(" ");
  const [arity = 0, depth = 0] = counts.split(",").map(Number);
  const type = (text: string) => readType(text, namespaceOf);
  return {
    namespace,
    name,
    arity,
    depth,
    kind: KINDS[letter] ?? "class",
    bases: bases === "" ? [] : bases.split(";").map(type),
    members: new WrittenMembers(written, type),
  };
}

/** The members of a type in the form of text. Each is parsed when it is first used, because most of them never are. */
class WrittenMembers {
  readonly #written: Map<string, string[]>;
  readonly #read = new Map<string, readonly LibraryMember[]>();
  readonly #type: (text: string) => LibraryTypeRef;

  constructor(written: readonly string[], type: (text: string) => LibraryTypeRef) {
    this.#written = Map.groupBy(written, nameOf);
    this.#type = type;
  }

  has(name: string): boolean {
    return this.#written.has(name);
  }

  get(name: string): readonly LibraryMember[] | undefined {
    const written = this.#written.get(name);
    if (!written) return undefined;
    const known = this.#read.get(name) ?? written.map((each) => readMember(each, name, this.#type));
    this.#read.set(name, known);
    return known;
  }
}

function nameOf(text: string): string {
  const from = text.search(/[^.~]/);
  return text.slice(from, from + text.slice(from).search(/[:('|]/)).replace(/^\*/, ".");
}

function readMember(text: string, name: string, type: (text: string) => LibraryTypeRef): LibraryMember {
  const [, flags = "", generic = "0", rest = ""] = /^([.~]*)[^:('|]*(?:'(\d+))?(.*)$/s.exec(text) ?? [];
  const isMethod = rest.startsWith("(");
  const close = isMethod ? rest.lastIndexOf(")") : 0;
  const list = isMethod ? rest.slice(1, close) : "";
  const parameters = list === "" ? [] : splitTop(list).map((each) => readParameter(each, type));
  return {
    name,
    type: type(rest.slice(close + 1)),
    isMethod,
    isStatic: flags.includes(STATIC),
    isOverridable: flags.includes(OVERRIDABLE),
    isExtension: parameters[0]?.passing === "this",
    parameters,
    typeParameters: Number(generic),
  };
}

function readParameter(text: string, type: (text: string) => LibraryTypeRef): LibraryParameter {
  const passing = PASSING[text.charAt(0)] ?? "";
  const isOptional = text.endsWith(OPTIONAL);
  const own = text.slice(passing === "" ? 0 : 1, isOptional ? -1 : undefined);
  return { name: "", type: type(own), passing, isOptional };
}

function readType(text: string, namespaceOf: NamespaceOf): LibraryTypeRef {
  if (text.endsWith("[]")) return { is: "array", element: readType(text.slice(0, -2), namespaceOf) };
  const place = /^([!#])(\d+)$/.exec(text);
  if (place) return { is: place[1] === "!" ? "ofType" : "ofMethod", at: Number(place[2]) };
  if (text === "?") return { is: "unknown" };
  const open = text.indexOf("<");
  const full = open < 0 ? text : text.slice(0, open);
  const args = open < 0 ? [] : splitTop(text.slice(open + 1, -1)).map((each) => readType(each, namespaceOf));
  const dot = full.lastIndexOf(".");
  const name = full.slice(dot + 1);
  return { is: "named", name, args, namespace: dot < 0 ? namespaceOf(name, args.length) : full.slice(0, dot) };
}
