/**
 * Reads and writes the parameter types in symbol paths. Each one is an optional `ref`, `out`, `in` or `params` followed by the
 * type, without names, default values or whitespace.
 */
import type { Parameter } from "../outline/header-details.ts";
import { splitTop } from "../text/split-top.ts";

const KEPT = new Set(["ref", "out", "in", "params"]);
const DROPPED = new Set(["this", "scoped", "readonly"]);

/** Returns the text of a parameter, for example `ref int` or `List<(int,string)>`. */
export function parameterText({ passing, reference = "", type }: Omit<Parameter, "name" | "optional">): string {
  const kept = [passing, reference].filter((word) => KEPT.has(word));
  return [...kept, typeText(type)].join(" ");
}

/** Reads the types from a symbol path or from code. */
export function readParameterTypes(list: string): string[] {
  if (list.trim() === "") return [];
  return splitTop(list).map((written) => {
    const kept: string[] = [];
    let rest = withoutDefault(written.trim()).replace(/^(?:\[[^\]]*\]\s*)+/, "");
    for (;;) {
      const [whole, word = ""] = /^([a-z]+)\s+/.exec(rest) ?? [];
      if (whole === undefined || !(KEPT.has(word) || DROPPED.has(word))) break;
      if (KEPT.has(word)) kept.push(word);
      rest = rest.slice(whole.length);
    }
    return [...kept, typeText(rest)].join(" ");
  });
}

/**
 * Simplifies a type for a lenient comparison, which ignores namespaces, passing and nullability, and prefers keywords to the
 * names in .NET.
 */
export function looseType(parameter: string): string {
  return parameter
    .replace(/^(?:(?:ref|out|in|params) )+/, "")
    .replace(/\?/g, "")
    .replace(/(?:[\p{L}_][\p{L}\p{N}_]*(?:\.|::))+/gu, "")
    .replace(
      /\b(?:String|Object|Boolean|Int32|Single|Double|Int64|Byte|Char|UInt32|Decimal)\b/g,
      (name) => KEYWORDS[name] ?? name,
    );
}

const KEYWORDS: Record<string, string> = {
  String: "string",
  Object: "object",
  Boolean: "bool",
  Int32: "int",
  Single: "float",
  Double: "double",
  Int64: "long",
  Byte: "byte",
  Char: "char",
  UInt32: "uint",
  Decimal: "decimal",
};

/** Removes a default value, which begins at a `=` outside of all brackets. */
function withoutDefault(written: string): string {
  const [before = ""] = splitTop(written, /=/y);
  return before.trimEnd();
}

/** Returns the shortest spelling of a type. If a name follows the type, it is dropped. */
export function typeText(written: string): string {
  const reader = new TypeReader(written);
  const type = reader.type();
  return type === "" ? written.replace(/\s+/g, "") : type;
}

const WORD = /\s*@?([\p{L}_][\p{L}\p{N}_]*)/uy;
const SUFFIX = /\s*(\[[\s,]*\]|\?|\*)/y;
const DOT = /\s*(\.|::)/y;

class TypeReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  type(): string {
    let type = this.#atom();
    if (type === "") return "";
    for (let suffix = this.#take(SUFFIX); suffix !== undefined; suffix = this.#take(SUFFIX))
      type += suffix.replace(/\s+/g, "");
    return type;
  }

  #atom(): string {
    if (this.#opens("(")) return `(${this.#list(")", true).join()})`;
    let name = this.#take(WORD);
    if (name === undefined) return "";
    if (name === "delegate" && this.#opens("*")) return this.#functionPointer();
    // The result of a function pointer can be `ref int`.
    if (/^(?:ref|readonly|in|out)$/.test(name)) return `${name} ${this.type()}`;
    let text = "";
    for (; name !== undefined; name = this.#take(WORD)) {
      text += name;
      if (this.#opens("<")) text += `<${this.#list(">", false).join()}>`;
      const dot = this.#take(DOT);
      if (dot === undefined) break;
      text += dot;
    }
    return text;
  }

  #functionPointer(): string {
    const start = this.#at;
    const open = this.#text.indexOf("<", start);
    const convention = this.#text.slice(start, open < 0 ? start : open).trim();
    this.#at = open < 0 ? start : open;
    const list = this.#opens("<") ? this.#list(">", false) : [];
    return `delegate*${convention === "" ? "" : ` ${convention.replace(/\s+/g, "")}`}<${list.join()}>`;
  }

  /** Reads up to the closing bracket. The elements of a tuple may be named. */
  #list(close: string, named: boolean): string[] {
    const types: string[] = [];
    while (this.#at < this.#text.length) {
      types.push(this.type());
      if (named) this.#take(WORD);
      if (this.#opens(close)) break;
      if (!this.#opens(",")) this.#at++;
    }
    return types;
  }

  #opens(mark: string): boolean {
    const at = this.#at + (/^\s*/.exec(this.#text.slice(this.#at))?.[0].length ?? 0);
    if (this.#text[at] !== mark) return false;
    this.#at = at + 1;
    return true;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found) return undefined;
    this.#at += found[0].length;
    return found[1];
  }
}
