/**
 * What a project's C++ headers say of its reflected types: bases, properties, functions. Not a C++ parser: it reads what stands
 * behind `UCLASS`, `USTRUCT`, `UENUM`, `UPROPERTY` and `UFUNCTION`, and leaves out what it does not understand.
 */
import { assumedBase } from "../database/assumed-base.ts";
import type { NativeLibrary } from "../database/symbol-table.ts";
import { TypeSymbol } from "../database/symbols.ts";
import { Names } from "../lexer/interned-names.ts";
import { enumType } from "./baseline.ts";
import { writtenMember } from "./bound-member.ts";

export interface HeaderType {
  kind: "class" | "struct" | "enum";
  name: string;
  base: string;
  /** As scripts write them; values of an enum. */
  members: string[];
  path: string;
}

const HEAD =
  /\b(UCLASS|USTRUCT|UENUM)\s*\((?:[^()]|\([^()]{0,2000}\)){0,2000}\)\s*(?:class|struct|enum(?:\s+class)?|namespace)\s+(?:\w+_API\s+|alignas\(\w+\)\s+)*(\w+)(?:\s+final)?\s*(?::\s*(?:public\s+)?(\w+)[^{;]*)?\{/g;
const MEMBER = /\b(UPROPERTY|UFUNCTION)\s*\(((?:[^()]|\((?:[^()]|\([^()]*\))*\)){0,2000}?)\)\s*([^;{}=]{1,1000})/g;

export function readHeaderTypes(text: string, path: string): HeaderType[] {
  const code = withoutComments(text);
  const types: HeaderType[] = [];
  for (const head of code.matchAll(HEAD)) {
    const [whole, macro, name = "", base = ""] = head;
    const open = head.index + whole.length;
    const body = code.slice(open, closingBrace(code, open));
    if (macro === "UENUM") {
      const values = body.replace(/UMETA\s*\((?:[^()]|\([^()]*\))*\)/g, "").split(",");
      const members = values.flatMap((value) => /^\s*(\w+)/.exec(value)?.[1] ?? []);
      types.push({ kind: "enum", name, base: "", members, path });
    } else {
      const kind = macro === "USTRUCT" ? "struct" : "class";
      types.push({ kind, name, base: kind === "class" ? base : "", members: membersOf(body), path });
    }
  }
  return types;
}

function membersOf(body: string): string[] {
  const members: string[] = [];
  for (const [, macro, specifiers = "", declaration = ""] of body.matchAll(MEMBER)) {
    const text = macro === "UPROPERTY" ? property(declaration) : method(declaration, specifiers);
    if (text !== undefined) members.push(text);
  }
  return members;
}

function property(declaration: string): string | undefined {
  const [, type, name] = /^\s*([\s\S]+?)\s*\b(\w+)\s*(?::\s*\d+|\[[^\]]*\]|\([^)]*\))?\s*$/.exec(declaration) ?? [];
  const script = type && scriptType(type);
  return script ? `${script} ${name}` : undefined;
}

function method(declaration: string, specifiers: string): string | undefined {
  if (!/\bBlueprint|\bScriptCallable|\bCallInEditor/.test(specifiers)) return undefined;
  const parts =
    /^\s*(?:virtual\s+|static\s+|inline\s+|FORCEINLINE\s+|\w+_API\s+)*([\s\S]+?)\s*\b(\w+)\s*\(([\s\S]*?)\)\s*(const)?/.exec(
      declaration,
    );
  if (!parts || /\bstatic\b/.test(declaration)) return undefined;
  const [, returns = "", name, list = "", isConst] = parts;
  const parameters = splitParameters(list).map((each) => {
    const plain = each.replace(/UPARAM\s*\([^)]*\)/, "").trim();
    const cut = /^([\s\S]+?)\s*\b(\w+)$/.exec(plain);
    const type = cut && scriptType(cut[1] as string);
    return type ? `${type} ${cut[2]}` : undefined;
  });
  const type = scriptType(returns);
  if (!type || parameters.includes(undefined)) return undefined;
  const accessor = /^(?:Get|Set)[A-Z]/.test(name ?? "") ? " property" : "";
  return `${type} ${name}(${parameters.join(", ")})${isConst ? " const" : ""}${accessor}`;
}

function splitParameters(list: string): string[] {
  const parameters: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= list.length; at++) {
    if (list[at] === "<" || list[at] === "(") depth++;
    else if (list[at] === ">" || list[at] === ")") depth--;
    else if ((list[at] === "," && depth === 0) || at === list.length) {
      const each = list.slice(start, at).trim();
      if (each !== "") parameters.push(each);
      start = at + 1;
    }
  }
  return parameters;
}

const NUMBERS = new Map([
  ["int32", "int"],
  ["uint32", "uint"],
  ["float", "float32"],
  ["double", "float64"],
]);

/** The type as scripts write it; undefined for what scripts do not have. */
function scriptType(type: string): string | undefined {
  const isConst = /^\s*const\b/.test(type);
  const plain = type
    .replace(/\b(?:const|class|struct|enum|mutable|FORCEINLINE|virtual|inline)\b/g, " ")
    .replace(/\bTObjectPtr\s*<\s*([\w:]+)\s*>/g, "$1")
    .replace(/\bTEnumAsByte\s*<\s*(?:\w+::)*(\w+?)(?:::Type)?\s*>/g, "$1")
    .replace(/\*/g, "")
    .replace(/\s+/g, " ")
    .replace(/\w+/g, (word) => NUMBERS.get(word) ?? word)
    .trim();
  if (!/^[\w:<>, ]+&?$/.test(plain) || /\w \w/.test(plain)) return undefined;
  return isConst && plain.endsWith("&") ? `const ${plain}` : plain;
}

/** Comments and what stands in quotes become blanks; a `#if` keeps both its branches. */
function withoutComments(text: string): string {
  return text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"/g, (part) => (part[0] === '"' ? '""' : " "));
}

function closingBrace(code: string, from: number): number {
  let depth = 1;
  for (let at = from; at < code.length; at++) {
    if (code[at] === "{") depth++;
    else if (code[at] === "}" && --depth === 0) return at;
  }
  return code.length;
}

/** Adds types that the library lacks, and gives those whose base is only assumed the one that is written. */
export function withHeaderTypes(library: NativeLibrary, found: readonly HeaderType[]): NativeLibrary {
  const names = new Names();
  const types = new Map(library.types);
  for (const { kind, name, base, members, path } of found) {
    const known = types.get(name);
    if (kind === "enum") {
      if (!known || known.members.length === 0) types.set(name, enumType(name, members, known?.header ?? path));
      continue;
    }
    if (known && (!known.isBaseAssumed || base === "")) continue;
    types.set(
      name,
      new TypeSymbol({
        kind,
        name,
        namespace: "",
        base: base || (kind === "class" ? assumedBase(name) : ""),
        isBaseAssumed: base === "",
        root: -1,
        header: known?.header ?? path,
        members: (type) =>
          known ? known.membersFor(type) : members.flatMap((text) => writtenMember(text, type, "", names) ?? []),
      }),
    );
  }
  return { ...library, types };
}
